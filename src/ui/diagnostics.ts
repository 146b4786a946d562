/** Shows the problems of every open folder session in the editor: one collection, one entry a problem, nothing stale. */

import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { Problem, Severity } from '../model/problem.ts';
import type { FolderSession } from '../session/folderSession.ts';
import type { BoundFolder, Folders } from '../session/folders.ts';

const severities: Record<Severity, vscode.DiagnosticSeverity> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

export class Diagnostics implements Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('dataModel');
  readonly #lifetime = new Lifetime();
  readonly #watched = new Map<BoundFolder, Lifetime>();

  constructor(allFolders: readonly Folders[]) {
    this.#lifetime.add(this.#collection);
    for (const folders of allFolders) {
      const follow = () => this.#follow(allFolders.flatMap((each) => each.list.value));
      this.#lifetime.add(folders.list.onChange(follow));
      follow();
    }
  }

  dispose(): void {
    for (const lifetime of this.#watched.values()) lifetime.dispose();
    this.#lifetime.dispose();
  }

  #follow(folders: readonly BoundFolder[]): void {
    for (const [folder, lifetime] of this.#watched) {
      if (folders.includes(folder)) continue;
      lifetime.dispose();
      this.#watched.delete(folder);
    }
    for (const folder of folders) {
      if (this.#watched.has(folder)) continue;
      const lifetime = new Lifetime();
      this.#watched.set(folder, lifetime);
      const start = (session: FolderSession | undefined) => session && lifetime.add(this.#render(folder, session));
      lifetime.add(folder.session.onChange(start));
      start(folder.session.value);
    }
  }

  #render(folder: BoundFolder, session: FolderSession): Disposable {
    const lifetime = new Lifetime();
    let shown = new Set<string>();
    const show = () => {
      const { problems } = session.model;
      const next = new Map<string, vscode.Diagnostic[]>();
      for (const [file, list] of problems.value) {
        const uri = uriOf(folder, file);
        next.set(uri.toString(), [
          ...(next.get(uri.toString()) ?? []),
          ...list.map((each) => toDiagnostic(folder, each)),
        ]);
      }
      for (const key of shown) if (!next.has(key)) this.#collection.delete(vscode.Uri.parse(key, true));
      for (const [key, list] of next) this.#collection.set(vscode.Uri.parse(key, true), list);
      shown = new Set(next.keys());
    };
    lifetime.add(session.model.problems.onChange(show));
    lifetime.onDispose(() => {
      for (const key of shown) this.#collection.delete(vscode.Uri.parse(key, true));
    });
    show();
    return lifetime;
  }
}

/** A problem of a project that has no file of its own stands on the project's folder. */
function uriOf(folder: BoundFolder, file: string): vscode.Uri {
  return vscode.Uri.file(path.join(folder.binding.projectFolder, file));
}

function toDiagnostic(folder: BoundFolder, problem: Problem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(toRange(problem.range), problem.message, severities[problem.severity]);
  diagnostic.source = problem.source === 'local' ? 'local' : 'platform';
  diagnostic.code = problem.docs ? { value: problem.code, target: vscode.Uri.parse(problem.docs) } : problem.code;
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

function toRange({ start, end }: Problem['range']): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
