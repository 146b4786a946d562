/** What databases said about one model, at its places in the editor: a line above each join, and quick fixes of problems. */

import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { replacements } from '../../language/codeActions/replacements.ts';
import type { JoinMark } from '../../local/doctor/reportMarks.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import { type BoundFolder, relativeTo } from '../../session/folders.ts';
import { type ModelFiles, ReportedPlaces } from '../../session/reportedPlaces.ts';
import { codeOf } from '../problems/diagnostics.ts';
import { plainLabel } from '../shell/outsideText.ts';
import { toRange } from '../shell/ranges.ts';

export class ReportedMarks implements Disposable {
  readonly #folder: BoundFolder;
  readonly #session: FolderSession;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new vscode.EventEmitter<void>());
  #marks: ReportedPlaces<JoinMark> | undefined;

  constructor(folder: BoundFolder, session: FolderSession) {
    this.#folder = folder;
    this.#session = session;
    const { projectFolder, modelFolder } = folder.binding;
    const models = vscode.Uri.file(path.join(projectFolder, modelFolder));
    const selector = { scheme: 'file', pattern: new vscode.RelativePattern(models, '**/*.{yml,yaml,js,jinja}') };
    const { languages } = vscode;
    this.#lifetime.add(session.model.problems.onChange(() => this.#changed.fire()));
    this.#lifetime.add(
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: this.#changed.event,
        provideCodeLenses: (document) => this.#lenses(document),
      }),
    );
    this.#lifetime.add(
      languages.registerCodeActionsProvider(
        selector,
        { provideCodeActions: (document, _, { diagnostics }) => this.#fixes(document, diagnostics) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    );
  }

  /** Replaces the lines above joins. @param files that they are about */
  show(files: ModelFiles, marks: readonly JoinMark[]): void {
    this.#marks = new ReportedPlaces(files, marks);
    this.#changed.fire();
  }

  /** They are about another database. */
  withdraw(): void {
    this.#marks = undefined;
    this.#changed.fire();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const file = relativeTo(this.#folder, document.uri.fsPath);
    if (file === undefined || !this.#marks) return [];
    const { project } = this.#session.model;
    if (project.open.text(file)) project.edit(file, document.getText());
    const own = this.#marks.in(project.open).filter((one) => one.file === file);
    return own.map(({ range, text }) => new vscode.CodeLens(toRange(range), { title: plainLabel(text), command: '' }));
  }

  /** The texts that a database suggests in place of the marked ones. Problems are about the saved text. */
  #fixes(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
    const file = relativeTo(this.#folder, document.uri.fsPath);
    const { problems, project } = this.#session.model;
    const saved = file === undefined ? undefined : project.saved.file(file);
    if (file === undefined || saved?.text !== document.getText()) return [];
    const reported = (problems.value.get(file) ?? []).filter(({ source }) => source === 'database');
    return reported.flatMap((problem) => {
      const shown = diagnostics.filter(
        (one) => codeOf(one) === problem.code && one.range.isEqual(toRange(problem.range)),
      );
      if (shown.length === 0) return [];
      return replacements(saved, problem).map(({ start, end, text }) => {
        const title = vscode.l10n.t('Replace with “{0}”', plainLabel(text));
        const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
        action.edit = new vscode.WorkspaceEdit();
        action.edit.replace(document.uri, toRange(saved.lines.rangeOf({ start, end })), text);
        action.diagnostics = shown;
        return action;
      });
    });
  }
}
