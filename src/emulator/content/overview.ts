/** The dashboard that a served project begins with: the first measures of its views, because a project has no dashboards of its own. */

import type { Definition, Member } from '../../model/index/definitions.ts';
import { ModelIndex } from '../../model/index/modelIndex.ts';
import { isHidden, isPrivate } from '../../model/index/visibility.ts';
import { isModelSource } from '../../model/source/modelSource.ts';
import { textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import type { Platform } from '../platform/platform.ts';
import { findDashboard, newWorkbook } from './workbooks.ts';

export const overviewPublicId = 'overview';

/** More would be too many queries for one page. */
const maxCubes = 3;
const maxNumbers = 4;
const maxBars = 10;

interface NamedMember {
  path: string;
  title: string;
  member: Member;
}

/** Adds it to the first deployment, unless the model has no measure. @param files by project path */
export function seedOverview(platform: Platform, files: ReadonlyMap<string, Uint8Array>): void {
  const [deployment] = platform.record.deployments;
  if (!deployment || findDashboard(platform, overviewPublicId)) return;
  const widgets = overviewOf(indexOf(files));
  if (widgets.length === 0) return;
  platform.record.embed.workbooks.push(
    newWorkbook(platform, deployment.id, {
      ownerId: platform.record.users[0]?.id ?? 0,
      slug: overviewPublicId,
      name: 'Overview',
      access: { tenantIds: [], allEmbedUsers: true },
      dashboard: {
        publicId: overviewPublicId,
        title: `Overview of ${deployment.name}`,
        allowEmbed: true,
        definition: { kind: 'CLASSIC', filters: [], widgets },
        restrictDataDownload: false,
        useBoardDashboards: false,
        aiThreads: [],
      },
    }),
  );
}

function indexOf(files: ReadonlyMap<string, Uint8Array>): ModelIndex {
  const index = new ModelIndex();
  const decoder = new TextDecoder();
  for (const [path, content] of files) if (isModelSource(path, 'model')) index.set(path, decoder.decode(content));
  return index;
}

/** The widgets of the views; without views, those of the cubes. */
function overviewOf(index: ModelIndex): object[] {
  const shown = index.definitions.filter(({ node, pattern }) => !isPrivate(node) && pattern === undefined);
  const views = shown.filter(({ kind }) => kind === 'view');
  const cubes = (views.length > 0 ? views : shown)
    .map((definition) => ({ definition, members: membersOf(index, definition) }))
    .filter(({ members }) => members.some(({ member }) => member.kind === 'measure'))
    .slice(0, maxCubes);
  return cubes.flatMap(({ definition, members }) => {
    const prefix = cubes.length > 1 ? `${titleOf(definition.node, definition.name)}: ` : '';
    return widgetsOf(members).map((widget) => ({ ...widget, title: `${prefix}${widget.title}` }));
  });
}

function widgetsOf(members: readonly NamedMember[]): { title: string }[] {
  const measures = members.filter(({ member }) => member.kind === 'measure').slice(0, maxNumbers);
  const ofType = (type: string) =>
    members.find(({ member }) => member.kind === 'dimension' && textOf(valueAt(member.node, 'type')) === type);
  // A count says little by category or month, if there is anything else.
  const main = measures.find(({ member }) => textOf(valueAt(member.node, 'type')) !== 'count') ?? measures[0]!;
  const time = ofType('time');
  const category = ofType('string');
  const widget = (id: string, title: string, rest: { chart: string; columns: number; query: object }) => ({
    ...{ id, type: 'FIELD', title },
    ...rest,
  });
  const columns = time && category ? 6 : 12;
  return [
    ...measures.map(({ path, title }) =>
      widget(path, title, { chart: 'number', columns: 12 / measures.length, query: { measures: [path] } }),
    ),
    ...(time
      ? [
          widget(`${main.path} by ${time.path}`, `${main.title} by month`, {
            ...{ chart: 'line', columns },
            query: { measures: [main.path], timeDimensions: [{ dimension: time.path, granularity: 'month' }] },
          }),
        ]
      : []),
    ...(category
      ? [
          widget(`${main.path} by ${category.path}`, `${main.title} by ${category.title.toLowerCase()}`, {
            ...{ chart: 'bar', columns },
            query: {
              measures: [main.path],
              dimensions: [category.path],
              order: { [main.path]: 'desc' },
              limit: maxBars,
            },
          }),
        ]
      : []),
  ];
}

function membersOf(index: ModelIndex, definition: Definition): NamedMember[] {
  const named = (name: string, member: Member | undefined): NamedMember[] =>
    member ? [{ path: `${definition.name}.${name}`, title: titleOf(member.node, name), member }] : [];
  if (definition.kind === 'view') {
    return [...index.viewMembers(definition).members.values()].flatMap(({ name, sources }) => named(name, sources[0]));
  }
  return [...index.members(definition)].flatMap(([name, [member]]) =>
    member && !isHidden(member) ? named(name, member) : [],
  );
}

/** Without a title, the name as words. */
function titleOf(node: ValueNode, name: string): string {
  const words = name.replaceAll('_', ' ');
  return textOf(valueAt(node, 'title')) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
