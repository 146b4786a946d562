/** The nodes of the Resources view. Loaded when the view is first shown. */

import * as vscode from 'vscode';
import type { Page } from '../../contract/definition/shapes.ts';
import { ResourceAccess } from '../../platform/api/resourceAccess.ts';
import type { Connection } from '../../session/connection.ts';
import { apiDocumentOf } from '../api/apiDocuments.ts';
import type { App } from '../shell/app.ts';
import { errorText } from '../shell/errorText.ts';
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
  return {
    id,
    label,
    icon: 'plug',
    expandable: true,
    children: () =>
      orFailure(id, async () => {
        const session = await connection.open();
        const access = new ResourceAccess(session.client, await apiDocumentOf(app, connection));
        const scope = { connection, access, redraw };
        const deployments = await session.deployments.all();
        return [
          ...deployments.map(
            (deployment): ResourceNode => ({
              id: `${id}/${deployment.id}`,
              label: deployment.name,
              icon: 'database',
              expandable: true,
              children: () =>
                kindNodes('deployment', `${id}/${deployment.id}`, { ...scope, values: [String(deployment.id)] }),
            }),
          ),
          ...kindNodes('account', id, { ...scope, values: [] }),
        ];
      }),
  };
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
      const pages: Page<object>[] = [];
      node.children = () => orFailure(id, () => listNodes(kind, node, scope, pages));
      return node;
    });
}

/** The first page, and with each use of “Load more” another one. */
async function listNodes(
  kind: ResourceKind,
  parent: ResourceNode,
  scope: Scope,
  pages: Page<object>[],
): Promise<ResourceNode[]> {
  const load = (after: string | undefined) => scope.access.list(kind.list!, scope.values, after);
  if (pages.length === 0) pages.push(await load(undefined));
  const nodes = pages.flatMap(({ items }) =>
    items.map((item) => {
      const properties = item as Record<string, unknown>;
      const key = String(properties[kind.key!]);
      const name = kind
        .label!.map((property) => properties[property])
        .find((text) => typeof text === 'string' && text !== '');
      return documentNode(kind, `${parent.id}/${key}`, (name as string | undefined) ?? key, {
        ...scope,
        values: [...scope.values, key],
      });
    }),
  );
  const last = pages.at(-1)!;
  if (last.hasNextPage && last.endCursor !== undefined) {
    const more = async () => {
      pages.push(await load(last.endCursor));
      scope.redraw(parent);
    };
    const command = { command: 'dataModel.resources.loadMore', arguments: [more] };
    nodes.push({
      id: `${parent.id}/more`,
      label: vscode.l10n.t('Load more'),
      icon: 'ellipsis',
      expandable: false,
      command,
    });
  }
  return nodes;
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
