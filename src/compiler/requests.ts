/** What the compiler's child process answers: the words between it and the Compiler. */

import type { CompileResult, ModelFile } from './compileResult.ts';
import type { AskRequest, ModelAnswer } from './question.ts';

export interface CompileRequest {
  files: readonly ModelFile[];
  /** Name under which the compiled model is held for questions; null: it is not held. */
  model: string | null;
  remember: boolean;
}

export interface Reply<T> {
  reply: T;
  /** Something in the child process cannot be used again; the next request needs a new one. */
  spent: boolean;
}

/** A type, not an interface: a Channel takes only closed sets of requests. */
export type CompilerRequests = {
  compile(request: CompileRequest): Promise<Reply<CompileResult>>;
  ask(request: AskRequest): Promise<Reply<ModelAnswer>>;
  /** Gives up what is under way as soon as the child looks up; its caller gets a failure. */
  cancel(request: null): void;
};
