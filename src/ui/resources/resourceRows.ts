/** The rows of the Resources view as a pure function of what is loaded: what opens as a document. */

import type { Deployment } from '../../contract/deployments/deployments.ts';
import type { ResourceOperation } from '../../platform/api/resourceAccess.ts';
import type { Loaded } from '../../session/lazyList.ts';
import { errorText } from '../shell/errorText.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { cachedRows } from '../tree/cachedRows.ts';
import { connectionRow, type ShownConnection } from '../tree/connectionRow.ts';
import { listRows } from '../tree/listRows.ts';
import { menuContext, type Row, type RowTarget } from '../tree/row.ts';
import { type ResourceKind, type ResourceState, resourceKinds } from './resourceKinds.ts';

/** The list that a row loads: the deployments of a platform, the kinds of an account or deployment, or a list of resources. */
export type LoadedByRow =
  | { name: 'deployments' | 'kinds' }
  | {
      name: 'resources';
      kind: ResourceKind;
      operation: ResourceOperation;
      /** Keys of what contains the resources: the deployment, the embed tenant. */
      keys: readonly string[];
      title: string;
    };

/** `typed`: a kind whose key the user types. */
interface ResourceTarget extends RowTarget {
  typed?: { kind: ResourceKind; keys: readonly string[] };
  /** The listed resource of the row. */
  listed?: ListedResource;
}

export type ResourceRow = Row<LoadedByRow, ResourceTarget>;

export interface ListedResource extends ResourceState {
  key: string;
  label: string;
}

interface ListState {
  loaded: Loaded<ListedResource>;
  /** Only resources that contain this text are listed. */
  search: string | undefined;
  canSearch: boolean;
}

export interface ResourcesState extends ShownConnection {
  /** Undefined until the connection is open. */
  deployments: Loaded<Deployment> | undefined;
  /** Why each kind cannot be read, by the id of the deployment; `undefined`: those of the account. Missing until it is known. */
  refusals: ReadonlyMap<string | undefined, ReadonlyMap<string, unknown>>;
  /** By the id of the row that loads it. */
  lists: ReadonlyMap<string, ListState>;
}

/** The address of a document. @param keys the values of its path and of what contains it */
export type AddressOf = (connectionId: string, kind: ResourceKind, keys: readonly string[], label: string) => string;

interface Scope {
  state: ResourcesState;
  target: ResourceTarget;
  keys: readonly string[];
  l10n: Localizer;
  addressOf: AddressOf;
}

export function resourceRows(
  connections: readonly ResourcesState[],
  l10n: Localizer,
  addressOf: AddressOf,
): ResourceRow[] {
  const expand = connections.length === 1 ? 'expanded' : 'collapsed';
  return connections.map((state) => {
    const { id, deployments } = state;
    const target: ResourceTarget = { connectionId: id };
    const list: LoadedByRow = { name: 'deployments' };
    const scope = { state, target, keys: [], l10n, addressOf };
    const rows = (deployments?.items ?? []).map((deployment) => deploymentRow(deployment, scope));
    const empty = l10n.t('No deployments');
    const below = [
      ...listRows<LoadedByRow, ResourceTarget>({ id, target, list }, deployments, l10n, { rows, empty }),
      ...kindRows('account', id, scope),
    ];
    return connectionRow<LoadedByRow, ResourceTarget>(state, { target, list, below, expand }, l10n);
  });
}

function deploymentRow({ id: deploymentId, name }: Deployment, scope: Scope): ResourceRow {
  const id = `${scope.state.id}/${deploymentId}`;
  const key = String(deploymentId);
  const target = { ...scope.target, deploymentId: key, deploymentName: name };
  return {
    id,
    kind: 'deployment',
    label: name,
    icon: 'database',
    context: menuContext('deployment', 'list'),
    expand: 'collapsed',
    target,
    list: { name: 'kinds' },
    children: kindRows('deployment', id, { ...scope, target, keys: [key] }),
  };
}

