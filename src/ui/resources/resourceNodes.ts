/** The nodes of the Resources view. Loaded when the view is first shown. */

import * as vscode from 'vscode';
import type { Operation } from '../../contract/definition/operation.ts';
import { ResourceAccess } from '../../platform/api/resourceAccess.ts';
import type { Connection } from '../../session/connection.ts';
import type { LazyList } from '../../session/lazyList.ts';
import type { PlatformSession } from '../../session/platformSession.ts';
import { apiDocumentOf } from '../api/apiDocuments.ts';
import type { App } from '../shell/app.ts';
import { errorText } from '../shell/errorText.ts';
import { askText } from '../shell/quickInput.ts';
import { isUnauthorized } from '../shell/unauthorized.ts';
import { type LazyNode, moreNode } from '../tree/lazyNode.ts';
import { PagedNodes } from './pagedNodes.ts';
import { resourceUri } from './resourceAddress.ts';
import { type ResourceKind, resourceKinds } from './resourceKinds.ts';

export interface ResourceNode extends LazyNode {
  children?: () => ResourceNode[] | Promise<ResourceNode[]>;
}

type Redraw = (node: ResourceNode) => void;

interface Scope {
  connection: Connection;
  session: PlatformSession;
  access: ResourceAccess;
  /** Keys of what contains the next nodes: the deployment, the embed tenant. */
  keys: readonly string[];
  redraw: Redraw;
}

export function connectionNodes(app: App, connection: Connection, label: string, redraw: Redraw): ResourceNode {
  const { id } = connection;
  const node: ResourceNode = { id, label, icon: 'plug' };
  node.children = () =>
    orFailure(id, connection, async () => {
      const session = await connection.open();
      const access = new ResourceAccess(session, await apiDocumentOf(app, connection));
      const scope = { connection, session, access, redraw };
      const { deployments } = session;
      await deployments.load();
      const deploymentNodes = pageNodes(node, deployments, scope, (deployment): ResourceNode => {
        const child = `${id}/${deployment.id}`;
        const children = () => kindNodes('deployment', child, { ...scope, keys: [String(deployment.id)] });
        return { id: child, label: deployment.name, icon: 'database', children };
      });
      return [...deploymentNodes, ...(await kindNodes('account', id, { ...scope, keys: [] }))];
    });
  return node;
}

/** A kind that the user cannot read has a node that says why. */
async function kindNodes(scopeName: ResourceKind['scope'], parent: string, scope: Scope): Promise<ResourceNode[]> {
  const kinds = resourceKinds.filter((kind) => kind.scope === scopeName);
  return Promise.all(
    kinds.map(async (kind): Promise<ResourceNode> => {
      const id = `${parent}/${kind.id}`;
      const label = kind.title(vscode.l10n);
      const reads = [kind.within?.list, kind.list, kind.read].filter((operation) => operation !== undefined);
      const [deploymentId] = scope.keys;
      const refusals = await Promise.all(reads.map((each) => scope.session.unavailable(each, deploymentId)));
      const refusal = refusals.find(Boolean);
      if (refusal) {
        const description = vscode.l10n.t('not available');
        const tooltip = errorText(refusal, vscode.l10n);
        return { id, label, description, tooltip, icon: 'circle-slash' };
      }
      if (kind.within) return listNode(kind, { id, label, icon: kind.icon }, kind.within.list, scope);
      return contentNode(kind, { id, label, icon: kind.icon }, scope);
    }),
  );
}

type Heading = Pick<ResourceNode, 'id' | 'label'> & { icon: string };

/** The list of a kind's documents, or its only document. */
function contentNode(kind: ResourceKind, heading: Heading, scope: Scope): ResourceNode {
  if (kind.list) return listNode({ ...kind, within: undefined }, heading, kind.list, scope);
  if (!kind.ask) return documentNode(kind, heading, scope);
  const open = { command: 'dataModel.resources.loadMore', arguments: [() => openTyped(kind, scope)] };
  const label = vscode.l10n.t('Open…');
  const children = () => [{ id: `${heading.id}/open`, label, icon: 'search', command: open }];
  return { ...heading, children };
}

