/** The nodes of the Resources view. Loaded when the view is first shown. */

import * as vscode from 'vscode';
import { ResourceAccess } from '../../platform/api/resourceAccess.ts';
import type { Connection } from '../../session/connection.ts';
import { apiDocumentOf } from '../api/apiDocuments.ts';
import type { App } from '../shell/app.ts';
import { errorText } from '../shell/errorText.ts';
import { PagedNodes } from './pagedNodes.ts';
import { resourceUri } from './resourceAddress.ts';
import { type ResourceKind, resourceKinds } from './resourceKinds.ts';

export interface ResourceNode {
  id: string;
  label: string;
  description?: string;
  tooltip?: string;
  /** Name of a codicon. */
  icon: string;
  expandable: boolean;
  command?: { command: string; arguments: unknown[] };
  children?: () => ResourceNode[] | Promise<ResourceNode[]>;
}

type Redraw = (node: ResourceNode) => void;

interface Scope {
  connection: Connection;
  access: ResourceAccess;
  /** Values of the path parameters before the key of a resource. */
  values: readonly string[];
  redraw: Redraw;
}

export function connectionNodes(app: App, connection: Connection, label: string, redraw: Redraw): ResourceNode {
  const id = connection.id;
  const node: ResourceNode = {
    id,
    label,
    icon: 'plug',
    expandable: true,
    children: () =>
      orFailure(id, async () => {
        const session = await connection.open();
        const access = new ResourceAccess(session.client, await apiDocumentOf(app, connection));
        const scope = { connection, access, redraw };
        const { deployments } = session;
        await deployments.load();
        const { items, hasMore, phase, failure } = deployments.value;
        if (phase === 'failed') throw failure;
        return [
          ...items.map(
            (deployment): ResourceNode => ({
              id: `${id}/${deployment.id}`,
              label: deployment.name,
              icon: 'database',
              expandable: true,
              children: () =>
                kindNodes('deployment', `${id}/${deployment.id}`, { ...scope, values: [String(deployment.id)] }),
            }),
          ),
          ...(hasMore ? [moreNode(id, () => deployments.loadMore().then(() => redraw(node)))] : []),
          ...kindNodes('account', id, { ...scope, values: [] }),
        ];
      }),
  };
  return node;
}

/** Those that the platform has. */
function kindNodes(scopeName: ResourceKind['scope'], parent: string, scope: Scope): ResourceNode[] {
  return resourceKinds
    .filter((kind) => kind.scope === scopeName)
    .map((kind) => {
      const id = `${parent}/${kind.id}`;
      const label = kind.title(vscode.l10n);
      const routes = [kind.list, kind.read, kind.write].filter((route) => route !== undefined);
      const absent = routes.find((route) => !scope.access.has(route));
      if (absent !== undefined) {
        const tooltip = vscode.l10n.t('The platform has no operation {0}.', absent);
        return {
          id,
          label,
          description: vscode.l10n.t('not available'),
          tooltip,
          icon: 'circle-slash',
          expandable: false,
        };
      }
      if (kind.list === undefined) return documentNode(kind, id, label, scope);
      const node: ResourceNode = { id, label, icon: kind.icon, expandable: true };
      const pages = new PagedNodes<ResourceNode>(
        (after) => scope.access.list(kind.list!, scope.values, after),
        (item) => listedNode(kind, id, item as Record<string, unknown>, scope),
      );
      node.children = () =>
        orFailure(id, async () => {
          await pages.loadFirst();
          const more = async () => {
            await pages.loadMore();
            scope.redraw(node);
          };
          return [...pages.nodes, ...(pages.hasMore ? [moreNode(id, more)] : [])];
        });
      return node;
    });
}

function listedNode(kind: ResourceKind, parent: string, item: Record<string, unknown>, scope: Scope): ResourceNode {
  const key = String(item[kind.key!]);
  const name = kind.label!.map((property) => item[property]).find((text) => typeof text === 'string' && text !== '');
  const values = [...scope.values, key];
  return documentNode(kind, `${parent}/${key}`, (name as string | undefined) ?? key, { ...scope, values });
}

function moreNode(parent: string, more: () => Promise<void>): ResourceNode {
  return {
    id: `${parent}/more`,
    label: vscode.l10n.t('Load more'),
    icon: 'ellipsis',
    expandable: false,
    command: { command: 'dataModel.resources.loadMore', arguments: [more] },
  };
}

function documentNode(kind: ResourceKind, id: string, label: string, { connection, values }: Scope): ResourceNode {
  const uri = resourceUri({ connectionId: connection.id, kind, values }, label);
  return { id, label, icon: kind.icon, expandable: false, command: { command: 'vscode.open', arguments: [uri] } };
}

/** A failure is a row, so that the rest of the view stays. */
async function orFailure(id: string, load: () => Promise<ResourceNode[]>): Promise<ResourceNode[]> {
  try {
    return await load();
  } catch (failure) {
    const text = errorText(failure, vscode.l10n);
    return [{ id: `${id}/failure`, label: text, tooltip: text, icon: 'warning', expandable: false }];
  }
}
