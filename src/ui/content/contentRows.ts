/** The rows of the Content view as a pure function of what is loaded. */

import type { Folder } from '../../contract/content/folders.ts';
import type { ContentSnapshot } from '../../session/content/deploymentContent.ts';
import { type FoldersByParent, foldersByParent, pathText } from '../../session/content/folderTree.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { failureRow, listRows } from '../tree/listRows.ts';
import { menuContext, paragraphs, type RowTarget, rowId } from '../tree/row.ts';
import type { ContentList, ContentRow } from './contentRow.ts';
import { dashboardRow, tenantRows, type WorkbookLike, workbookRow } from './dashboardRows.ts';
import { reportRows } from './reportRows.ts';

export interface DeploymentState {
  target: RowTarget & { deploymentId: string };
  /** Undefined until the deployments of the connection are loaded. */
  name: string | undefined;
  connection: string;
  /** Names of the workspace folders that are bound to it. */
  folders: readonly string[];
  /** Why the connection could not be opened. */
  failure: unknown;
  /** Undefined until the connection is open. */
  content: ContentSnapshot | undefined;
  /** Workbooks that this workspace made, which the platform lists to no user. */
  copies: readonly WorkbookLike[];
  /** Public ids of the dashboards in the settings and of those that were opened. */
  dashboards: readonly string[];
}

export function contentRows(deployments: readonly DeploymentState[], l10n: Localizer): ContentRow[] {
  return deployments.map((deployment) => deploymentRow(deployment, l10n));
}

function deploymentRow(state: DeploymentState, l10n: Localizer): ContentRow {
  const { target, name, connection, folders, failure, content } = state;
  const row = { id: rowId(target), target };
  const boundTo = folders.length > 0 && l10n.t('bound to {0}', folders.join(', '));
  return {
    ...row,
    kind: 'deployment',
    label: name ?? l10n.t('Deployment {0}', target.deploymentId),
    description: [connection, boundTo].filter(Boolean).join(' · '),
    icon: 'server',
    context: menuContext('deployment', 'root'),
    expand: 'expanded',
    children:
      failure !== undefined
        ? [failureRow<ContentList, RowTarget>(row, failure, l10n)]
        : [
            foldersGroup(row, content, l10n),
            reportsGroup(row, content, l10n),
            workbooksGroup(row, state, l10n),
            dashboardsGroup(row, state, l10n),
          ],
  };
}

type Parent = Pick<ContentRow, 'id' | 'target'>;

function group(parent: Parent, name: string, label: string, icon: string, tooltip: string, list?: ContentList) {
  return {
    id: `${parent.id}/${name}`,
    kind: 'group',
    label,
    icon,
    tooltip,
    context: menuContext('group', name, list && 'list'),
    expand: 'collapsed',
    target: parent.target,
    ...(list && { list }),
  } as const;
}

function foldersGroup(parent: Parent, content: ContentSnapshot | undefined, l10n: Localizer): ContentRow {
  const list: ContentList = { name: 'folders' };
  const tooltip = l10n.t('Folders with their reports. The platform does not list the workbooks of a folder.');
  const row = group(parent, 'folders', l10n.t('Folders'), 'folder-library', tooltip, list);
  const folders = content?.folders;
  const byParent = foldersByParent(folders?.items ?? []);
  const rows = (byParent.get(null) ?? []).map((folder) => {
    // Its parent is on a page that is not loaded.
    const path = pathText(folder);
    return { ...folderRow(row, folder, byParent, content!, l10n), ...(path !== '' && { description: path }) };
  });
  const children = listRows({ ...row, list }, folders, l10n, { rows, empty: l10n.t('No folders') });
  return { ...row, context: menuContext('group', 'list', 'root'), children };
}

/** A folder in a cycle is not below the top, so this ends. */
function folderRow(
  parent: Parent,
  folder: Folder,
  byParent: FoldersByParent,
  content: ContentSnapshot,
  l10n: Localizer,
): ContentRow {
  const { id: folderId, name, parentId, canEdit } = folder;
  const list: ContentList = { name: 'reports', folderId };
  const path = pathText(folder);
  const row = { id: `${parent.id}/${folderId}`, target: parent.target };
  const below = (byParent.get(folderId) ?? []).map((each) => folderRow(row, each, byParent, content, l10n));
  const reports = content.reports.get(folderId);
  const rows = [...below, ...reportRows(row, reports?.items ?? [], l10n)];
  return {
    ...row,
    kind: 'folder',
    label: name,
    tooltip: paragraphs([`**${escapeMarkdown(name)}**`, path && escapeMarkdown(path), l10n.t('Folder {0}', folderId)]),
    icon: 'folder',
    context: menuContext('folder', 'item', 'list', canEdit !== false && 'edit'),
    expand: 'collapsed',
    list,
    item: { id: String(folderId), name, object: { type: 'FOLDER', id: folderId }, folderId: parentId ?? null },
    children: listRows({ ...row, list }, reports, l10n, { rows, empty: l10n.t('No folders and no reports') }),
  };
}

function reportsGroup(parent: Parent, content: ContentSnapshot | undefined, l10n: Localizer): ContentRow {
  const list: ContentList = { name: 'reports' };
  const tooltip = l10n.t('All reports that you may read, with the spreadsheets that show them.');
  const row = group(parent, 'reports', l10n.t('Reports'), 'output', tooltip, list);
  const reports = content?.reports.get(undefined);
  const rows = reportRows(row, reports?.items ?? [], l10n, pathText);
  return { ...row, children: listRows({ ...row, list }, reports, l10n, { rows, empty: l10n.t('No reports') }) };
}

function workbooksGroup(parent: Parent, { content, copies }: DeploymentState, l10n: Localizer): ContentRow {
  const list: ContentList = { name: 'tenants' };
  const tooltip = l10n.t(
    'The platform lists workbooks only to administrators, for each embed tenant that may read them. Workbooks that you duplicated here are listed, too.',
  );
  const row = group(parent, 'workbooks', l10n.t('Workbooks'), 'book', tooltip, list);
  const rows = [
    ...copies.map((copy) => workbookRow(row, copy, content, l10n)),
    ...(content ? tenantRows(row, content, l10n) : []),
  ];
  return {
    ...row,
    children: listRows({ ...row, list }, content?.tenants, l10n, { rows, empty: l10n.t('No embed tenants') }),
  };
}

function dashboardsGroup(parent: Parent, { content, dashboards }: DeploymentState, l10n: Localizer): ContentRow {
  const tooltip = l10n.t(
    'The dashboard in the settings and those that you opened. The platform has no list of dashboards.',
  );
  const row = group(parent, 'dashboards', l10n.t('Dashboards'), 'dashboard', tooltip);
  const rows = dashboards.map((publicId) => dashboardRow(row, publicId, content, l10n));
  const empty: ContentRow = {
    id: `${row.id}/empty`,
    kind: 'empty',
    label: l10n.t('Preview a dashboard to list it here…'),
    context: '',
    expand: 'never',
    command: 'dataModel.dashboard.open',
    target: row.target,
    children: [],
  };
  return { ...row, children: rows.length > 0 ? rows : [empty] };
}
