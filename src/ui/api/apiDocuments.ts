/** The OpenAPI document of each connection: the platform's own one, or the one that belongs to this extension. */

import * as vscode from 'vscode';
import { deploymentOperations } from '../../contract/deployments/deployments.ts';
import { type ApiDocument, readApiDocument } from '../../platform/api/openApi.ts';
import { PlatformError } from '../../platform/platformError.ts';
import type { Connection } from '../../session/connection.ts';
import type { App } from '../shell/app.ts';

const documents = new WeakMap<object, Promise<ApiDocument>>();

/** Read once for each session of a connection. @throws PlatformError, UserError */
export async function apiDocumentOf(app: App, connection: Connection): Promise<ApiDocument> {
  const session = await connection.open();
  let document = documents.get(session);
  if (!document) {
    document = readDocument(app, session);
    documents.set(session, document);
    document.catch(() => documents.delete(session));
  }
  return document;
}

async function readDocument(
  { context, log }: App,
  { client }: Awaited<ReturnType<Connection['open']>>,
): Promise<ApiDocument> {
  try {
    return readApiDocument(await client.call(deploymentOperations.getSpec));
  } catch (failure) {
    const isAbsent = failure instanceof PlatformError && failure.writeState === 'refused-by-server';
    if (!isAbsent) throw failure;
    log.info(`${client.host} has no API document, so the one of this extension is used: ${failure.message}`);
    const file = vscode.Uri.joinPath(context.extensionUri, 'dist/openapi.json');
    return readApiDocument(JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(file)).toString()));
  }
}
