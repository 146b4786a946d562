/** The two tools for assistants that need the editor: they show a place, and tell what is not saved. */

import path from 'node:path';
import * as vscode from 'vscode';
import { safeText } from '../../base/assistantText.ts';
import { UserError } from '../../base/errors.ts';
import { isWithin } from '../../model/project/findProject.ts';
import { partOf } from '../../model/project/readProject.ts';
import type { Folders } from '../../session/folders.ts';

/** Characters of all unsaved texts in an answer. */
const maxTexts = 32_000;

interface Place {
  place: string;
}

export class LanguageTools {
  readonly #allFolders: readonly Folders[];

  constructor(allFolders: readonly Folders[]) {
    this.#allFolders = allFolders;
  }

  /** @throws UserError */
  async show({ place }: Place): Promise<vscode.LanguageModelToolResult> {
    const [, file, line] = /^(.+):(\d{1,7})$/.exec(String(place)) ?? [];
    if (file === undefined) throw new UserError('place must be file:line.');
    const found = this.#projects
      .map(({ projectFolder, modelFolder }) => ({
        projectFolder,
        modelFolder,
        absolute: path.join(projectFolder, file),
      }))
      .filter((one) => isWithin(one.projectFolder, one.absolute) && partOf(file, one.modelFolder) !== undefined);
    for (const { absolute } of found) {
      const uri = vscode.Uri.file(absolute);
      const document = await Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
      if (!document) continue;
      const at = new vscode.Position(Math.min(Number(line), document.lineCount) - 1, 0);
      await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at), preserveFocus: true });
      return answer({ shown: safeText(`${file}:${at.line + 1}`).text });
    }
    throw new UserError('No project of this window has this file of a model, query or test.');
  }

  async unsaved(): Promise<vscode.LanguageModelToolResult> {
    const texts: { project: string; file: string; text: string }[] = [];
    const leftOut: string[] = [];
    let size = 0;
    for (const document of vscode.workspace.textDocuments) {
      const { isDirty, uri } = document;
      const project = this.#projects.find(({ projectFolder }) => isWithin(projectFolder, uri.fsPath));
      if (!isDirty || uri.scheme !== 'file' || !project) continue;
      const file = path.relative(project.projectFolder, uri.fsPath).replaceAll('\\', '/');
      if (partOf(file, project.modelFolder) === undefined) continue;
      const { text, isCut } = safeText(document.getText(), maxTexts);
      size += text.length;
      if (isCut || size > maxTexts) leftOut.push(safeText(file).text);
      else
        texts.push({ project: safeText(path.basename(project.projectFolder)).text, file: safeText(file).text, text });
    }
    return answer({ unsaved: texts, ...(leftOut.length > 0 && { leftOut, truncated: true }) });
  }

  /** The innermost project of a file first. */
  get #projects() {
    const all = this.#allFolders.flatMap(({ list }) => list.value.map(({ binding }) => binding));
    return all.sort((a, b) => b.projectFolder.length - a.projectFolder.length);
  }
}

/** Texts of others stand in strings of JSON only. */
function answer(value: object): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(JSON.stringify(value))]);
}
