/** Asks what to sync and starts it: a manifest file, or the dbt repository of the deployment. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { DbtSyncs } from '../../session/dbt/dbtSyncs.ts';
import { assertSendable, type DbtSyncStart, readManifest } from '../../session/dbt/manifestBody.ts';
import { chooseBranch } from '../branches/branchChoice.ts';
import { localFolders } from '../folders/workspaceFolders.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { withProgress } from '../shell/notifications.ts';
import { askText, type PickItem, pickItem } from '../shell/quickInput.ts';
import { findManifests } from './findManifests.ts';

type SourceItem = PickItem & { source?: { file: string } | 'browse' | 'git' };
type OutputItem = PickItem & { output: 'files' | 'branch' | 'branch-of' };

/** @returns the id of the sync, and where its cubes go. @throws UserError, PlatformError, CancelledError */
export async function startSync(
  selected: SelectedDeployment,
  syncs: DbtSyncs,
): Promise<{ syncJobId: string; output: 'files' | 'branch' }> {
  const title = vscode.l10n.t('Start dbt Sync');
  const source = await pickSource(title);
  const ref = source === 'git' ? await askForRef(title) : undefined;
  const output = await pickOutput(title);
  const place = output === 'files' ? 'files' : 'branch';
  const options: DbtSyncStart = { output: place };
  if (output === 'branch-of') {
    const placeholder = vscode.l10n.t('Select the branch that the new branch starts from and merges into');
    options.branchName = (await chooseBranch(selected, undefined, { title, placeholder, followed: false })).branchName;
  }
  const progress = source === 'git' ? vscode.l10n.t('Starting dbt sync') : vscode.l10n.t('Uploading dbt manifest');
  const syncJobId = await withProgress(progress, async (signal) => {
    if (source === 'git') return syncs.start({ ...options, source: 'git', ...(ref && { ref }) }, signal);
    const body: DbtSyncStart = { ...options, source: 'manifest', manifest: await readManifest(source.file) };
    assertSendable(body, source.file);
    return syncs.start(body, signal);
  });
  return { syncJobId, output: place };
}

async function pickSource(title: string): Promise<{ file: string } | 'git'> {
  const picked = await pickItem(sourceItems(), {
    title,
    placeHolder: vscode.l10n.t('Select a dbt manifest, or the dbt repository'),
    matchOnDescription: true,
  });
  if (!picked?.source) throw new CancelledError();
  if (picked.source !== 'browse') return picked.source;
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Select dbt Manifest'),
      openLabel: vscode.l10n.t('Select'),
      filters: { [vscode.l10n.t('dbt manifest')]: ['json'] },
    })) ?? [];
  if (!file) throw new CancelledError();
  return { file: file.fsPath };
}

async function sourceItems(): Promise<SourceItem[]> {
  const { l10n } = vscode;
  const folders = localFolders();
  const found = await Promise.all(
    folders.map(async ({ uri, name }) =>
      (await findManifests(uri.fsPath)).map((manifest) => ({
        ...manifest,
        name: folders.length > 1 ? `${name}/${manifest.name}` : manifest.name,
      })),
    ),
  );
  const manifests = found.flat().map(({ file, name, changedAt }): SourceItem => {
    const changed = new Date(changedAt).toLocaleString(vscode.env.language, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    return { icon: 'json', label: name, description: changed, source: { file } };
  });
  const separator = (label: string): SourceItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    separator(l10n.t('Manifest')),
    ...manifests,
    { icon: 'folder-opened', label: l10n.t('Browse…'), source: 'browse' },
    separator(l10n.t('Git')),
    {
      icon: 'repo',
      label: l10n.t('dbt Repository'),
      description: l10n.t('the platform clones it and runs dbt'),
      source: 'git',
    },
  ];
}

/** Undefined for the default branch of the repository. */
async function askForRef(title: string): Promise<string | undefined> {
  const ref = await askText({
    title,
    prompt: vscode.l10n.t('Branch or tag of the dbt repository. Leave it empty for the default branch.'),
    ignoreFocusOut: true,
    validateInput: (value) =>
      /^[0-9a-f]{40}$/i.test(value.trim()) ? vscode.l10n.t('Enter a branch or a tag, not a commit.') : undefined,
  });
  if (ref === undefined) throw new CancelledError();
  return ref.trim() || undefined;
}

async function pickOutput(title: string): Promise<OutputItem['output']> {
  const { l10n } = vscode;
  const items: OutputItem[] = [
    {
      icon: 'diff-multiple',
      label: l10n.t('Review Files'),
      detail: l10n.t('Compare them with the workspace and accept them. Nothing is committed.'),
      output: 'files',
    },
    {
      icon: 'git-branch',
      label: l10n.t('Commit to a New Branch'),
      detail: l10n.t('Starts from your open dev branch, otherwise from the production branch.'),
      output: 'branch',
    },
    {
      icon: 'git-branch-create',
      label: l10n.t('Commit to a New Branch from…'),
      detail: l10n.t('Select the branch that the new branch starts from.'),
      output: 'branch-of',
    },
  ];
  const picked = await pickItem(items, {
    title,
    placeHolder: l10n.t('Select where the generated cubes go'),
  });
  if (!picked) throw new CancelledError();
  return picked.output;
}
