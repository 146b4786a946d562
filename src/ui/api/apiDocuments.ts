/** The OpenAPI document of each connection: the platform's own one, or the one that belongs to this extension. */

import * as vscode from 'vscode';
import { type ApiDocument, readApiDocument } from '../../platform/api/openApi.ts';
import type { Connection } from '../../session/connection.ts';
import type { App } from '../shell/app.ts';

let bundled: Promise<ApiDocument> | undefined;

/** @throws PlatformError, UserError */
export async function apiDocumentOf({ context }: App, connection: Connection): Promise<ApiDocument> {
  const session = await connection.open();
  const document = await session.apiDocument.load();
  return document ?? bundledDocument(context);
}

/** The document of the operations that this version knows. */
export function bundledDocument({ extensionUri }: vscode.ExtensionContext): Promise<ApiDocument> {
  bundled ??= readBundled(extensionUri);
  return bundled;
}

async function readBundled(extension: vscode.Uri): Promise<ApiDocument> {
  const file = vscode.Uri.joinPath(extension, 'dist/openapi.json');
  return readApiDocument(JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(file)).toString()));
}
