/** Asks for the data source of a project, and takes it when it can be opened. A mistake is said in the box where it can be corrected. */

import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { describeSource } from '../../database/source/describeSource.ts';
import { envSources } from '../../database/source/envSources.ts';
import type { SourceChoice } from '../../session/database/sourceChoice.ts';
import { sessionErrors } from '../../session/errors.ts';
import { askUntilAccepted, goneBack } from '../shell/checkedInput.ts';
import { errorText } from '../shell/errorText.ts';
import { withProgress } from '../shell/notifications.ts';
import { type PickItem, pickItem } from '../shell/quickInput.ts';
import { askPostgres } from './askPostgres.ts';
import type { KnownProject, ProjectDatabases } from './projectDatabases.ts';

interface KindItem extends PickItem {
  from: SourceChoice['kind'] | 'folder' | 'file';
}

/** @throws UserError, CancelledError */
export async function chooseSource(databases: ProjectDatabases, argument?: unknown): Promise<void> {
  if (!vscode.workspace.isTrusted) throw sessionErrors.error('database-not-trusted');
  const project = await databases.choose(argument);
  const { folder, database } = project;
  const title = vscode.l10n.t('Data Source of “{0}”', folder.name);
  const picked = await pickItem(kindItems(project), { title, placeHolder: vscode.l10n.t('Select where the data is') });
  if (!picked) throw new CancelledError();
  switch (picked.from) {
    case 'none':
      return database.choose({ kind: 'none' }, undefined);
    case 'env':
      await withProgress(vscode.l10n.t('Opening the data source'), (signal) =>
        database.choose({ kind: 'env' }, undefined, signal),
      );
      break;
    case 'postgres':
      await askPostgres(database, title);
      break;
    default:
      await askPath(project, title, picked.from === 'folder');
  }
  await databases.readCatalogs(project);
}

async function kindItems({ folder, database }: KnownProject): Promise<KindItem[]> {
  const { l10n } = vscode;
  const { choice } = database.state.value;
  const env = await envDescription(folder.binding.projectFolder);
  const current = (isCurrent: boolean) => (isCurrent ? { description: l10n.t('current') } : {});
  const items: KindItem[] = [
    {
      from: 'folder',
      icon: 'folder',
      label: l10n.t('Folder of CSV, Parquet or JSON Files…'),
      detail: l10n.t('Each file is a table; a folder in it is a schema.'),
    },
    { from: 'file', icon: 'file', label: l10n.t('DuckDB File or SQL Script…') },
    { from: 'postgres', icon: 'server', label: l10n.t('Postgres…'), ...current(choice.kind === 'postgres') },
    { from: 'none', icon: 'circle-slash', label: l10n.t('No Data Source'), ...current(choice.kind === 'none') },
  ];
  if (env === undefined) return items;
  return [{ from: 'env', icon: 'settings', label: '.env', detail: env, ...current(choice.kind === 'env') }, ...items];
}

/** Undefined without a database in it. */
async function envDescription(projectFolder: string): Promise<string | undefined> {
  try {
    const sources = await envSources(projectFolder);
    return sources && [...sources.values()].map(describeSource).join(', ');
  } catch (failure) {
    return errorText(failure, vscode.l10n);
  }
}

/** The path stays in its box until it can be opened. @throws CancelledError */
async function askPath({ folder, database }: KnownProject, title: string, isFolder: boolean): Promise<void> {
  const { projectFolder } = folder.binding;
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: vscode.l10n.t('Select'),
      defaultUri: vscode.Uri.file(projectFolder),
      canSelectFolders: isFolder,
      canSelectFiles: !isFolder,
    })) ?? [];
  if (!chosen) throw new CancelledError();
  const done = await askUntilAccepted({
    title,
    prompt: vscode.l10n.t('Path of a folder with data, a DuckDB file or a .sql script'),
    value: chosen.fsPath,
    isSubmitted: true,
    accept: (text, signal) =>
      database.choose({ kind: 'path', path: path.resolve(projectFolder, text) }, undefined, signal),
  });
  if (done === goneBack) throw new CancelledError();
}
