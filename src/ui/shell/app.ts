/** The objects that `activate()` creates and that all parts of the UI use. */

import type * as vscode from 'vscode';
import type { Log } from '../../base/log.ts';
import type { Connections } from '../../session/connections.ts';
import type { Folders } from '../../session/folders.ts';
import type { ContentReads } from '../../session/review/contentReads.ts';
import type { RemedyOf } from './notifications.ts';
import type { ScratchFiles } from './scratchFiles.ts';

export interface App {
  context: vscode.ExtensionContext;
  log: Log & { show(): void };
  connections: Connections;
  folders: Folders;
  /** Queries and API requests that the user has not saved. */
  scratch: ScratchFiles;
  /** The reports, dashboards and notifications that were searched for names. */
  contentReads: ContentReads;
  /** The button of an error that the extension shows. */
  remedyOf: RemedyOf;
}
