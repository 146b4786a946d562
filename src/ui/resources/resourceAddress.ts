/** The address of a resource's document. It holds no secret, because the editor stores it. */

import * as vscode from 'vscode';
import { resourceScheme } from '../manifest/ids.ts';
import { type ResourceKind, resourceKinds } from './resourceKinds.ts';

export interface ResourceAddress {
  connectionId: string;
  kind: ResourceKind;
  /** Values of the path parameters: the deployment, the key. */
  values: readonly string[];
  /** Its save creates the resource. */
  isNew: boolean;
}

/** The folder of new documents, which have another schema. */
export const newFolder = 'new';

/** @param label for the title of the editor */
export function resourceUri(address: Omit<ResourceAddress, 'isNew'>, label: string, isNew = false): vscode.Uri {
  const { connectionId, kind, values } = address;
  const name = label.replace(/[\\/?#\u0000-\u001f]/g, ' ').trim() || kind.id;
  const query = new URLSearchParams([
    ['connection', connectionId],
    // Two new documents are different ones.
    ...(isNew ? [['draft', String(Date.now())] as [string, string]] : []),
    ...values.map((value): [string, string] => ['value', value]),
  ]);
  return vscode.Uri.from({
    scheme: resourceScheme,
    authority: kind.id,
    path: `/${isNew ? `${newFolder}/` : ''}${name}.json`,
    query: query.toString(),
  });
}

/** @throws vscode.FileSystemError for an address that is not one of a resource */
export function parseResourceUri(uri: vscode.Uri): ResourceAddress {
  const kind = resourceKinds.find(({ id }) => id === uri.authority);
  const query = new URLSearchParams(uri.query);
  const connectionId = query.get('connection');
  if (!kind || connectionId === null) throw vscode.FileSystemError.FileNotFound(uri);
  return { connectionId, kind, values: query.getAll('value'), isNew: uri.path.startsWith(`/${newFolder}/`) };
}
