/** The texts for changes of files and definitions. */

import type { FileChange } from '../../../review/fileChanges.ts';
import type { Breakage, User } from '../../../review/model/modelChange.ts';
import type { ModelChange } from '../../../review/modelChanges.ts';
import { messageText } from '../../shell/errorText.ts';
import type { Localizer } from '../../shell/localizer.ts';

export function changeTooltip(
  { path, status, previousPath = '' }: FileChange,
  parent: string,
  l10n: Localizer,
): string {
  switch (status) {
    case 'added':
      return l10n.t('{0}: not on {1}', path, parent);
    case 'removed':
      return l10n.t('{0}: deleted, still on {1}', path, parent);
    case 'renamed':
      return l10n.t('{0} → {1}: renamed, still under the old name on {2}', previousPath, path, parent);
    case 'changed':
      return l10n.t('{0}: differs from {1}', path, parent);
  }
}

export function fileStatusText({ status, previousPath = '' }: FileChange, l10n: Localizer): string {
  const texts = {
    added: l10n.t('added'),
    removed: l10n.t('deleted'),
    changed: l10n.t('changed'),
    renamed: l10n.t('renamed from {0}', previousPath),
  };
  return texts[status];
}

/** “measure orders.count” */
export function changedPartText({ kind, name }: Pick<ModelChange, 'kind' | 'name'>, l10n: Localizer): string {
  const kinds: Record<ModelChange['kind'], string> = {
    cube: l10n.t('cube'),
    view: l10n.t('view'),
    measure: l10n.t('measure'),
    dimension: l10n.t('dimension'),
    segment: l10n.t('segment'),
    join: l10n.t('join'),
    pre_aggregation: l10n.t('pre-aggregation'),
    hierarchy: l10n.t('hierarchy'),
    access_policy: l10n.t('access policy'),
    granularity: l10n.t('granularity'),
  };
  return `${kinds[kind]} ${name}`;
}

/** “measure orders.count: changed (type, SQL)” */
export function modelChangeText(change: ModelChange, l10n: Localizer): string {
  const { previousName = '', aspects } = change;
  const aspectNames: Record<ModelChange['aspects'][number], string> = {
    type: l10n.t('type'),
    sql: l10n.t('SQL'),
    filters: l10n.t('filters'),
    format: l10n.t('format'),
    visibility: l10n.t('visibility'),
    access: l10n.t('access'),
    title: l10n.t('title'),
    description: l10n.t('description'),
    relationship: l10n.t('relationship'),
    other: l10n.t('other properties'),
  };
  const changes: Record<ModelChange['change'], string> = {
    added: l10n.t('added'),
    removed: l10n.t('removed'),
    renamed: l10n.t('renamed from {0}', previousName),
    changed: l10n.t('changed'),
  };
  const what = `${changedPartText(change, l10n)}: ${changes[change.change]}`;
  return aspects.length === 0 ? what : `${what} (${aspects.map((aspect) => aspectNames[aspect]).join(', ')})`;
}

/** “view sales: orders.count is gone.” */
export function breakageText({ by, message }: Pick<Breakage, 'by' | 'message'>, l10n: Localizer): string {
  return `${userText(by, l10n)}: ${messageText(message, l10n)}`;
}

/** “report Revenue by country (For customers)” */
export function userText({ kind, name, content }: User, l10n: Localizer): string {
  const kinds: Record<User['kind'], string> = {
    cube: l10n.t('cube'),
    view: l10n.t('view'),
    query: l10n.t('query'),
    test: l10n.t('test'),
    report: l10n.t('report'),
    dashboard: l10n.t('dashboard'),
    notification: l10n.t('notification'),
  };
  const where = content?.where === undefined ? '' : ` (${content.where})`;
  return `${kinds[kind]} ${name}${where}`;
}

/** How many names of users a text lists. */
const maxNames = 5;

/** “Used by 1 view, 2 members: sales, orders.share, sales.share”; undefined if nothing uses the changed part. */
export function reachText(
  { reach, usedBy }: Pick<ModelChange, 'reach' | 'usedBy'>,
  l10n: Localizer,
): string | undefined {
  const { members, views } = reach;
  const { queries, tests } = usedBy;
  const names = [...views, ...queries, ...tests, ...members];
  if (names.length === 0) return undefined;
  const counts = [
    views.length === 1 ? l10n.t('1 view') : l10n.t('{0} views', views.length),
    queries.length === 1 ? l10n.t('1 saved query') : l10n.t('{0} saved queries', queries.length),
    tests.length === 1 ? l10n.t('1 test') : l10n.t('{0} tests', tests.length),
    members.length === 1 ? l10n.t('1 member') : l10n.t('{0} members', members.length),
  ].filter((_, i) => [views, queries, tests, members][i]!.length > 0);
  return l10n.t('Used by {0}: {1}', counts.join(', '), shownNames(names));
}

/** The first of several names. */
export function shownNames(names: readonly string[]): string {
  return [...names.slice(0, maxNames), ...(names.length > maxNames ? ['…'] : [])].join(', ');
}
