/** The rows of the Embedding view as a pure function of what is loaded: embed tenants with their users, groups and workbooks. */

import type { Deployment } from '../../contract/deployments/deployments.ts';
import type { EmbedTenantWorkbook } from '../../contract/embedding/embedAccess.ts';
import type { EmbedGroup, EmbedUser, EmbedTenant as ListedTenant } from '../../contract/embedding/embedTenants.ts';
import type { TenantState } from '../../session/embedding/embedTenant.ts';
import type { Loaded } from '../../session/lazyList.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { connectionRow, type ShownConnection } from '../tree/connectionRow.ts';
import { listRows } from '../tree/listRows.ts';
import { menuContext, type Row, type RowTarget } from '../tree/row.ts';

/** The list that a row loads. All but the first need a tenant in the row's target. */
type EmbeddingList = 'tenants' | 'users' | 'groups' | 'members' | 'deployments' | 'workbooks';

export interface EmbeddingTarget extends RowTarget {
  /** Name of an embed tenant. */
  tenant?: string;
  group?: { id: number; name: string };
  user?: { id: number; name: string };
  workbook?: { id: string | number; name: string };
}

export type EmbeddingRow = Row<EmbeddingList, EmbeddingTarget>;

export interface EmbeddingState extends ShownConnection {
  /** Undefined until the connection is open. */
  tenants: Loaded<ListedTenant> | undefined;
  deployments: Loaded<Deployment> | undefined;
  /** The tenants of which something is loaded, by name. */
  opened: ReadonlyMap<string, TenantState>;
}

export function embeddingRows(connections: readonly EmbeddingState[], l10n: Localizer): EmbeddingRow[] {
  const expand = connections.length === 1 ? 'expanded' : 'collapsed';
  return connections.map((connection) => {
    const { id, tenants } = connection;
    const target: EmbeddingTarget = { connectionId: id };
    const list = 'tenants';
    const rows = (tenants?.items ?? []).map((tenant) => tenantRow(tenant, connection, l10n));
    const below = listRows<EmbeddingList, EmbeddingTarget>({ id, target, list }, tenants, l10n, {
      rows,
      empty: l10n.t('No embed tenants'),
    });
    return connectionRow<EmbeddingList, EmbeddingTarget>(connection, { target, list, below, expand }, l10n);
  });
}

type Parent = Pick<EmbeddingRow, 'id' | 'target'>;

/** A row that loads a list when it is expanded. */
function listRow(
  { id, target }: Parent,
  list: EmbeddingList,
  look: Pick<EmbeddingRow, 'kind' | 'label' | 'icon'> & Partial<EmbeddingRow>,
  loaded: Loaded<unknown> | undefined,
  l10n: Localizer,
  below: { rows: readonly EmbeddingRow[]; empty: string },
): EmbeddingRow {
  return {
    context: menuContext(look.kind, 'list'),
    expand: 'collapsed',
    ...look,
    id,
    target,
    list,
    children: listRows({ id, target, list }, loaded, l10n, below),
  };
}

function tenantRow({ name, displayName }: ListedTenant, connection: EmbeddingState, l10n: Localizer): EmbeddingRow {
  const id = `${connection.id}/${name}`;
  const target: EmbeddingTarget = { connectionId: connection.id, tenant: name };
  const state = connection.opened.get(name);
  const usersId = `${id}/users`;
  const users = listRow(
    { id: usersId, target },
    'users',
    { kind: 'users', label: l10n.t('Users'), icon: 'person' },
    state?.users,
    l10n,
    {
      rows: (state?.users.items ?? []).map((user) => userRow(usersId, 'user', user, target)),
      empty: l10n.t('No users'),
    },
  );
  const groupsId = `${id}/groups`;
  const groups = listRow(
    { id: groupsId, target },
    'groups',
    {
      kind: 'groups',
      label: l10n.t('Groups'),
      icon: 'organization',
      tooltip: l10n.t(
        'The platform does not list groups. These are the groups of the loaded users, and those that you created or opened.',
      ),
    },
    state?.groups,
    l10n,
    {
      rows: (state?.groups.items ?? []).map((group) => groupRow(groupsId, group, target, state, l10n)),
      empty: l10n.t('No groups of the loaded users'),
    },
  );
  return {
    id,
    kind: 'tenant',
    label: name,
    ...(displayName && { description: displayName }),
    icon: 'home',
    context: ';tenant;',
    expand: 'collapsed',
    target,
    children: [users, groups, workbooksRow({ id: `${id}/workbooks`, target }, connection.deployments, state, l10n)],
  };
}

