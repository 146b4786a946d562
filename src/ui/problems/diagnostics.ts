/** Shows the problems of all open folder sessions in one diagnostic collection. */

import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { diagnosticOf } from '../../language/diagnostic.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { ProblemCode } from '../../model/source/problemCatalog.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import { forEachSession } from '../folders/followedBranch.ts';
import { toRange } from '../shell/ranges.ts';
import { thisExtension } from '../shell/thisExtension.ts';

export class Diagnostics implements Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('dataModel');
  readonly #lifetime = new Lifetime();

  constructor(allFolders: readonly Folders[]) {
    this.#lifetime.add(this.#collection);
    for (const folders of allFolders) {
      this.#lifetime.add(
        forEachSession(folders, (session, folder, lifetime) => this.#render(folder, session, lifetime)),
      );
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #render(folder: BoundFolder, { model }: FolderSession, lifetime: Lifetime): void {
    let shown: typeof model.problems.value = new Map();
    const show = () => {
      const { value } = model.problems;
      for (const file of shown.keys()) if (!value.has(file)) this.#collection.delete(uriOf(folder, file));
      for (const [file, problems] of value) {
        // The editor has moved the marks of a document with unsaved changes.
        if (shown.get(file) === problems) continue;
        const diagnostics = problems.map((problem) => toDiagnostic(folder, problem));
        this.#collection.set(uriOf(folder, file), diagnostics);
      }
      shown = value;
    };
    lifetime.onDispose(() => {
      for (const file of shown.keys()) this.#collection.delete(uriOf(folder, file));
    });
    lifetime.add(model.problems.onChange(show));
    show();
  }
}

/** A problem without a file is reported for the project folder. */
function uriOf(folder: BoundFolder, file: string): vscode.Uri {
  return vscode.Uri.file(path.join(folder.binding.projectFolder, file));
}

export function toDiagnostic(folder: BoundFolder, problem: Problem): vscode.Diagnostic {
  const { range, message, severity, source, tags, relatedInformation } = diagnosticOf(
    problem,
    (file) => uriOf(folder, file).toString(),
    pageOf,
  );
  // The protocol counts severities from 1.
  const diagnostic = new vscode.Diagnostic(toRange(range), message, (severity ?? 1) - 1);
  if (source) diagnostic.source = source;
  // The numbers of the protocol are those of the editor.
  if (tags) diagnostic.tags = tags;
  diagnostic.code = linkedCode(problem.code);
  if (relatedInformation) {
    diagnostic.relatedInformation = relatedInformation.map(({ location, message: text }) => {
      const place = new vscode.Location(vscode.Uri.parse(location.uri), toRange(location.range));
      return new vscode.DiagnosticRelatedInformation(place, text);
    });
  }
  return diagnostic;
}

/** The page that explains a code is part of the extension, so it is there without a network. */
function pageOf(code: ProblemCode): string {
  return vscode.Uri.joinPath(thisExtension().extensionUri, 'docs', 'problems', `${code}.md`).toString();
}

export function linkedCode(code: ProblemCode): { value: ProblemCode; target: vscode.Uri } {
  return { value: code, target: vscode.Uri.parse(pageOf(code)) };
}

export function codeOf({ code }: vscode.Diagnostic): string | number | undefined {
  return typeof code === 'object' ? code.value : code;
}
