/** Creates a file of a project: a cube, a view or a test, with what is still to be filled in; or opens a new query. */

import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { newDefinition } from '../../language/completion/newDefinition.ts';
import { newQueryDocument, newTestDocument } from '../../language/queries/newDocument.ts';
import { ModelIndex } from '../../model/index/modelIndex.ts';
import type { ProjectFolder } from '../../model/project/findProject.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import { exists, freeFile } from '../folders/freeFile.ts';
import { pickProject } from '../folders/projectChoice.ts';
import { localFolders } from '../folders/workspaceFolders.ts';
import { askText } from '../shell/quickInput.ts';
import type { ScratchFiles } from '../shell/scratchFiles.ts';
import { readSetting } from '../shell/settings.ts';
import type { OwnerOf } from './openSources.ts';

/** The projects to choose from. */
interface Choice {
  allFolders: readonly Folders[];
  ownerOf: OwnerOf;
  scratch: ScratchFiles;
}

/** A folder without a project may become one. */
interface Place extends ProjectFolder {
  project: BoundFolder | undefined;
}

export async function createDefinition(choice: Choice, kind: 'cube' | 'view'): Promise<void> {
  const { l10n } = vscode;
  const place = await choosePlace(choice);
  const index = await modelOf(place);
  const folder = await folderFor(index, place, kind);
  const name = await askText({
    title: kind === 'cube' ? l10n.t('New Cube') : l10n.t('New View'),
    prompt: l10n.t('Enter a name: letters, digits and underscores'),
    placeHolder: kind === 'cube' ? 'orders' : 'sales',
    validateInput: async (text) => {
      if (!/^[A-Za-z_]\w*$/.test(text))
        return l10n.t('A name has letters, digits and underscores, and starts with a letter.');
      if (index.cube(text)) return l10n.t('The model defines {0} already.', text);
      return (await exists(vscode.Uri.file(path.join(folder, `${text}.yml`))))
        ? l10n.t('The file {0} exists.', `${text}.yml`)
        : undefined;
    },
  });
  if (!name) throw new CancelledError();
  await createFile(vscode.Uri.file(path.join(folder, `${name}.yml`)), newDefinition(index, kind, name));
}

export async function createTest(choice: Choice): Promise<void> {
  const { projectFolder } = await choosePlace(choice);
  const { l10n } = vscode;
  const name = await askText({
    title: l10n.t('New Test'),
    prompt: l10n.t('Enter what the test shows, in one line'),
    placeHolder: l10n.t('Every order has a status'),
    validateInput: (text) => (fileName(text) === '' ? l10n.t('Enter a text.') : undefined),
  });
  if (!name) throw new CancelledError();
  const file = await freeFile(path.join(projectFolder, 'tests'), fileName(name), '.test.yml');
  await createFile(file, newTestDocument(name.trim()));
  await vscode.commands.executeCommand('editor.action.triggerSuggest');
}

export async function openNewQuery(choice: Choice): Promise<void> {
  const place = await choosePlace(choice);
  const { scratch } = choice;
  const names = new Set(scratch.all.map(({ path: file }) => path.posix.basename(file)));
  let name = 'query.query.yml';
  for (let number = 2; names.has(name); number += 1) name = `query-${number}.query.yml`;
  await fillIn(scratch.create(place.projectFolder, name, ''), newQueryDocument(await modelOf(place)));
  await vscode.commands.executeCommand('editor.action.triggerSuggest');
}

/** An empty one for a folder that is not a project yet. */
async function modelOf({ project, modelFolder }: Place): Promise<ModelIndex> {
  const session = await project?.open();
  await session?.loadModel();
  return session?.model.project.open ?? new ModelIndex({ modelFolder });
}

/** The project of the active editor, the only one, or the one that the user selects. @throws UserError, CancelledError */
async function choosePlace({ allFolders, ownerOf }: Choice): Promise<Place> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const own = active?.scheme === 'file' ? ownerOf(active.fsPath) : undefined;
  const project = own ?? (await pickProject(allFolders.flatMap(({ list }) => list.value)));
  if (project) return { project, ...project.binding };
  const [folder] = localFolders();
  if (!folder) {
    throw new UserError(vscode.l10n.t('No folder is open.'), {
      action: vscode.l10n.t('Open the folder that contains your data model, or an empty folder.'),
    });
  }
  const modelFolder = readSetting('dataModel.model.folder', folder.uri);
  return { project, projectFolder: folder.uri.fsPath, modelFolder };
}

/** The folder `cubes` or `views` of the model; without it, that of the first definition of the kind. */
export async function folderFor(
  index: ModelIndex,
  { projectFolder, modelFolder }: ProjectFolder,
  kind: 'cube' | 'view',
): Promise<string> {
  const usual = path.join(projectFolder, modelFolder, `${kind}s`);
  if (await exists(vscode.Uri.file(usual))) return usual;
  const first = index.definitions.find((one) => one.kind === kind) ?? index.definitions[0];
  return first ? path.join(projectFolder, path.dirname(first.file)) : usual;
}

function fileName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
}

/** Writes a test into a new file of its own, and opens it. @throws UserError */
export async function createTestFile(projectFolder: string, name: string, text: string): Promise<void> {
  const file = await freeFile(path.join(projectFolder, 'tests'), fileName(name), '.test.yml');
  await createWith(file, text);
  await vscode.window.showTextDocument(file, { preview: false });
}

async function createFile(file: vscode.Uri, snippet: string): Promise<void> {
  await createWith(file, '');
  await fillIn(file, snippet);
}

async function createWith(file: vscode.Uri, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { contents: Buffer.from(text) });
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(vscode.l10n.t('Could not create {0}.', vscode.workspace.asRelativePath(file)));
  }
}

async function fillIn(file: vscode.Uri, snippet: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  const editor = await vscode.window.showTextDocument(document);
  await editor.insertSnippet(new vscode.SnippetString(snippet), new vscode.Position(0, 0));
}
