/**
 * The requests that the Compiler sends to its child process, and how both sides write them: each message is one line of JSON.
 * The parent writes to the standard input of the child, which answers at `replyPipe`.
 */

import type { CompileResult, ModelFile, Variables } from './compileResult.ts';
import type { ModelRequest, ModelResponse } from './modelRequest.ts';
import type { PythonRun, PythonScript } from './pythonRun.ts';

/** Number of the child's file descriptor. Not the standard output, because trusted models may print. */
export const replyPipe = 3;

/** The child does not write a larger reply, and the parent does not read one. */
export const maxReplyBytes = 128e6;
/** Levels of objects and arrays in a reply. */
export const maxReplyDepth = 200;

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
  /** Its security context is empty for a model that does not read it. */
  request: ModelRequest;
  /** The caller's groups select access policies. The code of the model does not get them. */
  groups: readonly unknown[];
  cache: boolean;
}

export interface Reply<T> {
  value: T;
  /** The child process is in a state that cannot be repaired; the next request needs a new one. */
  mustRestart: boolean;
}

export interface CompilerRequests {
  /** The first request: whether the runtime and the child process restrict what they are meant to. */
  start(request: null): Promise<Reply<boolean>>;
  compile(request: CompileRequest): Promise<Reply<CompileResult>>;
  queryModel(request: QueryModelRequest): Promise<Reply<ModelResponse>>;
  runPython(script: PythonScript): Promise<Reply<PythonRun>>;
}

/** `cancel` rejects the running request as soon as the child reads it. It has no reply and no nonce. */
export type Message =
  | { name: 'cancel' }
  | {
      [Name in keyof CompilerRequests]: {
        name: Name;
        /** Starts the line of the reply, so that the code of a model cannot write one. */
        nonce: string;
        body: Parameters<CompilerRequests[Name]>[0];
      };
    }[keyof CompilerRequests];

/** After the nonce and a space. */
export type Outcome = { reply: Reply<unknown> } | { failure: string };
