/** The requests that the Compiler sends to its child process. */

import type { CompileResult, ModelFile, Variables } from './compileResult.ts';
import type { ModelRequest, ModelResponse } from './modelRequest.ts';
import type { PythonRun, PythonScript } from './pythonRun.ts';

interface CompileRequest {
  files: readonly ModelFile[];
  variables: Variables;
  /** Key under which the child process keeps the compiled model for later requests; null: not kept. */
  model: string | null;
  /** Whether the child process uses and fills its compile cache. */
  cache: boolean;
}

export interface QueryModelRequest {
  /** Key of the model: the same key always names the same files and variables. */
  model: string;
  variables: Variables;
  /** Null: answer only if the model is still in memory. */
  files: readonly ModelFile[] | null;
  request: ModelRequest;
  cache: boolean;
}

export interface Reply<T> {
  value: T;
  /** The child process is in a state that cannot be repaired; the next request needs a new one. */
  mustRestart: boolean;
}

/** A type, not an interface: a Channel accepts only closed sets of requests. */
export type CompilerRequests = {
  compile(request: CompileRequest): Promise<Reply<CompileResult>>;
  queryModel(request: QueryModelRequest): Promise<Reply<ModelResponse>>;
  runPython(script: PythonScript): Promise<Reply<PythonRun>>;
  /** Cancels the running request as soon as the child process reads its messages; that request is rejected. */
  cancel(request: null): void;
};
