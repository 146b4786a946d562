/** Shows the problems of all open folder sessions in one diagnostic collection. */

import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { Severity } from '../../model/source/problemCatalog.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import { forEachSession } from '../folders/followedBranch.ts';
import { toRange } from '../shell/ranges.ts';

const severities: Record<Severity, vscode.DiagnosticSeverity> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

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
  const diagnostic = new vscode.Diagnostic(toRange(problem.range), problem.message, severities[problem.severity]);
  diagnostic.source = problem.source === 'data-model' ? 'data-model' : 'platform';
  diagnostic.code = problem.code;
  if (problem.related) {
    diagnostic.relatedInformation = problem.related.map(
      ({ file, range, message }) =>
        new vscode.DiagnosticRelatedInformation(
          new vscode.Location(vscode.Uri.file(path.join(folder.binding.projectFolder, file)), toRange(range)),
          message,
        ),
    );
  }
  return diagnostic;
}
