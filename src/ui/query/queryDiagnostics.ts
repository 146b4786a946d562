/** The failure of one query in the Problems view: on the query's line, or on that of the model. */

import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { QueryDocument } from '../../model/documents/queryDocument.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import { LineIndex } from '../../model/source/range.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import { placeFailure } from '../../session/query/placeFailure.ts';
import { codeOf, linkedCode } from '../problems/diagnostics.ts';
import { toRange } from '../shell/ranges.ts';

/** The document as it was when the query was sent. */
export interface SentDocument {
  uri: vscode.Uri;
  read: QueryDocument;
}

const { code } = problemCatalog.queryFailed;

export class QueryDiagnostics implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #collection = this.#lifetime.add(vscode.languages.createDiagnosticCollection());
  #found: readonly { uri: vscode.Uri; diagnostic: vscode.Diagnostic }[] = [];

  constructor() {
    this.#lifetime.add(
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const changed = new Set(uris.map(String));
        if (this.#found.some(({ uri }) => changed.has(uri.toString()))) this.#render();
      }),
    );
  }

  clear(): void {
    this.#found = [];
    this.#collection.clear();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Call after `loadModel`. */
  show(failure: unknown, { uri, read }: SentDocument, { model, binding }: FolderSession): void {
    this.clear();
    const known = [...model.problems.value.values()].flat();
    const placed = placeFailure(failure, read.mentions, model.project.saved, known);
    if (placed.at === 'query') {
      const range = toRange(new LineIndex(read.text).rangeOf(placed.span));
      this.#found = [{ uri, diagnostic: diagnosticOf(range, placed.message, 'data-model') }];
    }
    if (placed.at === 'model') {
      this.#found = placed.problems.map(({ file, range, message }) => ({
        uri: vscode.Uri.file(path.join(binding.projectFolder, file)),
        diagnostic: diagnosticOf(toRange(range), message, 'platform'),
      }));
    }
    this.#render();
  }

  /** A problem that the checks of the document or of the model mark there stays one problem. */
  #render(): void {
    for (const key of new Set(this.#found.map(({ uri }) => uri.toString()))) {
      const own = this.#found.filter(({ uri }) => uri.toString() === key);
      const { uri } = own[0]!;
      const others = vscode.languages.getDiagnostics(uri).filter((one) => codeOf(one) !== code && isError(one));
      const shown = own
        .map(({ diagnostic }) => diagnostic)
        .filter(({ range }) => !others.some((other) => other.range.start.isEqual(range.start)));
      if (shown.length !== (this.#collection.get(uri)?.length ?? 0)) this.#collection.set(uri, shown);
    }
  }
}

function isError({ severity }: vscode.Diagnostic): boolean {
  return severity === vscode.DiagnosticSeverity.Error;
}

function diagnosticOf(range: vscode.Range, message: string, source: string): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = source;
  diagnostic.code = linkedCode(code);
  return diagnostic;
}
