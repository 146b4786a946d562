/** The documents of one model, and how a provider asks a function of `src/language` about one of them. */

import type * as vscode from 'vscode';
import type { AskDocument } from './openSources.ts';

export interface ModelDocuments {
  selector: vscode.DocumentFilter;
  ask: AskDocument;
  /** Sources were saved or changed on disk, so answers about other files may be different. */
  onChange: vscode.Event<void>;
}
