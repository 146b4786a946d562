/** What every surface of the editor is given: the objects `activate()` built. Surfaces never hold one another. */

import type * as vscode from 'vscode';
import type { Log } from '../../base/log.ts';
import type { Connections } from '../../session/connections.ts';
import type { Folders } from '../../session/folders.ts';

export interface App {
  context: vscode.ExtensionContext;
  log: Log & { show(): void };
  connections: Connections;
  folders: Folders;
}
