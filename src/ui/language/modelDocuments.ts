/** The documents of one model, and how a provider asks a function of `src/language` about one of them. */

import type * as vscode from 'vscode';
import type { DocumentText } from '../../language/queries/document.ts';
import type { AskDocument } from './openSources.ts';

export interface ModelDocuments {
  selector: vscode.DocumentFilter;
  ask: AskDocument;
  /** Sources were saved or changed on disk, so answers about other files may be different. */
  onChange: vscode.Event<void>;
  /** The query and test documents of the project, as they are now. */
  queries(): readonly DocumentText[];
  /** Some of them changed. */
  onQueries: vscode.Event<void>;
}
