/** What goes into a compile and what comes out. */

/** A source of the data model. `fileName` is relative to the model folder, POSIX, without a leading slash: `cubes/orders.yml`. */
export interface ModelFile {
  fileName: string;
  content: string;
}

/** One complaint, exactly as terse as the schema compiler makes it: no line, mostly no file. */
export interface CompilerError {
  message: string;
  fileName: string | null;
}

export interface CompileResult {
  /** Empty means the model is sound. */
  errors: CompilerError[];
  /** How many cubes and views the model defines; both 0 when it could not be evaluated at all. */
  cubes: number;
  views: number;
  /** Milliseconds the compile itself took. */
  ms: number;
}