function listNode(
  kind: Omit<ResourceKind, 'within'> & { within?: ResourceKind['within'] | undefined },
  heading: Heading,
  operation: Operation,
  scope: Scope,
): ResourceNode {
  const { access, keys } = scope;
  const { key = kind.key, label: labels = kind.label } = kind.within ?? {};
  const nodeOf = (item: object) => {
    const properties = item as Record<string, unknown>;
    const value = String(properties[key!]);
    const name = labels?.map((each) => properties[each]).find((text) => typeof text === 'string' && text !== '');
    const child = { id: `${heading.id}/${value}`, label: (name as string | undefined) ?? value, icon: kind.icon };
    const inside = { ...scope, keys: [...keys, value] };
    return kind.within
      ? contentNode(kind as ResourceKind, { ...child, icon: 'organization' }, inside)
      : documentNode(kind as ResourceKind, child, inside);
  };
  let search: string | undefined;
  const load = () =>
    new PagedNodes((after) => access.page(operation, keysFor(operation, keys), { after, search }), nodeOf);
  let list = load();
  const node: ResourceNode = { ...heading };
  const searchFor = async () => {
    const typed = await askText({
      title: vscode.l10n.t('Search {0}', heading.label),
      placeHolder: vscode.l10n.t('Nothing shows all'),
      value: search ?? '',
    });
    if (typed === undefined) return;
    search = typed.trim() || undefined;
    list = load();
    scope.redraw(node);
  };
  node.children = () =>
    orFailure(heading.id, scope.connection, async () => {
      const current = list;
      await current.loadFirst();
      return [
        ...(access.canSearch(operation) ? [searchNode(heading.id, search, searchFor)] : []),
        ...current.nodes,
        ...(search !== undefined && current.nodes.length === 0 ? [noResults(heading.id)] : []),
        ...(current.hasMore ? [moreOf(node, () => current.loadMore(), scope)] : []),
      ];
    });
  return node;
}

function searchNode(parent: string, search: string | undefined, run: () => Promise<void>): ResourceNode {
  const label = search === undefined ? vscode.l10n.t('Search…') : vscode.l10n.t('Search: {0}', search);
  const command = { command: 'dataModel.resources.loadMore', arguments: [run] };
  return { id: `${parent}/search`, label, icon: 'search', command };
}

function noResults(parent: string): ResourceNode {
  return { id: `${parent}/none`, label: vscode.l10n.t('No results'), icon: 'info' };
}

/** The keys that the path of an operation takes: lists of the account ignore the deployment. */
function keysFor({ path }: Operation, keys: readonly string[]): readonly string[] {
  return keys.slice(0, path.match(/\{/g)?.length ?? 0);
}

/** The loaded items, and “Load more”. @throws the failure of the list */
function pageNodes<T>(
  parent: ResourceNode,
  list: LazyList<T>,
  scope: Pick<Scope, 'redraw'>,
  nodeOf: (item: T) => ResourceNode,
): ResourceNode[] {
  const { items, hasMore, phase, failure } = list.value;
  if (phase === 'failed') throw failure;
  const nodes = items.map(nodeOf);
  return hasMore ? [...nodes, moreOf(parent, () => list.loadMore(), scope)] : nodes;
}

function moreOf(parent: ResourceNode, load: () => Promise<void>, { redraw }: Pick<Scope, 'redraw'>): ResourceNode {
  return moreNode(parent, 'dataModel.resources.loadMore', load, redraw, vscode.l10n);
}

function documentNode(kind: ResourceKind, heading: Heading, scope: Scope): ResourceNode {
  const command = { command: 'vscode.open', arguments: [addressOf(kind, scope, heading.label)] };
  return { ...heading, command };
}

function addressOf(kind: ResourceKind, { connection, keys }: Scope, label: string): vscode.Uri {
  return resourceUri({ connectionId: connection.id, kind, values: kind.path?.(keys) ?? keys }, label);
}

async function openTyped(kind: ResourceKind, scope: Scope): Promise<void> {
  const prompt = kind.ask!(vscode.l10n);
  const typed = await askText({ title: kind.title(vscode.l10n), prompt });
  if (!typed?.trim()) return;
  const uri = addressOf(kind, { ...scope, keys: [...scope.keys, typed.trim()] }, typed.trim());
  await vscode.commands.executeCommand('vscode.open', uri);
}

/** A failure is a row, so that the rest of the view stays. */
async function orFailure(
  id: string,
  { id: connectionId }: Connection,
  load: () => Promise<ResourceNode[]>,
): Promise<ResourceNode[]> {
  try {
    return await load();
  } catch (failure) {
    const text = errorText(failure, vscode.l10n);
    const signIn = isUnauthorized(failure);
    const description = signIn ? vscode.l10n.t('sign in again') : vscode.l10n.t('try again');
    const command = signIn ? 'dataModel.connection.add' : 'dataModel.resources.refresh';
    const target = { target: { connectionId } };
    const open = { command, arguments: [target] };
    return [
      {
        id: `${id}/failure`,
        label: text,
        description,
        tooltip: text,
        icon: 'warning',
        command: open,
      },
    ];
  }
}