/** A kind that the user cannot read has a row that says why. */
function kindRows(scopeName: ResourceKind['scope'], parent: string, scope: Scope): ResourceRow[] {
  const { state, target, l10n } = scope;
  const refusals = state.refusals.get(target.deploymentId);
  if (!refusals) return [];
  const kinds = resourceKinds.filter((kind) => kind.scope === scopeName);
  return kinds.map((kind): ResourceRow => {
    const heading = { id: `${parent}/${kind.id}`, label: kind.title(l10n), icon: kind.icon };
    const refusal = refusals.get(kind.id);
    if (refusal !== undefined) {
      return {
        ...leaf(heading, target),
        description: l10n.t('not available'),
        tooltip: escapeMarkdown(errorText(refusal, l10n)),
        icon: 'circle-slash',
      };
    }
    return kind.within ? listRow(kind, heading, kind.within.list, scope) : contentRow(kind, heading, scope);
  });
}

interface Heading {
  id: string;
  label: string;
  icon: string;
}

function leaf(heading: Heading, target: ResourceTarget): ResourceRow {
  return { ...heading, kind: 'resource', context: ';resource;', expand: 'never', target, children: [] };
}

/** The list of a kind's documents, or its only document. */
function contentRow(kind: ResourceKind, heading: Heading, scope: Scope): ResourceRow {
  const { target, keys, l10n } = scope;
  if (kind.list) return listRow(kind, heading, kind.list, scope);
  if (!kind.ask) return documentRow(kind, heading, scope);
  const open: ResourceRow = {
    ...leaf({ id: `${heading.id}/open`, label: l10n.t('Open…'), icon: 'search' }, { ...target, typed: { kind, keys } }),
    command: 'dataModel.resources.open',
  };
  return { ...leaf(heading, target), expand: 'collapsed', children: [open] };
}

function documentRow(kind: ResourceKind, heading: Heading, { state, target, keys, addressOf }: Scope): ResourceRow {
  return { ...leaf(heading, target), opens: addressOf(state.id, kind, keys, heading.label) };
}

function listRow(kind: ResourceKind, heading: Heading, operation: ResourceOperation, scope: Scope): ResourceRow {
  const { state, target, keys, l10n } = scope;
  const list: LoadedByRow = { name: 'resources', kind, operation, keys, title: heading.label };
  const { loaded, search, canSearch } = state.lists.get(heading.id) ?? {};
  const isContainer = operation === kind.within?.list;
  const items = loaded?.items ?? [];
  const childOf = ({ key, label }: ListedResource, icon: string) => ({ id: `${heading.id}/${key}`, label, icon });
  const inside = ({ key }: ListedResource) => ({ ...scope, keys: [...keys, key] });
  const rows = isContainer
    ? items.map((item) => contentRow(kind, childOf(item, 'organization'), inside(item)))
    : cachedRows(items, [heading.id, l10n], (item) => ({
        ...documentRow(kind, childOf(item, kind.icon), inside(item)),
        ...(item.description !== '' && { description: item.description }),
        context: menuContext('resource', kind.id, ...item.keywords),
        target: { ...target, listed: item },
      }));
  const empty = search === undefined ? l10n.t('None yet') : l10n.t('No results');
  const children = listRows<LoadedByRow, ResourceTarget>({ id: heading.id, target, list }, loaded, l10n, {
    rows,
    empty,
  });
  const searchRow: ResourceRow = {
    id: `${heading.id}/search`,
    kind: 'search',
    label: search === undefined ? l10n.t('Search…') : l10n.t('Search: {0}', search),
    icon: 'search',
    context: ';search;',
    expand: 'never',
    command: 'dataModel.resources.search',
    target,
    list,
    children: [],
  };
  return {
    ...heading,
    kind: 'list',
    context: menuContext('list', !isContainer && kind.id),
    expand: 'collapsed',
    target,
    list,
    children: canSearch && children.length > 0 ? [searchRow, ...children] : children,
  };
}
