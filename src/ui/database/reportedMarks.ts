/** What databases said about one model, at its places in the editor: a line above each join, and quick fixes of problems. */

import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { replacements } from '../../language/codeActions/replacements.ts';
import type { JoinMark } from '../../local/doctor/reportMarks.ts';
import type { Fix } from '../../model/source/problem.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import { type BoundFolder, relativeTo } from '../../session/folders.ts';
import { type ModelFiles, ReportedPlaces } from '../../session/reportedPlaces.ts';
import { codeOf } from '../problems/diagnostics.ts';
import { plainLabel } from '../shell/outsideText.ts';
import { toRange } from '../shell/ranges.ts';

/** A join as it was counted last. */
export interface CountedJoin extends JoinMark {
  /** Milliseconds since the epoch. */
  at: number;
  /** The join, or the table of its cube, has changed since. */
  isOlder: boolean;
}

export class ReportedMarks implements Disposable {
  /** The files of the model. */
  readonly selector: vscode.DocumentFilter;
  readonly #folder: BoundFolder;
  readonly #session: FolderSession;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new vscode.EventEmitter<void>());
  #shown: { places: ReportedPlaces<JoinMark>; marks: readonly JoinMark[]; at: number } | undefined;

  constructor(folder: BoundFolder, session: FolderSession) {
    this.#folder = folder;
    this.#session = session;
    const { projectFolder, modelFolder } = folder.binding;
    const models = vscode.Uri.file(path.join(projectFolder, modelFolder));
    this.selector = { scheme: 'file', pattern: new vscode.RelativePattern(models, '**/*.{yml,yaml,js,jinja}') };
    const { languages } = vscode;
    this.#lifetime.add(session.model.problems.onChange(() => this.#changed.fire()));
    this.#lifetime.add(
      languages.registerCodeLensProvider(this.selector, {
        onDidChangeCodeLenses: this.#changed.event,
        provideCodeLenses: (document) => this.#lenses(document),
      }),
    );
    this.#lifetime.add(
      languages.registerCodeActionsProvider(
        this.selector,
        { provideCodeActions: (document, _, { diagnostics }) => this.#fixes(document, diagnostics) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    );
  }

  /** Replaces the lines above joins. @param files that they are about */
  show(files: ModelFiles, marks: readonly JoinMark[]): void {
    this.#shown = { places: new ReportedPlaces(files, marks), marks, at: Date.now() };
    this.#changed.fire();
  }

  /** They are about another database. */
  withdraw(): void {
    this.#shown = undefined;
    this.#changed.fire();
  }

  /** All joins of the last examination. */
  counted(): CountedJoin[] {
    if (!this.#shown) return [];
    const { places, marks, at } = this.#shown;
    const keyOf = ({ file, from, to }: JoinMark) => JSON.stringify([file, from, to]);
    const current = new Set(places.in(this.#session.model.project.open).map(keyOf));
    return marks.map((mark) => ({ ...mark, at, isOlder: !current.has(keyOf(mark)) }));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const file = relativeTo(this.#folder, document.uri.fsPath);
    if (file === undefined || !this.#shown) return [];
    const { project } = this.#session.model;
    if (project.open.text(file)) project.edit(file, document.getText());
    const own = this.#shown.places.in(project.open).filter((one) => one.file === file);
    return own.map(({ range, text }) => {
      const title = plainLabel(text);
      // A narrow editor cuts the line.
      return new vscode.CodeLens(toRange(range), { title, tooltip: title, command: '' });
    });
  }

  /** The texts that a database suggests in place of the marked ones. Problems are about the saved text. */
  #fixes(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
    const file = relativeTo(this.#folder, document.uri.fsPath);
    const { problems, project } = this.#session.model;
    const saved = file === undefined ? undefined : project.saved.file(file);
    if (file === undefined || saved?.text !== document.getText()) return [];
    const reported = (problems.value.get(file) ?? []).filter(
      ({ source, fix }) => source === 'database' || fix?.kind === 'newTest',
    );
    return reported.flatMap((problem) => {
      const shown = diagnostics.filter(
        (one) => codeOf(one) === problem.code && one.range.isEqual(toRange(problem.range)),
      );
      if (shown.length === 0) return [];
      if (problem.fix?.kind === 'newTest') return newTestAction(document.uri, problem.fix, shown);
      return replacements(saved, problem).map(({ start, end, text }) => {
        const title = vscode.l10n.t("Change to '{0}'", plainLabel(text));
        const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
        action.edit = new vscode.WorkspaceEdit();
        action.edit.replace(document.uri, toRange(saved.lines.rangeOf({ start, end })), text);
        action.diagnostics = shown;
        return action;
      });
    });
  }
}

function newTestAction(
  uri: vscode.Uri,
  { name, text }: Extract<Fix, { kind: 'newTest' }>,
  shown: readonly vscode.Diagnostic[],
): vscode.CodeAction {
  const title = vscode.l10n.t('Add This Test');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command: 'dataModel.laws.addTest', title, arguments: [uri, name, text] };
  action.diagnostics = [...shown];
  return action;
}
