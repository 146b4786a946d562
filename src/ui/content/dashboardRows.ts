/** The rows of embed tenants with their workbooks, and of dashboards with the notifications about them. */

import type { Notification } from '../../contract/content/notifications.ts';
import type { ContentSnapshot } from '../../session/content/deploymentContent.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { listRows } from '../tree/listRows.ts';
import { menuContext, paragraphs } from '../tree/row.ts';
import type { ContentList, ContentRow } from './contentRow.ts';

type Parent = Pick<ContentRow, 'id' | 'target'>;

export interface WorkbookLike {
  id: string | number;
  name?: string | null | undefined;
  slug?: string | null | undefined;
  dashboardPublicId?: string | null | undefined;
  accessSources?: readonly string[] | null | undefined;
}

export function tenantRows(parent: Parent, content: ContentSnapshot, l10n: Localizer): ContentRow[] {
  return content.tenants.items.map(({ name, displayName }) => {
    const list: ContentList = { name: 'workbooks', tenant: name };
    const row = { id: `${parent.id}/${encodeURIComponent(name)}`, target: parent.target };
    const workbooks = content.workbooks.get(name);
    const rows = (workbooks?.items ?? []).map((workbook) => workbookRow(row, workbook, content, l10n));
    return {
      ...row,
      kind: 'tenant',
      label: displayName || name,
      ...(displayName && displayName !== name && { description: name }),
      tooltip: l10n.t('Workbooks that the users of the embed tenant {0} may read', escapeMarkdown(name)),
      icon: 'organization',
      context: menuContext('tenant', 'list'),
      expand: 'collapsed',
      list,
      children: listRows({ ...row, list }, workbooks, l10n, { rows, empty: l10n.t('No workbooks') }),
    };
  });
}

export function workbookRow(
  parent: Parent,
  { id, slug, dashboardPublicId, accessSources, ...workbook }: WorkbookLike,
  content: ContentSnapshot | undefined,
  l10n: Localizer,
): ContentRow {
  const name = workbook.name || slug || String(id);
  const number = Number(id);
  const sources = new Map([
    ['tenant', l10n.t('Access of the embed tenant')],
    ['allEmbedUsers', l10n.t('Access of all embed users')],
    ['folder', l10n.t('Access from its folder')],
  ]);
  const row = { id: `${parent.id}/workbook/${id}`, target: parent.target };
  const publicId = dashboardPublicId || undefined;
  return {
    ...row,
    kind: 'workbook',
    label: name,
    tooltip: paragraphs([
      `**${escapeMarkdown(name)}**`,
      l10n.t('Workbook {0}', escapeMarkdown([id, slug].filter(Boolean).join(' · '))),
      ...(accessSources ?? []).map((source) => sources.get(source)),
      publicId === undefined && l10n.t('It has no published dashboard.'),
    ]),
    icon: 'book',
    context: menuContext('workbook', 'item', 'edit', !!slug && 'slug', publicId !== undefined && 'preview'),
    expand: publicId === undefined ? 'never' : 'collapsed',
    ...(publicId !== undefined && { command: 'dataModel.dashboard.open', target: { ...row.target, publicId } }),
    item: {
      id: String(id),
      name,
      ...(Number.isInteger(number) && { object: { type: 'WORKBOOK', id: number } }),
      ...(slug && { slug }),
    },
    children: publicId === undefined ? [] : [dashboardRow(row, publicId, content, l10n, name)],
  };
}

/** @param title default: the name of a loaded workbook that has this dashboard */
export function dashboardRow(
  parent: Parent,
  publicId: string,
  content: ContentSnapshot | undefined,
  l10n: Localizer,
  title?: string,
): ContentRow {
  const list: ContentList = { name: 'notifications', publicId };
  const target = { ...parent.target, publicId };
  const row = { id: `${parent.id}/dashboard/${publicId}`, target };
  const name = title ?? workbookName(publicId, content) ?? publicId;
  const notifications = content?.notifications.get(publicId);
  const rows = (notifications?.items ?? []).map((notification) => notificationRow(row, notification, l10n));
  return {
    ...row,
    kind: 'dashboard',
    label: name,
    ...(name !== publicId && { description: publicId }),
    tooltip: paragraphs([`**${escapeMarkdown(name)}**`, l10n.t('Dashboard {0}', escapeMarkdown(publicId))]),
    icon: 'graph',
    context: menuContext('dashboard', 'list', 'preview'),
    expand: 'collapsed',
    command: 'dataModel.dashboard.open',
    list,
    item: { id: publicId, name },
    children: listRows({ ...row, list }, notifications, l10n, { rows, empty: l10n.t('No notifications') }),
  };
}

function workbookName(publicId: string, content: ContentSnapshot | undefined): string | undefined {
  for (const { items } of content?.workbooks.values() ?? []) {
    const found = items.find(({ dashboardPublicId }) => dashboardPublicId === publicId);
    if (found?.name) return found.name;
  }
  return undefined;
}

const maxNamed = 3;

function notificationRow(parent: Parent, notification: Notification, l10n: Localizer): ContentRow {
  const { id, recipients, updatedAt } = notification;
  const names = (recipients ?? []).map(
    ({ email, username, externalId, userId }) => email || username || externalId || String(userId ?? '?'),
  );
  const more = names.length - maxNamed;
  const shown = names.slice(0, maxNamed).join(', ');
  const name = names.length === 0 ? l10n.t('Notification without recipients') : shown;
  return {
    id: `${parent.id}/notification/${id}`,
    kind: 'notification',
    label: name,
    ...(more > 0 && { description: l10n.t('and {0} more', more) }),
    tooltip: paragraphs([
      l10n.t('Notification {0}', escapeMarkdown(String(id))),
      names.length > 0 && escapeMarkdown(names.join(', ')),
      updatedAt && l10n.t('Changed {0}', escapeMarkdown(updatedAt)),
    ]),
    icon: 'bell',
    context: menuContext('notification'),
    expand: 'never',
    command: 'dataModel.content.open',
    target: parent.target,
    item: { id: String(id), name, notification },
    children: [],
  };
}
