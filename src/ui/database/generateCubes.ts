/** Generates cubes for tables of a project's databases. The editor shows the changes, and writes those that the user accepts. */

import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { type Generated, type GeneratedFile, skippedText } from '../../local/generate/generateCubes.ts';
import type { Catalogs } from '../../model/catalog/catalogLookup.ts';
import { existingCubes } from '../../model/generate/existingCubes.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { exists } from '../folders/freeFile.ts';
import { folderFor } from '../language/newFiles.ts';
import type { App } from '../shell/app.ts';
import { countOfFiles } from '../shell/localizer.ts';
import { showInformation, showStatus, withProgress } from '../shell/notifications.ts';
import { type PickItem, pickItems } from '../shell/quickInput.ts';
import { documentUri, type ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { ProjectDatabases } from './projectDatabases.ts';
import { runOnData } from './runOnData.ts';

interface TableItem extends PickItem {
  /** Undefined for a heading. */
  table?: { dataSource: string; place: number };
}

/** @throws UserError, CancelledError */
export async function generateCubes(
  app: App,
  documents: ReadOnlyDocuments,
  databases: ProjectDatabases,
  argument?: unknown,
): Promise<void> {
  const { log } = app;
  const { l10n } = vscode;
  const project = await databases.choose(argument);
  const { folder, database } = project;
  const catalogs = await withProgress(l10n.t('Reading the tables of “{0}”', folder.name), (signal) =>
    database.readCatalogs(signal),
  );
  const session = await folder.open();
  await session.reloadModel();
  const { saved } = session.model.project;
  const chosen = await pickTables(folder.name, saved, catalogs);
  const { binding } = folder;
  const cubeFolder = path.relative(binding.projectFolder, await folderFor(saved, binding, 'cube'));
  const more = {
    catalogs: new Map([...catalogs].map(([name, { catalog }]) => [name, catalog])),
    chosen,
    cubeFolder: cubeFolder.split(path.sep).join('/'),
  };
  const { answer } = await withProgress(l10n.t('Generating cubes for “{0}”', folder.name), (signal, report) =>
    runOnData(
      'generate',
      project,
      more,
      {
        log,
        signal,
        onProgress: ({ done, all, what = '' }) => report(l10n.t('{0} of {1}: {2}', done, all, what)),
      },
      catalogs,
    ),
  );
  const { files, report } = answer;
  for (const one of report.skipped) log.info(skippedText(one));
  if (files.length === 0) {
    const text = l10n.t('The cubes have everything that can be generated of these tables.');
    if (report.skipped.length === 0) return void showInformation(text);
    const show = l10n.t('Show Reasons');
    if ((await showInformation(`${text} ${leftOutText(answer)}`, show)) === show) log.show();
    return;
  }
  await confirmFiles(app, documents, folder, answer);
  await writeFiles(binding.projectFolder, files);
  showStatus(
    l10n.t(
      'New cubes: {0}, new joins: {1}, dimensions and measures added to cubes: {2}',
      report.cubes,
      report.joins,
      report.members,
    ),
  );
}

/** @returns places in the catalogs, by the name of the data source. @throws UserError, CancelledError */
async function pickTables(
  projectName: string,
  index: ModelIndex,
  catalogs: Catalogs,
): Promise<Map<string, readonly number[]>> {
  const { l10n } = vscode;
  const items = tableItems(index, catalogs);
  if (items.length === 0) {
    throw new UserError(l10n.t('The data source has no tables.'), {
      action: l10n.t('Choose another data source.'),
    });
  }
  const isCut = [...catalogs.values()].some(({ catalog }) => catalog.isCut);
  const picked = await pickItems(items, {
    title: l10n.t('Generate Cubes for “{0}”', projectName),
    placeHolder: isCut
      ? l10n.t('Select tables. The data source has more, which are not listed')
      : l10n.t('Select tables. A cube that exists only gets what is new'),
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  const tables = (picked ?? []).flatMap(({ table }) => table ?? []);
  if (tables.length === 0) throw new CancelledError();
  const chosen = new Map<string, number[]>();
  for (const { dataSource, place } of tables) chosen.set(dataSource, [...(chosen.get(dataSource) ?? []), place]);
  return chosen;
}

function tableItems(index: ModelIndex, catalogs: Catalogs): TableItem[] {
  const { l10n } = vscode;
  return [...catalogs].flatMap(([dataSource, lookup]) => {
    const { tables } = lookup.catalog;
    const cubes = existingCubes(index, lookup.catalog);
    const places = tables.map((table, place) => ({ table, place })).sort((a, b) => compareTables(a.table, b.table));
    let schema: string | undefined;
    return places.flatMap(({ table, place }): TableItem[] => {
      const cube = cubes.get(table);
      const heading = catalogs.size === 1 ? table.schema : `${dataSource} · ${table.schema}`;
      const isFirst = table.schema !== schema;
      schema = table.schema;
      const columns = table.columns.length === 1 ? l10n.t('1 column') : l10n.t('{0} columns', table.columns.length);
      return [
        ...(isFirst ? [{ label: heading, kind: vscode.QuickPickItemKind.Separator }] : []),
        {
          icon: cube ? 'symbol-class' : 'table',
          label: table.name,
          description: [table.schema, columns, ...(cube ? [l10n.t('has the cube {0}', cube.name)] : [])].join(' · '),
          ...(table.comment === undefined ? {} : { detail: table.comment }),
          table: { dataSource, place },
        },
      ];
    });
  });
}

function compareTables(a: { schema: string; name: string }, b: { schema: string; name: string }): number {
  return a.schema.localeCompare(b.schema) || a.name.localeCompare(b.name);
}

/** What is missing in the files, and why it may be. */
function leftOutText({ report: { skipped }, isCut }: Generated): string {
  const { l10n } = vscode;
  const text =
    skipped.length === 1
      ? l10n.t('1 column, key or join is left out.')
      : l10n.t('{0} columns, keys or joins are left out.', skipped.length);
  return isCut ? `${text} ${l10n.t('Some keys could not be counted.')}` : text;
}

/** The comparison is open before the user decides, and closed afterwards. @throws CancelledError */
async function confirmFiles(
  { log }: App,
  documents: ReadOnlyDocuments,
  folder: BoundFolder,
  generated: Generated,
): Promise<void> {
  const { l10n } = vscode;
  const { files, report } = generated;
  const contents = new Map<string, string>();
  const changes = files.map(({ path: file, content, replaces }) => {
    const here = vscode.Uri.file(path.join(folder.binding.projectFolder, file));
    const written = documentUri({ kind: 'generated', path: here.path, parameters: {} });
    contents.set(written.path, content);
    return [here, replaces === undefined ? written.with({ authority: 'nothing' }) : here, written];
  });
  const reader = documents.registerReader(['generated'], (address) => contents.get(address.path) ?? '');
  const title = l10n.t('Generated Cubes of “{0}”', folder.name);
  try {
    await vscode.commands.executeCommand('vscode.changes', title, changes);
    const fresh = files.filter(({ replaces }) => replaces === undefined).length;
    const write = l10n.t('Write Files');
    const show = l10n.t('Show Reasons');
    const hasReasons = report.skipped.length > 0;
    const question = l10n.t(
      'Write these cubes? New: {0}, changed: {1}.',
      countOfFiles(fresh, l10n),
      countOfFiles(files.length - fresh, l10n),
    );
    const message = hasReasons ? `${question} ${leftOutText(generated)}` : question;
    for (;;) {
      const choice = await showInformation(message, write, ...(hasReasons ? [show] : []), l10n.t('Not Now'));
      if (choice === write) return;
      if (choice !== show) throw new CancelledError();
      log.show();
    }
  } finally {
    // The editor adds the number of files to the title.
    const tabs = vscode.window.tabGroups.all.flatMap((group) =>
      group.tabs.filter(({ label }) => label.startsWith(title)),
    );
    await vscode.window.tabGroups.close(tabs);
    reader.dispose();
  }
}

/** All of them, or none. Overwrites nothing that was not shown. @throws UserError */
async function writeFiles(projectFolder: string, files: readonly GeneratedFile[]): Promise<void> {
  const { l10n } = vscode;
  const edit = new vscode.WorkspaceEdit();
  const changed: vscode.TextDocument[] = [];
  for (const { path: file, content, replaces } of files) {
    const uri = vscode.Uri.file(path.join(projectFolder, file));
    if (replaces === undefined) {
      if (await exists(uri)) throw new UserError(l10n.t('The file exists by now.'), { where: file });
      edit.createFile(uri, { contents: Buffer.from(content) });
      continue;
    }
    const document = await vscode.workspace.openTextDocument(uri);
    if (document.isDirty || document.getText() !== replaces) {
      throw new UserError(
        document.isDirty ? l10n.t('The file has unsaved changes.') : l10n.t('The file was changed in the meantime.'),
        { where: file, action: l10n.t('Save it, then run the command again.') },
      );
    }
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), content);
    changed.push(document);
  }
  const isWritten = await vscode.workspace.applyEdit(edit);
  const saved = await Promise.all(changed.map((document) => document.save()));
  if (!isWritten || saved.includes(false)) {
    throw new UserError(l10n.t('The generated cubes could not be written.'), {
      where: files.map((file) => file.path).join(', '),
    });
  }
  await vscode.window.showTextDocument(vscode.Uri.file(path.join(projectFolder, files[0]!.path)));
}
