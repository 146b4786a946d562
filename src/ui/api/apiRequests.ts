/** Opens, sends and copies API requests. Loaded when a request is first used. */

import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { curlCommand } from '../../platform/api/curl.ts';
import { apiErrors } from '../../platform/api/errors.ts';
import type { ApiDocument, ApiOperation } from '../../platform/api/openApi.ts';
import {
  type ApiRequest,
  newRequestText,
  type RequestDocument,
  readRequestDocument,
  requestSchema,
  toApiRequest,
} from '../../platform/api/requestDocument.ts';
import type { FreeRequest, FreeResponse } from '../../platform/client.ts';
import { encodeMultipart } from '../../platform/http/multipart.ts';
import type { Connection } from '../../session/connection.ts';
import { chooseConnection, connectionName } from '../connections/connectionChoice.ts';
import { activeFolder, boundDeployment } from '../folders/folderChoice.ts';
import { scratchScheme } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { confirm, showStatus } from '../shell/notifications.ts';
import { pickItem } from '../shell/quickInput.ts';
import { documentUri } from '../shell/readOnlyDocuments.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { type Answer, answerText, fileNameOf } from './answerText.ts';
import { apiDocumentOf } from './apiDocuments.ts';
import { recordRequest } from './requestHistory.ts';

interface ReadRequest {
  text: string;
  connection: Connection;
  operation: ApiOperation;
  request: ApiRequest;
}

/** Asks for an operation and opens a new request of it. */
export async function openRequest(app: App, connection: Connection, given: string | undefined): Promise<void> {
  const title = vscode.l10n.t('Loading the operations of {0}', connectionName(connection));
  const api = await withSlowProgress(title, () => apiDocumentOf(app, connection));
  const operation = await pickOperation(api);
  const deploymentId = given ?? boundDeployment(app, connection.id);
  const text = newRequestText(operation, api, {
    schema: schemaUri(connection, operation).toString(),
    platform: connection.id,
    parameters: deploymentId === undefined ? {} : deploymentParameters(operation, deploymentId),
  });
  const name = operation.id.replace(/[^\w-]+/g, '-');
  const folder = activeFolder(app)?.binding.projectFolder ?? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  await showRequest(app.scratch.createWithText(folder, `${name}.request.json`, text));
}

export async function showRequest(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: false });
}

/** The text of the JSON schema of an operation's requests. */
export async function readSchema(
  app: App,
  { platform = '', operation = '' }: Readonly<Record<string, string>>,
): Promise<string> {
  const connection = app.connections.get(platform);
  if (!connection) return '{}';
  const api = await apiDocumentOf(app, connection);
  return JSON.stringify(requestSchema(requireOperation(api, operation), api));
}

/** Shows the answer next to the request, and keeps both in the history. @throws UserError, PlatformError, CancelledError */
export async function sendRequest(app: App, uri: vscode.Uri, answers: Map<string, AnswerDocument>): Promise<void> {
  const { text, connection, operation, request } = await readRequest(app, uri);
  const name = connectionName(connection);
  if (request.method !== 'GET') {
    const question = vscode.l10n.t('Send {0} to {1}?', `${request.method} ${request.path}`, name);
    const detail = vscode.l10n.t('This request can change or delete data on the platform.');
    if (!(await confirm(question, detail, vscode.l10n.t('Send')))) throw new CancelledError();
  }
  const free = await toFreeRequest(operation, request, uri);
  const startedAt = Date.now();
  const response = await withSlowProgress(vscode.l10n.t('Sending {0}', operation.id), async (signal) =>
    (await connection.open()).writer.exchange(free, { signal }),
  );
  const answer = answerText(request, response, vscode.l10n);
  const { id: platform } = connection;
  recordRequest(app, uri, { text, platform, operation, request, response, answer, startedAt });
  if (!answer) return saveAnswer(response, operation);
  const address = answerUri(uri, operation);
  answers.set(address.toString(), {
    ...answer,
    request: uri,
    ...(response.status === 401 && { rejectedBy: platform }),
  });
  await showBeside(address);
}

export interface AnswerDocument extends Answer {
  request: vscode.Uri;
  /** The id of the connection whose key the platform did not accept. */
  rejectedBy?: string;
}

/** Writes the parameters of the next page into the request, and sends it. */
export async function sendNextPage(
  app: App,
  { request, nextPage }: AnswerDocument,
  answers: Map<string, AnswerDocument>,
) {
  const document = await vscode.workspace.openTextDocument(request);
  const value = JSON.parse(document.getText()) as { parameters?: Record<string, unknown> };
  value.parameters = { ...value.parameters, ...nextPage };
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  edit.replace(request, whole, `${JSON.stringify(value, undefined, 2)}\n`);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(vscode.l10n.t('Could not change {0}.', vscode.workspace.asRelativePath(request)), {
      action: vscode.l10n.t('Try again.'),
    });
  }
  await sendRequest(app, request, answers);
}

