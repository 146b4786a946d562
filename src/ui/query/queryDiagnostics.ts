/** The failure of one query in the Problems view: on the query's line, or on that of the model. */

import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { QueryDocument } from '../../model/documents/queryDocument.ts';
import type { Problem } from '../../model/source/problem.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import { LineIndex } from '../../model/source/range.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import { placeFailure } from '../../session/query/placeFailure.ts';
import { filesOf, ReportedPlaces } from '../../session/reportedPlaces.ts';
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
  /** While problems are in the model. */
  #following: Lifetime | undefined;

  constructor() {
    this.#lifetime.add(
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const changed = new Set(uris.map(String));
        if (this.#found.some(({ uri }) => changed.has(uri.toString()))) this.#render();
      }),
    );
  }

  clear(): void {
    if (this.#following) this.#lifetime.release(this.#following);
    this.#following = undefined;
    this.#found = [];
    this.#collection.clear();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Call after `loadModel`. */
  show(failure: unknown, { uri, read }: SentDocument, session: FolderSession): void {
    this.clear();
    const { model } = session;
    const known = [...model.problems.value.values()].flat();
    const placed = placeFailure(failure, read.mentions, model.project.saved, known);
    if (placed.at === 'query') {
      const range = toRange(new LineIndex(read.text).rangeOf(placed.span));
      this.#found = [{ uri, diagnostic: diagnosticOf(range, placed.message, 'data-model') }];
    }
    if (placed.at === 'model') this.#follow(placed.problems, session);
    this.#render();
  }

  /** A problem ends when its text in the model changes, also before the query runs again. */
  #follow(problems: readonly Problem[], { model, binding }: FolderSession): void {
    const places = new ReportedPlaces(filesOf(model.project.saved), problems);
    let last: readonly Problem[] | undefined;
    const show = () => {
      const now = places.in(model.project.saved);
      if (isDeepStrictEqual(now, last)) return;
      last = now;
      this.#collection.clear();
      this.#found = now.map(({ file, range, message }) => ({
        uri: vscode.Uri.file(path.join(binding.projectFolder, file)),
        diagnostic: diagnosticOf(toRange(range), message, 'platform'),
      }));
      this.#render();
    };
    this.#following = this.#lifetime.add(new Lifetime());
    this.#following.add(model.problems.onChange(show));
    show();
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
