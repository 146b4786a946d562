/** Input and result of a compile. */

/** A source of the data model. `fileName` is relative to the model folder, POSIX, without a leading slash: `cubes/orders.yml`. */
export interface ModelFile {
  fileName: string;
  content: string;
}

/** The environment variables that the code of a model reads: `process.env` in JavaScript, `env_var` in templates. */
export type Variables = Readonly<Record<string, string>>;

/** One error as the schema compiler reports it: without a line, mostly without a file. */
export interface CompilerError {
  message: string;
  fileName: string | null;
  /** The template whose output is not YAML, which the platform does not report. Only if there is no `fileName`. */
  template?: string;
}

export interface CompileResult {
  /** Empty for a valid model. */
  errors: CompilerError[];
  /** Numbers of cubes and views in the model; both 0 when the model could not be evaluated at all. */
  cubes: number;
  views: number;
  /** Duration of the compile in milliseconds. */
  ms: number;
}

/** With the file in which an author finds the mistake, if it is known. */
export function withTemplate({ message, fileName, template }: CompilerError): CompilerError {
  return { message, fileName: fileName ?? template ?? null };
}

export function isCompileResult(value: unknown): value is CompileResult {
  const { errors, cubes, views, ms } = (value ?? {}) as Partial<CompileResult>;
  if (![cubes, views, ms].every((count) => typeof count === 'number')) return false;
  return Array.isArray(errors) && errors.every(isCompilerError);
}

function isCompilerError(value: unknown): value is CompilerError {
  const { message, fileName, template } = (value ?? {}) as Partial<CompilerError>;
  if (template !== undefined && typeof template !== 'string') return false;
  return typeof message === 'string' && (fileName === null || typeof fileName === 'string');
}
