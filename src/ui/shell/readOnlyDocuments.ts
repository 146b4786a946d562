/** Read-only documents. The kind in the URI decides which reader provides the content. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime, toDisposable } from '../../base/lifetime.ts';
import { documentScheme } from '../manifest/ids.ts';
import type { FailureShell } from './notifications.ts';
import { offerSignIn } from './offerSignIn.ts';
import { keepFailure } from './openDocument.ts';

/**
 * `branch`: a file on the branch. `base`: the last agreed state of a file. `local`: a copy of the local file from the time
 * when the document was opened. `nothing`: the empty side of a comparison. `schema`: the JSON schema of an API request. `answer`: the
 * answer to an API request. `resource-schema`: the JSON schema of a kind of resource.
 * `content`: a text of the Content view.
 * `review`: a file on one of the two branches that a review compares.
 * `dbt-log`: the log of a dbt sync. `dbt-result`: what a dbt sync generated.
 * `dbt-file`: a file that a dbt sync generated. `query-sql`: the SQL of a query.
 * `python-run`: the result of a widget's Python.
 * `generated`: a file with generated cubes.
 * `assistant`: what an assistant sees of a cube or view.
 * `metric-views`: the metric views that a build would be published as.
 */
const documentKinds = [
  'branch',
  'base',
  'local',
  'nothing',
  'plan',
  'history',
  'logs',
  'schema',
  'answer',
  'resource-schema',
  'content',
  'review',
  'dbt-log',
  'dbt-result',
  'dbt-file',
  'query-sql',
  'generated',
  'metric-views',
  'python-run',
  'assistant',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

export interface DocumentAddress {
  kind: DocumentKind;
  /** Absolute path with `/`. The editor shows its last part and takes the language from its extension. */
  path: string;
  /** Parameters for the reader. No secrets, because the editor stores URIs. */
  parameters: Readonly<Record<string, string>>;
}

export type DocumentReader = (address: DocumentAddress, signal: AbortSignal) => string | Promise<string>;

export function documentUri({ kind, path, parameters }: DocumentAddress): vscode.Uri {
  const query = new URLSearchParams(Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))).toString();
  return vscode.Uri.from({ scheme: documentScheme, authority: kind, path, query });
}

/** Returns undefined for a URI of another scheme or kind. */
export function parseDocumentUri(uri: vscode.Uri): DocumentAddress | undefined {
  const kind = documentKinds.find((each) => each === uri.authority);
  if (uri.scheme !== documentScheme || !kind) return undefined;
  return { kind, path: uri.path, parameters: Object.fromEntries(new URLSearchParams(uri.query)) };
}

export class ReadOnlyDocuments implements Disposable {
  readonly #shell: FailureShell;
  readonly #lifetime = new Lifetime();
  readonly #readers = new Map<DocumentKind, DocumentReader>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();

  constructor(shell: FailureShell) {
    this.#shell = shell;
    this.#lifetime.add(this.#changed);
    this.#lifetime.add(
      vscode.workspace.registerTextDocumentContentProvider(documentScheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri, token) => this.#read(uri, token),
      }),
    );
    this.#readers.set('nothing', () => '');
  }

  /** Registers the reader for documents of these kinds. */
  registerReader(kinds: readonly DocumentKind[], read: DocumentReader): Disposable {
    for (const kind of kinds) this.#readers.set(kind, read);
    return toDisposable(() => {
      for (const kind of kinds) this.#readers.delete(kind);
    });
  }

  /** Reads an open document again. */
  refresh(uri: vscode.Uri): void {
    this.#changed.fire(uri);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #read(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string | undefined> {
    const address = parseDocumentUri(uri);
    const reader = address && this.#readers.get(address.kind);
    if (!address || !reader) return undefined;
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    try {
      return await reader(address, abort.signal);
    } catch (failure) {
      // A document that the editor opens, such as after a reload of the window, shows only the text of the failure.
      if (!keepFailure(uri, failure)) offerSignIn(failure, this.#shell);
      throw failure;
    } finally {
      subscription.dispose();
    }
  }
}
