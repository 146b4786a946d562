/** The commands of the Embedding view. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { embedAccessOperations } from '../../contract/embedding/embedAccess.ts';
import { accessChange, accessChoices } from '../../session/embedding/workbookAccess.ts';
import { confirm, showStatus, withProgress } from '../shell/notifications.ts';
import { pickManyFromList } from '../shell/pagedPick.ts';
import { askText, pickItems } from '../shell/quickInput.ts';
import type { EmbeddingModel } from './embeddingModel.ts';
import type { EmbeddingTarget } from './embeddingRows.ts';

export async function createGroup(model: EmbeddingModel, target: EmbeddingTarget): Promise<void> {
  const tenant = await model.tenantOf(target);
  const name = await enter(vscode.l10n.t('New Group of {0}', tenant.name), vscode.l10n.t('Name of the group'));
  const description = await enter(name, vscode.l10n.t('Description of the group (optional)'), () => undefined);
  await progress(vscode.l10n.t('Creating the group {0}', name), (signal) =>
    tenant.createGroup(name, description, signal),
  );
}

export async function openGroup(model: EmbeddingModel, target: EmbeddingTarget): Promise<void> {
  const { l10n } = vscode;
  const tenant = await model.tenantOf(target);
  const id = await enter(l10n.t('Open Group of {0}', tenant.name), l10n.t('Number of the group'), (text) =>
    /^\d{1,15}$/.test(text.trim()) ? undefined : l10n.t('Enter a number.'),
  );
  await progress(l10n.t('Opening the group {0}', id), (signal) => tenant.openGroup(Number(id), signal));
}

export async function deleteGroup(model: EmbeddingModel, target: EmbeddingTarget): Promise<void> {
  const { l10n } = vscode;
  const tenant = await model.tenantOf(target);
  const { id, name } = target.group!;
  const detail = l10n.t('The platform deletes only groups without members.');
  if (!(await confirm(l10n.t('Delete the group {0} of {1}?', name, tenant.name), detail, l10n.t('Delete')))) {
    throw new CancelledError();
  }
  await progress(l10n.t('Deleting the group {0}', name), (signal) => tenant.deleteGroup(id, signal));
}

export async function addMembers(model: EmbeddingModel, target: EmbeddingTarget): Promise<void> {
  const { l10n } = vscode;
  const tenant = await model.tenantOf(target);
  const { id, name } = target.group!;
  const users = await pickManyFromList(tenant.users, {
    title: l10n.t('Add Members to {0}', name),
    placeholder: l10n.t('Select the users to add'),
    accepts: ({ groups }) => !groups?.some((group) => typeof group === 'object' && Number(group.id) === id),
    item: ({ externalId, displayName, id: key }) => ({
      label: externalId ?? String(key),
      description: displayName ?? '',
    }),
  });
  if (users.length === 0) throw new CancelledError();
  const ids = users.map((user) => Number(user.id));
  await progress(l10n.t('Adding members to {0}', name), (signal) => tenant.addMembers(id, ids, signal));
}

export async function removeMember(model: EmbeddingModel, target: EmbeddingTarget): Promise<void> {
  const { l10n } = vscode;
  const tenant = await model.tenantOf(target);
  const { group, user } = target;
  const question = l10n.t('Remove {0} from the group {1}?', user!.name, group!.name);
  const detail = l10n.t('The user stays in the embed tenant.');
  if (!(await confirm(question, detail, l10n.t('Remove')))) throw new CancelledError();
  await progress(l10n.t('Removing {0} from {1}', user!.name, group!.name), (signal) =>
    tenant.removeMembers(group!.id, [user!.id], signal),
  );
}

/** Deletes a tenant with its data, after its name was typed. */
export async function deleteTenant(model: EmbeddingModel, target: EmbeddingTarget): Promise<void> {
  const { l10n } = vscode;
  const tenant = await model.tenantOf(target);
  const prompt = l10n.t(
    'Deletes the embed tenant with its users, groups, sessions, comments and access to workbooks. Enter {0} to confirm.',
    tenant.name,
  );
  await enter(l10n.t('Delete Embed Tenant {0}', tenant.name), prompt, (text) =>
    text === tenant.name ? undefined : '',
  );
  await progress(l10n.t('Deleting {0}', tenant.name), async (signal) => {
    await tenant.delete(signal);
    await (await model.tenantsOf(target)).list.reload();
  });
}

/** Selects who may read a workbook: all embed users, and embed tenants. Asks for the workbook if the node shows none. */
export async function changeAccess(model: EmbeddingModel, target: EmbeddingTarget): Promise<void> {
  const { l10n } = vscode;
  const { platform } = await model.tenantsOf(target);
  const deploymentId = target.deploymentId!;
  const tenant = await model.tenantOf(target);
  const id =
    target.workbook?.id ?? (await enter(l10n.t('Change Workbook Access'), l10n.t('ID of the workbook'))).trim();
  const name = target.workbook?.name ?? String(id);
  const params = { deploymentId, workbookId: id };
  const access = await progress(l10n.t('Reading the access to {0}', name), (signal) =>
    platform.admin.call(embedAccessOperations.getEmbedAccess, { params }, { signal }),
  );
  const choices = accessChoices(access, tenant.name);
  const picked = await pickItems(
    choices.map(({ reader, mayRead }) => ({
      label: reader ?? l10n.t('All embed users'),
      description: reader === null ? l10n.t('of every embed tenant') : l10n.t('embed tenant'),
      picked: mayRead,
      reader,
    })),
    {
      title: l10n.t('Access to {0}', name),
      placeHolder: l10n.t('Select who may read it, besides the access of its folder'),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  if (!picked) throw new CancelledError();
  const body = accessChange(
    choices,
    picked.map(({ reader }) => reader),
  );
  if (!body) return;
  await progress(l10n.t('Changing the access to {0}', name), async (signal) => {
    await platform.admin.call(embedAccessOperations.setEmbedAccess, { params, body }, { signal });
    await tenant.workbooks(deploymentId).reload();
  });
  showStatus(l10n.t('Changed the access to {0}', name));
}

function progress<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withProgress(title, (signal) => work(signal), { location: { viewId: 'dataModel.embedding' } });
}

/** @param problem of an input; by default, it may not be empty @throws CancelledError */
async function enter(
  title: string,
  prompt: string,
  problem = (text: string): string | undefined => (text.trim() === '' ? '' : undefined),
): Promise<string> {
  const text = await askText({ title, prompt, ignoreFocusOut: true, validateInput: problem });
  if (text === undefined) throw new CancelledError();
  return text.trim();
}