function groupRow(
  parent: string,
  { id: key, name, description, memberCount }: EmbedGroup,
  tenantTarget: EmbeddingTarget,
  state: TenantState | undefined,
  l10n: Localizer,
): EmbeddingRow {
  const group = { id: Number(key), name };
  const row = { id: `${parent}/${key}`, target: { ...tenantTarget, group } };
  const members = state?.members.get(group.id);
  const text = memberCount === 0 ? l10n.t('no members') : description;
  const look = { kind: 'group', label: name, icon: 'organization', ...(text && { description: text }) };
  return listRow(row, 'members', look, members, l10n, {
    rows: (members?.items ?? []).map((user) => userRow(row.id, 'member', user, row.target)),
    empty: l10n.t('No members'),
  });
}

function userRow(parent: string, kind: 'user' | 'member', user: EmbedUser, target: EmbeddingTarget): EmbeddingRow {
  const { id, externalId, displayName, email, groups } = user;
  const name = externalId ?? displayName ?? String(id);
  const groupNames = (groups ?? []).map((group) => (typeof group === 'string' ? group : group.name));
  return {
    id: `${parent}/${id}`,
    kind,
    label: name,
    description: [displayName === name ? '' : displayName, ...groupNames].filter(Boolean).join(' · '),
    ...(email ? { tooltip: escapeMarkdown(email) } : {}),
    icon: 'account',
    context: menuContext(kind),
    expand: 'never',
    target: { ...target, user: { id: Number(id), name } },
    children: [],
  };
}

function workbooksRow(
  { id, target }: Parent,
  deployments: Loaded<Deployment> | undefined,
  state: TenantState | undefined,
  l10n: Localizer,
): EmbeddingRow {
  const rows = (deployments?.items ?? []).map((deployment): EmbeddingRow => {
    const deploymentId = String(deployment.id);
    const row = { id: `${id}/${deploymentId}`, target: { ...target, deploymentId, deploymentName: deployment.name } };
    const workbooks = state?.workbooks.get(deploymentId);
    const look = { kind: 'deployment', label: deployment.name, icon: 'database' };
    return listRow(row, 'workbooks', look, workbooks, l10n, {
      rows: (workbooks?.items ?? []).map((workbook) => workbookRow(row, workbook, l10n)),
      empty: l10n.t('No readable workbooks'),
    });
  });
  const look = {
    kind: 'workbooks',
    label: l10n.t('Workbooks'),
    icon: 'notebook',
    tooltip: l10n.t('Workbooks that the users of the embed tenant may read'),
  };
  return listRow({ id, target }, 'deployments', look, deployments, l10n, { rows, empty: l10n.t('No deployments') });
}

function workbookRow(parent: Parent, workbook: EmbedTenantWorkbook, l10n: Localizer): EmbeddingRow {
  const { id, name, slug, accessSources } = workbook;
  const sources: Record<string, string> = {
    tenant: l10n.t('for the tenant'),
    allEmbedUsers: l10n.t('for all embed users'),
    folder: l10n.t('by its folder'),
  };
  const label = name ?? slug ?? String(id);
  return {
    id: `${parent.id}/${id}`,
    kind: 'workbook',
    label,
    description: (accessSources ?? []).map((source) => sources[source] ?? source).join(' · '),
    icon: 'notebook',
    context: ';workbook;',
    expand: 'never',
    target: { ...parent.target, workbook: { id, name: label } },
    children: [],
  };
}
