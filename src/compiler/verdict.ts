/** What goes into a compile and what comes out: the words shared by the Compiler and its child process. */

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

export interface CompilerVerdict {
  /** Empty means the model is sound. */
  errors: CompilerError[];
  /** How many cubes and views the model defines; both 0 when it could not be evaluated at all. */
  cubes: number;
  views: number;
  /** Milliseconds the compile itself took. */
  ms: number;
}

export interface CompileReply extends CompilerVerdict {
  /** Something in the child process cannot be used again; the next compile needs a new one. */
  spent: boolean;
}

/** What the child process answers. A type, not an interface: a Channel takes only closed sets of requests. */
export type CompilerRequests = {
  compile(request: { files: readonly ModelFile[]; remember: boolean }): Promise<CompileReply>;
  /** Gives up the compile under way as soon as the child looks up; its caller gets a failure. */
  cancel(request: null): void;
};
