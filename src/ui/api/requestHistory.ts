/** The last API requests of each workspace folder: which are kept, with their answers and without secrets. */

import * as vscode from 'vscode';
import type { ApiOperation } from '../../platform/api/openApi.ts';
import type { ApiRequest } from '../../platform/api/requestDocument.ts';
import type { FreeResponse } from '../../platform/client.ts';
import { History, type HistoryEntry } from '../../session/history/history.ts';
import { redactedJson, redactedText } from '../../session/history/withoutSecrets.ts';
import type { App } from '../shell/app.ts';
import type { Answer } from './answerText.ts';

/** What a request was, without its answer. */
interface RequestFacts {
  /** The address of the document when it was sent. */
  document: string;
  text: string;
  /** The text has a gap where a secret was. */
  isRedacted: boolean;
  /** Id of the connection. */
  platform: string;
  operation: string;
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  startedAt: number;
}

export type EarlierRequest = HistoryEntry<RequestFacts>;

/** Characters of a request document. */
const maxText = 100_000;

const histories = new Map<string, History<RequestFacts>>();

/** @param folder a workspace folder; empty for requests outside of any */
export function requestHistory({ context, log }: Pick<App, 'context' | 'log'>, folder: string): History<RequestFacts> {
  const known = histories.get(folder);
  if (known) return known;
  const storageFolder = context.globalStorageUri.fsPath;
  const history = new History<RequestFacts>({ storageFolder, owner: folder, name: 'requests', isFacts, log });
  histories.set(folder, history);
  return history;
}

/** The workspace folder of a request document, also of one without a file. */
export function folderOfRequest(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(uri.fsPath))?.uri.fsPath ?? '';
}

interface SentRequest {
  text: string;
  platform: string;
  operation: ApiOperation;
  request: ApiRequest;
  response: FreeResponse;
  /** Undefined for a file, which is not kept. */
  answer: Answer | undefined;
  startedAt: number;
}

export function recordRequest(app: App, uri: vscode.Uri, sent: SentRequest): void {
  const { operation, request, response, answer, startedAt, platform } = sent;
  const text = redactedJson(sent.text);
  if (text === undefined || text.length > maxText) return;
  const facts: RequestFacts = {
    document: uri.toString(),
    text,
    isRedacted: text !== sent.text,
    platform,
    operation: operation.id,
    method: request.method,
    path: request.path.replace(/\?.*$/s, ''),
    status: response.status,
    startedAt,
  };
  void requestHistory(app, folderOfRequest(uri)).record(facts, answer && redactedAnswer(answer));
}

/** Undefined if it cannot be kept without its secrets. */
function redactedAnswer({ text, head }: Answer): string | undefined {
  const body = text.slice(head.length);
  const clean = body.trim() === '' ? body : redactedJson(body);
  return clean === undefined ? undefined : redactedText(head) + clean;
}

function isFacts(value: unknown): value is RequestFacts {
  const { document, text, platform, operation, method, path, status, startedAt } = (value ??
    {}) as Partial<RequestFacts>;
  const texts = [document, text, platform, operation, method, path];
  return texts.every((one) => typeof one === 'string') && typeof status === 'number' && typeof startedAt === 'number';
}
