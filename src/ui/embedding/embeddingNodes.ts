/** The nodes of the Embedding view: embed tenants with their users, groups and workbooks. A node loads when it is expanded. */

import type { EmbedUser } from '../../contract/embedding/embedTenants.ts';
import { embedTenantOperations } from '../../contract/embedding/embedTenants.ts';
import type { EmbedTenant } from '../../session/embedding/embedTenant.ts';
import type { EmbedTenants } from '../../session/embedding/embedTenants.ts';
import type { LazyList } from '../../session/lazyList.ts';
import { errorText } from '../shell/errorText.ts';
import type { Localizer } from '../shell/localizer.ts';
import { type LazyNode, moreNode } from '../tree/lazyNode.ts';

/** What a command of a node acts on. */
export interface EmbeddingTarget {
  connectionId: string;
  tenants: EmbedTenants;
  tenant?: EmbedTenant;
  group?: { id: number; name: string };
  user?: { id: number; name: string };
  deploymentId?: string;
  workbook?: { id: string | number; name: string };
}

export interface EmbeddingNode extends LazyNode {
  target?: EmbeddingTarget;
  children?: () => Promise<EmbeddingNode[]>;
}

/** Reads what a node shows again. */
export type Redraw = (node: EmbeddingNode) => void;

interface Scope {
  tenants: EmbedTenants;
  l10n: Localizer;
  redraw: Redraw;
}

export function connectionNode(
  id: string,
  label: string,
  open: () => Promise<EmbedTenants>,
  l10n: Localizer,
  redraw: Redraw,
): EmbeddingNode {
  const node: EmbeddingNode = { id, label, icon: 'plug', context: ';connection;' };
  node.children = () =>
    orFailure(id, l10n, async () => {
      const tenants = await open();
      await tenants.platform.require(embedTenantOperations.listEmbedTenants);
      const scope = { tenants, l10n, redraw };
      return pagedNodes(node, scope, tenants.list, l10n.t('No embed tenants'), ({ name, displayName }) =>
        tenantNode(`${id}/${name}`, name, displayName ?? '', scope),
      );
    });
  return node;
}

function tenantNode(id: string, name: string, description: string, scope: Scope): EmbeddingNode {
  const { tenants, l10n } = scope;
  const tenant = tenants.tenant(name);
  const { connectionId } = tenants.platform;
  const target = { connectionId, tenants, tenant };
  const users: EmbeddingNode = { id: `${id}/users`, label: l10n.t('Users'), icon: 'person', target };
  users.children = () =>
    pagedNodes(users, scope, tenant.users, l10n.t('No users'), (user) => userNode(users.id, user, target));
  const groups: EmbeddingNode = {
    id: `${id}/groups`,
    label: l10n.t('Groups'),
    tooltip: l10n.t(
      'The platform does not list groups. These are the groups of the loaded users, and those that you created or opened.',
    ),
    icon: 'organization',
    context: ';groups;',
    target,
  };
  groups.children = () =>
    orFailure(groups.id, l10n, async () => {
      const nodes = (await tenant.groups()).map((group) => groupNode(groups.id, group, tenant, scope));
      return nodes.length > 0 ? nodes : [emptyNode(groups.id, l10n.t('No groups of the loaded users'))];
    });
  const workbooks: EmbeddingNode = {
    id: `${id}/workbooks`,
    label: l10n.t('Workbooks'),
    tooltip: l10n.t('Workbooks that the users of the embed tenant may read'),
    icon: 'notebook',
    target,
  };
  workbooks.children = () => deploymentNodes(workbooks, tenant, scope);
  return {
    id,
    label: name,
    description,
    icon: 'home',
    context: ';tenant;',
    target,
    children: async () => [users, groups, workbooks],
  };
}

