/** The commands of the Content view. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { ContentChanges } from '../../session/content/contentChanges.ts';
import { embedPath } from '../../session/dashboard/embedAddress.ts';
import { pickTarget, targetOf } from '../deployments/deploymentChoice.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import { resourceUri } from '../resources/resourceAddress.ts';
import { resourceKinds } from '../resources/resourceKinds.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { askText, pickItem } from '../shell/quickInput.ts';
import { deleteItems, moveItems } from './bulkCommands.ts';
import type { ContentContext } from './contentContext.ts';
import type { ContentItem, ContentRow } from './contentRow.ts';
import { changeAddress, connectReport, disconnectReport, markRefreshed } from './placementCommands.ts';

/** @param selection the selected rows, the row included */
type Command = (context: ContentContext, row: ContentRow | undefined, selection: ContentRow[]) => Promise<void>;

export type ContentCommand = Extract<CommandId, `dataModel.content.${string}`>;

export const contentCommands: Record<ContentCommand, Command> = {
  'dataModel.content.show': async ({ app, shown }, row) => {
    await shown.choose(targetOf(row) ?? (await pickTarget(app)));
    await vscode.commands.executeCommand('dataModel.content.focus');
  },
  'dataModel.content.open': async (context, row) => row?.item && open(context, row, row.item),
  'dataModel.content.openInWeb': async ({ model }, row) => {
    const publicId = row?.target.publicId;
    if (!row || publicId === undefined) return;
    const { baseUrl } = (await model.contentOf(row.target)).platform.client;
    const path = embedPath(baseUrl, { surface: 'dashboard', publicId, deploymentId: row.target.deploymentId ?? '' });
    await vscode.env.openExternal(vscode.Uri.parse(new URL(path, baseUrl).href));
  },
  'dataModel.content.copyId': async (_context, row) => {
    if (!row?.item) return;
    await vscode.env.clipboard.writeText(row.item.id);
    showStatus(vscode.l10n.t('Copied {0}', row.item.id));
  },
  'dataModel.content.rename': async (context, row) => row?.item && rename(context, row, row.item),
  'dataModel.content.move': (context, _row, selection) => moveItems(context, selection),
  'dataModel.content.duplicate': async (context, row) => row?.item && duplicate(context, row, row.item),
  'dataModel.content.delete': (context, _row, selection) => deleteItems(context, selection),
  'dataModel.content.connect': async (context, row) => row?.item && connectReport(context, row, row.item),
  'dataModel.content.changeAddress': async (context, row) => row?.item && changeAddress(context, row, row.item),
  'dataModel.content.markRefreshed': async (context, row) => row?.item && markRefreshed(context, row, row.item),
  'dataModel.content.disconnect': async (context, row) => row?.item && disconnectReport(context, row, row.item),
};

async function open({ show }: ContentContext, { target }: ContentRow, item: ContentItem): Promise<void> {
  if (item.notification) {
    const text = `${JSON.stringify(item.notification, undefined, 2)}\n`;
    return show(`${vscode.l10n.t('Notification {0}', item.id)}.json`, text);
  }
  const kind = resourceKinds.find(({ id }) => id === 'reports')!;
  const { connectionId, deploymentId = '' } = target;
  const uri = resourceUri({ connectionId, kind, values: [deploymentId, item.id] }, item.name);
  await vscode.commands.executeCommand('vscode.open', uri);
}

const maxNameLength = 255;

async function rename({ model }: ContentContext, { target }: ContentRow, item: ContentItem): Promise<void> {
  const { l10n } = vscode;
  const { name, object, report, slug } = item;
  const typed = await askText({
    title: l10n.t('Rename “{0}”', name),
    value: name,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return '';
      return text.trim().length > maxNameLength
        ? l10n.t('A name has at most {0} characters.', maxNameLength)
        : undefined;
    },
  });
  const newName = typed?.trim() ?? '';
  if (newName === '' || newName === name) throw new CancelledError();
  const { platform } = await model.contentOf(target);
  const changes = new ContentChanges(platform, target.deploymentId ?? '');
  const renamed = await withProgress(l10n.t('Renaming “{0}”', name), async () =>
    report ? changes.renameReport(report, newName) : changes.renameWorkbook(slug ?? '', newName),
  );
  await reloadAfter(model, target, [report ? 'REPORT' : 'WORKBOOK']);
  if (object && String(renamed.id) !== String(object.id)) {
    throw new UserError(l10n.t('“{0}” no longer existed. The platform created “{1}” in its place.', name, newName), {
      action: l10n.t('Delete the new one if you do not need it.'),
    });
  }
  const { connectionId, deploymentId = '' } = target;
  if (slug !== undefined && model.isCopy({ ...target, id: renamed.id })) {
    await model.rememberCopy({ connectionId, deploymentId, id: renamed.id, name: newName, slug });
  }
}

async function duplicate({ model }: ContentContext, { target }: ContentRow, item: ContentItem): Promise<void> {
  const { l10n } = vscode;
  const { name, object } = item;
  if (!object) return;
  const own = { icon: 'lock', label: l10n.t('Only for Me'), shared: false };
  const shared = { icon: 'organization', label: l10n.t('For Other Users Too'), shared: true };
  const options = { title: l10n.t('Duplicate “{0}”', name), placeHolder: l10n.t('Select who can use the copy') };
  const picked = await pickItem([own, shared], options);
  if (!picked) throw new CancelledError();
  const { connectionId, deploymentId = '' } = target;
  const { platform } = await model.contentOf(target);
  const changes = new ContentChanges(platform, deploymentId);
  const copy = await withProgress(l10n.t('Duplicating “{0}”', name), () =>
    changes.duplicateWorkbook(object.id, picked.shared),
  );
  await model.rememberCopy({ connectionId, deploymentId, id: copy.id, name: copy.name, slug: copy.slug });
  await reloadAfter(model, target, ['WORKBOOK']);
  showStatus(l10n.t('Created {0}', copy.name));
}

async function reloadAfter(
  model: ContentContext['model'],
  target: ContentRow['target'],
  types: Parameters<Awaited<ReturnType<typeof model.contentOf>>['reload']>[0],
): Promise<void> {
  await (await model.contentOf(target)).reload(types);
}