export async function copyAsCurl(app: App, uri: vscode.Uri): Promise<void> {
  const { connection, request } = await readRequest(app, uri);
  const { client } = await connection.open();
  await vscode.env.clipboard.writeText(curlCommand(request, client.baseUrl));
  showStatus(vscode.l10n.t('Copied. The command reads the key from DATA_MODEL_API_KEY'));
}

async function readRequest(app: App, uri: vscode.Uri): Promise<ReadRequest> {
  const opened = await vscode.workspace.openTextDocument(uri);
  // The text that is sent is kept, also if the user closes it at once.
  if (opened.isDirty && uri.scheme === scratchScheme) await opened.save();
  const text = opened.getText();
  const document: RequestDocument = readRequestDocument(text);
  const { platform } = document;
  const connection = await chooseConnection(app, platform);
  const operation = requireOperation(await apiDocumentOf(app, connection), document.operation);
  return { text, connection, operation, request: toApiRequest(document, operation) };
}

function requireOperation({ operations }: ApiDocument, id: string): ApiOperation {
  const operation = operations.find((each) => each.id === id);
  if (!operation) throw apiErrors.error('unknown-operation', [id]);
  return operation;
}

async function pickOperation({ operations }: ApiDocument): Promise<ApiOperation> {
  const groups = [...new Set(operations.map(({ group }) => group))];
  const items = groups.flatMap((group) => [
    ...(group === undefined ? [] : [{ label: group, kind: vscode.QuickPickItemKind.Separator, operation: undefined }]),
    ...operations
      .filter((each) => each.group === group)
      .map((operation) => ({
        label: operation.id,
        description: `${operation.method} ${operation.path}`,
        ...(operation.summary !== undefined && { detail: operation.summary }),
        operation,
      })),
  ]);
  const picked = await pickItem(items, {
    title: vscode.l10n.t('Open API Request'),
    placeHolder: vscode.l10n.t('Select an operation'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!picked?.operation) throw new CancelledError();
  return picked.operation;
}

function deploymentParameters({ parameters }: ApiOperation, deploymentId: string): Record<string, string> {
  const named = parameters.filter(({ name, in: place }) => place === 'path' && /^deployment_?id$/i.test(name));
  return Object.fromEntries(named.map(({ name }) => [name, deploymentId]));
}

async function toFreeRequest(
  { id }: ApiOperation,
  { method, path: target, body }: ApiRequest,
  uri: vscode.Uri,
): Promise<FreeRequest> {
  const request = { operation: id, method, path: target };
  if (!body) return request;
  if (body.mediaType === 'application/json') {
    return { ...request, body: { contentType: body.mediaType, bytes: Buffer.from(JSON.stringify(body.json)) } };
  }
  let fileName: string | undefined;
  const fields: Record<string, string | Uint8Array> = Object.create(null);
  for (const [name, value] of Object.entries(body.fields)) {
    if (typeof value === 'string') fields[name] = value;
    else {
      fields[name] = await vscode.workspace.fs.readFile(resolveFile(value.file, uri));
      fileName = path.basename(value.file);
    }
  }
  const form = encodeMultipart(fields, fileName);
  return { ...request, body: { contentType: form.contentType, bytes: form.body } };
}

/** Relative to the request's folder, or to the workspace folder for a request that is not saved. */
function resolveFile(file: string, uri: vscode.Uri): vscode.Uri {
  if (path.isAbsolute(file)) return vscode.Uri.file(file);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (uri.scheme !== 'untitled' && uri.scheme !== scratchScheme) return vscode.Uri.joinPath(uri, '..', file);
  if (folder) return vscode.Uri.joinPath(folder, file);
  throw new UserError(vscode.l10n.t('The file “{0}” has no folder.', file), {
    action: vscode.l10n.t('Write its absolute path, or open a folder.'),
  });
}

async function saveAnswer(response: FreeResponse, { id }: ApiOperation): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = fileNameOf(response, `${id.replace(/[^\w-]+/g, '-')}.bin`);
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Answer'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (!target) throw new CancelledError();
  await vscode.workspace.fs.writeFile(target, response.bytes);
  showStatus(vscode.l10n.t('Saved {0}', path.basename(target.path)));
}

function schemaUri({ id: platform }: Connection, { id: operation }: ApiOperation): vscode.Uri {
  return documentUri({ kind: 'schema', path: '/request.json', parameters: { platform, operation } });
}

function answerUri(request: vscode.Uri, { id }: ApiOperation): vscode.Uri {
  const name = id.replace(/[^\w-]+/g, '-');
  return documentUri({ kind: 'answer', path: `/${name}.answer.jsonc`, parameters: { request: request.toString() } });
}

async function showBeside(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: true,
  });
}