function groupNode(
  parent: string,
  { id: key, name, description, memberCount }: { id: string | number; name: string } & Partial<Record<string, unknown>>,
  tenant: EmbedTenant,
  scope: Scope,
): EmbeddingNode {
  const group = { id: Number(key), name };
  const { tenants } = scope;
  const target = { connectionId: tenants.platform.connectionId, tenants, tenant, group };
  const node: EmbeddingNode = { id: `${parent}/${key}`, label: name, icon: 'organization', context: ';group;', target };
  if (typeof description === 'string') node.description = description;
  if (memberCount === 0) node.description = scope.l10n.t('no members');
  node.children = () =>
    pagedNodes(node, scope, tenant.members(group.id), scope.l10n.t('No members'), (user) => ({
      ...userNode(node.id, user, target),
      context: ';member;',
    }));
  return node;
}

function userNode(parent: string, user: EmbedUser, target: EmbeddingTarget): EmbeddingNode {
  const { id, externalId, displayName, email, groups } = user;
  const name = externalId ?? displayName ?? String(id);
  const groupNames = (groups ?? []).map((group) => (typeof group === 'string' ? group : group.name));
  return {
    id: `${parent}/${id}`,
    label: name,
    description: [displayName === name ? '' : displayName, ...groupNames].filter(Boolean).join(' · '),
    ...(email ? { tooltip: email } : {}),
    icon: 'account',
    context: ';user;',
    target: { ...target, user: { id: Number(id), name } },
  };
}

function deploymentNodes(parent: EmbeddingNode, tenant: EmbedTenant, scope: Scope): Promise<EmbeddingNode[]> {
  const { tenants, l10n } = scope;
  return pagedNodes(parent, scope, tenants.platform.deployments, l10n.t('No deployments'), ({ id, name }) => {
    const deploymentId = String(id);
    const target = { connectionId: tenants.platform.connectionId, tenants, tenant, deploymentId };
    const context = ';deployment;';
    const node: EmbeddingNode = { id: `${parent.id}/${id}`, label: name, icon: 'database', context, target };
    node.children = () => workbookNodes(node, tenant.workbooks(deploymentId), target, scope);
    return node;
  });
}

function workbookNodes(
  parent: EmbeddingNode,
  list: ReturnType<EmbedTenant['workbooks']>,
  target: EmbeddingTarget,
  scope: Scope,
): Promise<EmbeddingNode[]> {
  const { l10n } = scope;
  const sources: Record<string, string> = {
    tenant: l10n.t('for the tenant'),
    allEmbedUsers: l10n.t('for all embed users'),
    folder: l10n.t('by its folder'),
  };
  return pagedNodes(parent, scope, list, l10n.t('No readable workbooks'), ({ id, name, slug, accessSources }) => {
    const label = name ?? slug ?? String(id);
    return {
      id: `${parent.id}/${id}`,
      label,
      description: (accessSources ?? []).map((source) => sources[source] ?? source).join(' · '),
      icon: 'notebook',
      context: ';workbook;',
      target: { ...target, workbook: { id, name: label } },
    };
  });
}

/** The loaded pages of a list, with “Load more”. */
function pagedNodes<T>(
  parent: EmbeddingNode,
  { l10n, redraw }: Scope,
  list: LazyList<T>,
  empty: string,
  toNode: (item: T) => EmbeddingNode,
): Promise<EmbeddingNode[]> {
  return orFailure(parent.id, l10n, async () => {
    await list.load();
    const { phase, items, hasMore, failure } = list.value;
    if (phase === 'failed') throw failure;
    const nodes = items.map(toNode);
    if (nodes.length === 0 && !hasMore) return [emptyNode(parent.id, empty)];
    const loadMore = () => list.loadMore();
    return hasMore ? [...nodes, moreNode(parent, 'dataModel.embedding.loadMore', loadMore, redraw, l10n)] : nodes;
  });
}

function emptyNode(parent: string, label: string): EmbeddingNode {
  return { id: `${parent}/empty`, label };
}

/** A failure is a node, so that the rest of the view stays. */
async function orFailure(
  parent: string,
  l10n: Localizer,
  load: () => Promise<EmbeddingNode[]>,
): Promise<EmbeddingNode[]> {
  try {
    return await load();
  } catch (failure) {
    const text = errorText(failure, l10n);
    return [{ id: `${parent}/failure`, label: text, tooltip: text, icon: 'warning' }];
  }
}
