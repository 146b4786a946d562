/** The checks that all requests share: state of the server, shape of the parameters, cancellation. */

import { type CancellationToken, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { isCancellation, UserError } from '../../base/errors.ts';

interface DocumentParams {
  textDocument?: { uri?: unknown };
  item?: { uri?: unknown };
  data?: { uri?: unknown };
  position?: unknown;
  positions?: unknown;
}

/** The URI of the document that a request is about. @throws ResponseError for wrong parameters */
export function documentIn(params: unknown): string {
  const { textDocument, item, data, position, positions } = (params ?? {}) as DocumentParams;
  const uri = textDocument?.uri ?? item?.uri ?? data?.uri;
  if (typeof uri !== 'string') throw invalid('The document is missing.');
  const all = positions === undefined ? [] : Array.isArray(positions) ? positions : [undefined];
  for (const one of position === undefined ? all : [...all, position])
    if (!isPosition(one)) throw invalid('A position needs a line and a character.');
  return uri;
}

function isPosition(value: unknown): boolean {
  const { line, character } = (value ?? {}) as { line?: unknown; character?: unknown };
  return Number.isInteger(line) && Number.isInteger(character);
}

function invalid(message: string): ResponseError {
  return new ResponseError(ErrorCodes.InvalidParams, message);
}

/** Runs `work` with a signal that aborts when the client cancels. @throws ResponseError if the client cancelled, or for a failure with a text for the user */
export async function cancellable<T>(token: CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  const listener = token.onCancellationRequested(() => abort.abort());
  try {
    return await work(abort.signal);
  } catch (failure) {
    // Such as the reason why a name cannot be changed.
    if (failure instanceof UserError) throw new ResponseError(LSPErrorCodes.RequestFailed, failure.describe());
    if (!isCancellation(failure)) throw failure;
    throw new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
  } finally {
    listener.dispose();
  }
}
