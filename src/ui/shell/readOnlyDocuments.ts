/** The one door to read-only documents: an address says what is shown, its kind says who reads it. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime, toDisposable } from '../../base/lifetime.ts';
import { documentScheme } from './ids.ts';

/**
 * `branch`: a file on the branch. `base`: as both sides last agreed on it. `local`: as it stood on disk when the document was
 * opened. `nothing`: an empty side of a comparison.
 */
export const documentKinds = ['branch', 'base', 'local', 'nothing', 'plan', 'history', 'logs'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export interface DocumentAddress {
  kind: DocumentKind;
  /** Absolute, with `/`: its last part is shown as the name, its ending chooses the language. */
  path: string;
  /** What the reader needs to find the content. Never a secret: addresses are remembered by the editor. */
  about: Readonly<Record<string, string>>;
}

export type DocumentReader = (address: DocumentAddress, signal: AbortSignal) => string | Promise<string>;

export function documentUri({ kind, path, about }: DocumentAddress): vscode.Uri {
  const query = new URLSearchParams(Object.entries(about).sort(([a], [b]) => (a < b ? -1 : 1))).toString();
  return vscode.Uri.from({ scheme: documentScheme, authority: kind, path, query });
}

/** What an address means; undefined where it is none of ours. */
export function parseDocumentUri(uri: vscode.Uri): DocumentAddress | undefined {
  const kind = documentKinds.find((each) => each === uri.authority);
  if (uri.scheme !== documentScheme || !kind) return undefined;
  return { kind, path: uri.path, about: Object.fromEntries(new URLSearchParams(uri.query)) };
}

export class ReadOnlyDocuments implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #readers = new Map<DocumentKind, DocumentReader>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();

  constructor() {
    this.#lifetime.add(this.#changed);
    this.#lifetime.add(
      vscode.workspace.registerTextDocumentContentProvider(documentScheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri, token) => this.#read(uri, token),
      }),
    );
    this.#readers.set('nothing', () => '');
  }

  /** Says who reads documents of these kinds. */
  serve(kinds: readonly DocumentKind[], read: DocumentReader): Disposable {
    for (const kind of kinds) this.#readers.set(kind, read);
    return toDisposable(() => {
      for (const kind of kinds) this.#readers.delete(kind);
    });
  }

  /** An open document is read anew. */
  changed(uri: vscode.Uri): void {
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
    } finally {
      subscription.dispose();
    }
  }
}
