/** Every place of the model language that can hold a text, and for those that can name a part of the model, an example. */

import type { Rule } from '../../../src/model/rules/rule.ts';
import { rules } from '../../../src/model/rules/ruleTable.ts';
import type { Texts } from '../models.ts';

/** The paths of all texts, functions and values without a fixed form in cubes, views and view groups: `measures.*.drillMembers`, `joins[].name`. */
export function textPlaces(): string[] {
  const found = new Set<string>();
  const visit = (rule: Rule, path: string, passed: readonly string[]): void => {
    if (typeof rule === 'string') {
      if (rule === 'string' || rule === 'function' || rule === 'any') found.add(path);
      return;
    }
    if ('ref' in rule) {
      const { ref } = rule;
      // Folders, groups and conditions contain each other.
      if (passed.filter((one) => one === ref).length < 2) visit(rules[ref]!, path, [...passed, ref]);
    } else if ('pattern' in rule) found.add(path);
    else if ('list' in rule) {
      for (const one of rule.list.length > 0 ? rule.list : ['any' as const]) visit(one, `${path}[]`, passed);
    } else if ('named' in rule) visit(rule.named, `${path}.*`, passed);
    else if ('keys' in rule) {
      for (const [key, one] of Object.entries(rule.keys)) visit(one, path === '' ? key : `${path}.${key}`, passed);
    } else if ('cases' in rule) {
      for (const [, one] of rule.cases) visit(one, path, passed);
      if (rule.otherwise) visit(rule.otherwise, path, passed);
    } else if ('has' in rule) {
      visit(rule.holds, path, passed);
      visit(rule.otherwise, path, passed);
    } else if ('single' in rule) {
      visit(rule.single, path, passed);
      visit(rule.otherwise, path, passed);
    } else if ('one' in rule) for (const one of rule.one) visit(one, path, passed);
    else if ('must' in rule) visit(rule.must, path, passed);
  };
  visit(rules.cube!, '', []);
  visit(rules.view!, '', []);
  visit(rules.viewGroup!, 'viewGroup', []);
  return [...found];
}

/** Texts for people and databases, values, and keys that only the compiler sets. */
export const otherTexts: readonly RegExp[] = [
  /(^|\.)(title|description|meta|dataSource|fileName|sqlAlias|icon|every|immutable)$/,
  /^(allDefinitions|rawFolders|rawCubes)$/,
  /(Members|\.memberReference|\.keyReference)(\[\])?$/,
  /\.(aliases|uniqueKeyColumns|values)\[\]$/,
  /\.(mask|label|dashboard|value|format\.label|params\[\]\.key|outputColumnTypes\[\]\.type|interval|offset)$/,
  /^accessPolicy\[\]\.groups?(\[\])?$/,
  // Only the first level of folders can have paths.
  /^folders\[\](\.includes\[\]){2,}\.joinPath$/,
  // The compiler adds `type` to each index and allows it only with `columns`.
  /^preAggregations\.\*\.indexes\.\*\.sql$/,
];

/** Places that define a name. */
export const definingPlaces: readonly RegExp[] = [
  /^name$/,
  /^viewGroup(\.includes\[\])*\.name$/,
  /^folders\[\](\.includes\[\])?\.name$/,
  /\.links\[\]\.name$/,
  /^cubes\[\]\.(alias|includes\[\]\.alias)$/,
];

type List =
  | 'measures'
  | 'dimensions'
  | 'segments'
  | 'pre_aggregations'
  | 'hierarchies'
  | 'joins'
  | 'access_policy'
  | 'cubes'
  | 'views'
  | 'view_groups';

export interface NamePlace {
  /** Where the item is added: in the cube `shop`, or as a definition. */
  list: List;
  /** An item in YAML, with the name between `‹` and `›`. */
  item: string;
}

const cubeLists: readonly List[] = [
  'measures',
  'dimensions',
  'segments',
  'pre_aggregations',
  'hierarchies',
  'joins',
  'access_policy',
];

const base: Readonly<Record<List, readonly string[]>> = {
  measures: ['{ name: n, type: count }', '{ name: total, type: sum, sql: "{CUBE}.price" }'],
  dimensions: [
    '{ name: id, sql: id, type: number, primary_key: true }',
    '{ name: kind, sql: kind, type: string }',
    '{ name: state, type: switch, values: [a, b] }',
    '{ name: day, sql: day, type: time, granularities: [{ name: fiscal, interval: 1 year, offset: 1 month }] }',
  ],
  segments: ['{ name: big, sql: "{CUBE}.price > 9" }'],
  pre_aggregations: [
    '{ name: main, measures: [n], dimensions: [kind], time_dimension: day, granularity: day, partition_granularity: month }',
  ],
  hierarchies: ['{ name: places, levels: [kind] }'],
  joins: [
    '{ name: town, sql: "{CUBE}.town_id = {town.id}", relationship: many_to_one }',
    '{ name: cal, sql: "{CUBE}.day = {cal.date}", relationship: many_to_one }',
  ],
  access_policy: ['{ group: "*", member_level: { includes: "*" } }'],
  cubes: [
    '{ name: town, sql_table: town, dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: place, sql: place, type: string }], measures: [{ name: people, type: sum, sql: people }] }',
    '{ name: lone, sql_table: lone, dimensions: [{ name: id, sql: id, type: number, primary_key: true }] }',
    '{ name: cal, calendar: true, sql_table: cal, dimensions: [{ name: date, sql: date, type: time, primary_key: true, granularities: [{ name: season, interval: 3 months }], time_shift: [{ name: last_year, sql: "{CUBE}.last" }] }] }',
  ],
  views: ['{ name: first, cubes: [{ join_path: shop, includes: [n, kind] }] }'],
  view_groups: ['{ name: all, includes: [first] }'],
};

/** A model that has the item of the place, and the offset of its name. The name may be replaced. */
export function modelOf({ list, item }: NamePlace, name?: string): { texts: Texts; offset: number; name: string } {
  const marked = /‹(.*?)›/.exec(item)!;
  const items = (key: List, indent: string) =>
    [...base[key], ...(key === list ? [item] : [])].map((one) => `${indent}- ${one}\n`).join('');
  const shop = cubeLists.map((key) => `    ${key}:\n${items(key, '      ')}`).join('');
  const text = `cubes:\n  - name: shop\n    sql_table: shop\n${shop}${items('cubes', '  ')}views:\n${items('views', '  ')}view_groups:\n${items('view_groups', '  ')}`;
  const written = name ?? marked[1]!;
  const offset = text.indexOf('‹');
  return { texts: { 'model.yml': text.replace(/‹.*?›/, written) }, offset, name: written };
}

const measure = (more: string): NamePlace => ({ list: 'measures', item: `{ name: probe, ${more} }` });
const stage = (more: string) => measure(`type: number, multi_stage: true, sql: "{n}", ${more}`);
const dimension = (more: string): NamePlace => ({ list: 'dimensions', item: `{ name: probe, ${more} }` });
const text = (more: string) => dimension(`type: string, ${more}`);
const rollup = (more: string): NamePlace => ({
  list: 'pre_aggregations',
  item: `{ name: probe, type: rollup, ${more} }`,
});
const day = 'time_dimension: day, granularity: day';
const cube = (more: string): NamePlace => ({
  list: 'cubes',
  item: `{ name: probe, dimensions: [{ name: id, sql: id, type: number, primary_key: true }], ${more} }`,
});
const view = (more: string): NamePlace => ({ list: 'views', item: `{ name: probe, ${more} }` });
const ofShop = 'cubes: [{ join_path: shop, includes: [n, kind, day] }]';
const policy = (more: string): NamePlace => ({ list: 'access_policy', item: `{ group: north, ${more} }` });

/** One example for each place, or several if different parts can be named. */
export const namePlaces: Readonly<Record<string, NamePlace | readonly NamePlace[]>> = {
  extends: [{ list: 'cubes', item: '{ name: probe, extends: ‹lone› }' }, view(`extends: ‹first›`)],
  sql: [
    cube('sql: "SELECT * FROM {‹lone›.sql()}"'),
    cube('sql: "SELECT * FROM t WHERE {FILTER_PARAMS.shop.‹kind›.filter(\'k\')}"'),
    cube('sql: "SELECT * FROM t WHERE {FILTER_PARAMS.cal.date.time_shifts.‹last_year›.filter(\'d\')}"'),
  ],
  sqlTable: cube('sql_table: "{‹lone›.sql()}"'),
  'refreshKey.sql': cube('sql_table: t, refresh_key: { sql: "SELECT MAX(id) FROM {‹lone›.sql()}" }'),
  'joins.*.sql': { list: 'joins', item: '{ name: lone, sql: "{CUBE.‹id›} = {lone.id}", relationship: many_to_one }' },
  'joins[].sql': { list: 'joins', item: '{ name: lone, sql: "{CUBE.id} = {lone.‹id›}", relationship: many_to_one }' },
  'joins[].name': { list: 'joins', item: '{ name: ‹lone›, sql: "{CUBE}.lone_id = 1", relationship: many_to_one }' },
  'segments.*.sql': { list: 'segments', item: '{ name: probe, sql: "{‹kind›} = 1" }' },
  'hierarchies.*.levels': { list: 'hierarchies', item: '{ name: probe, levels: [‹kind›, town.place] }' },

  'measures.*.sql': [
    measure('type: number, sql: "{‹total›} / 2"'),
    measure('type: sum, sql: "{CUBE.‹id›}"'),
    measure('type: count, sql: "{‹town›.id}"'),
  ],
  'measures.*.filters[].sql': measure('type: count, filters: [{ sql: "{CUBE.‹kind›} = 1" }]'),
  'measures.*.drillFilters[].sql': measure('type: count, drill_filters: [{ sql: "{CUBE.‹kind›} = 1" }]'),
  'measures.*.drillMembers': [
    measure('type: count, drill_members: [‹kind›]'),
    measure('type: count, drill_members: [town.‹place›]'),
  ],
  'measures.*.drillMemberReferences': measure('type: count, drill_member_references: [‹kind›]'),
  'measures.*.rollingWindow.granularity': [
    measure('type: count, rolling_window: { type: to_date, granularity: ‹fiscal› }'),
    measure('type: count, rolling_window: { type: to_date, granularity: ‹season› }'),
  ],
  'measures.*.mask.sql': measure('type: count, mask: { sql: "{CUBE.‹id›}" }'),
  'measures.*.case.switch': stage(
    'case: { switch: "{CUBE.‹state›}", when: [{ value: a, sql: "{n}" }], else: { sql: "{total}" } }',
  ),
  'measures.*.case.when[].sql': stage(
    'case: { switch: "{CUBE.state}", when: [{ value: a, sql: "{‹n›}" }], else: { sql: "{total}" } }',
  ),
  'measures.*.case.else.sql': stage(
    'case: { switch: "{CUBE.state}", when: [{ value: a, sql: "{n}" }], else: { sql: "{‹total›}" } }',
  ),
  'measures.*.case.when[].label.sql': stage(
    'case: { when: [{ sql: "{CUBE}.a = 1", label: { sql: "{CUBE.‹kind›}" } }], else: { label: b } }',
  ),
  'measures.*.case.else.label.sql': stage(
    'case: { when: [{ sql: "{CUBE}.a = 1", label: a }], else: { label: { sql: "{CUBE.‹kind›}" } } }',
  ),
  'measures.*.groupBy': stage('group_by: [‹kind›]'),
  'measures.*.reduceBy': stage('reduce_by: [‹kind›]'),
  'measures.*.addGroupBy': stage('add_group_by: [‹kind›]'),
  'measures.*.filter.exclude': stage('filter: { exclude: [‹kind›] }'),
  'measures.*.filter.keepOnly': stage('filter: { keep_only: [‹kind›] }'),
  'measures.*.filter.include[].member': [
    stage('filter: { include: [{ member: ‹kind›, operator: set }] }'),
    stage('filter: { include: [{ member: town.‹place›, operator: set }] }'),
  ],
  'measures.*.filter.include[].or[].member': stage(
    'filter: { include: [{ or: [{ member: ‹kind›, operator: set }] }] }',
  ),
  'measures.*.filter.include[].and[].member': stage(
    'filter: { include: [{ and: [{ member: shop.‹kind›, operator: set }] }] }',
  ),
  'measures.*.grain.exclude': stage('grain: { exclude: [‹kind›] }'),
  'measures.*.grain.keepOnly': stage('grain: { keep_only: [‹kind›] }'),
  'measures.*.grain.include': stage('grain: { include: [‹kind›] }'),
  'measures.*.timeShift[].timeDimension': stage(
    'time_shift: [{ time_dimension: ‹day›, interval: 1 year, type: prior }]',
  ),
  'measures.*.timeShift[].name': [
    stage('time_shift: [{ name: ‹last_year› }]'),
    stage('time_shift: [{ time_dimension: cal.date, name: ‹last_year› }]'),
  ],
  'measures.*.orderBy[].sql': measure('type: rank, multi_stage: true, order_by: [{ sql: "{‹total›}", dir: asc }]'),

  'dimensions.*.sql': [
    text('sql: "{CUBE.‹kind›}"'),
    dimension('type: number, sub_query: true, sql: "{town.‹people›}"'),
  ],
  'dimensions.*.case.when[].sql': text('case: { when: [{ sql: "{CUBE.‹kind›} = 1", label: a }], else: { label: b } }'),
  'dimensions.*.case.when[].label.sql': text(
    'case: { when: [{ sql: "{CUBE}.a = 1", label: { sql: "{CUBE.‹kind›}" } }], else: { label: b } }',
  ),
  'dimensions.*.case.else.label.sql': text(
    'case: { when: [{ sql: "{CUBE}.a = 1", label: a }], else: { label: { sql: "{CUBE.‹kind›}" } } }',
  ),
  'dimensions.*.case.switch': text(
    'multi_stage: true, case: { switch: "{CUBE.‹state›}", when: [{ value: a, sql: "{kind}" }], else: { sql: "{kind}" } }',
  ),
  'dimensions.*.case.else.sql': text(
    'multi_stage: true, case: { switch: "{CUBE.state}", when: [{ value: a, sql: "{kind}" }], else: { sql: "{‹kind›}" } }',
  ),
  'dimensions.*.latitude.sql': dimension('type: geo, latitude: { sql: "{CUBE.‹id›}" }, longitude: { sql: x }'),
  'dimensions.*.longitude.sql': dimension('type: geo, latitude: { sql: x }, longitude: { sql: "{CUBE.‹id›}" }'),
  'dimensions.*.mask.sql': text('sql: x, mask: { sql: "{CUBE.‹kind›}" }'),
  'dimensions.*.key': text('sql: x, key: "{CUBE.‹kind›}"'),
  'dimensions.*.links[].url': text('sql: x, links: [{ name: a, label: a, url: "{CUBE.‹kind›}" }]'),
  'dimensions.*.links[].params[].value': text(
    'sql: x, links: [{ name: a, label: a, url: "{CUBE.kind}", params: [{ key: k, value: "{CUBE.‹kind›}" }] }]',
  ),
  'dimensions.*.granularities.*.sql': dimension(
    'type: time, sql: x, granularities: [{ name: month, sql: "{CUBE.‹day›}" }]',
  ),
  'dimensions.*.addGroupBy': dimension('type: number, multi_stage: true, sql: "{n}", add_group_by: [‹kind›]'),
  'dimensions.*.filter.exclude': dimension(
    'type: number, multi_stage: true, sql: "{n}", filter: { exclude: [‹kind›] }',
  ),
  'dimensions.*.filter.keepOnly': dimension(
    'type: number, multi_stage: true, sql: "{n}", filter: { keep_only: [‹kind›] }',
  ),
  'dimensions.*.filter.include[].member': dimension(
    'type: number, multi_stage: true, sql: "{n}", filter: { include: [{ member: ‹kind›, operator: set }] }',
  ),
  'dimensions.*.filter.include[].or[].member': dimension(
    'type: number, multi_stage: true, sql: "{n}", filter: { include: [{ or: [{ member: CUBE.‹kind›, operator: set }] }] }',
  ),
  'dimensions.*.filter.include[].and[].member': dimension(
    'type: number, multi_stage: true, sql: "{n}", filter: { include: [{ and: [{ member: ‹kind›, operator: set }] }] }',
  ),
  'dimensions.*.timeShift[].name': stage('time_shift: [{ name: ‹last_year› }]'),
  'dimensions.*.timeShift[].sql': {
    list: 'cubes',
    item: '{ name: probe, calendar: true, sql_table: t, dimensions: [{ name: at, sql: at, type: time, primary_key: true, time_shift: [{ name: own, sql: "{CUBE.‹other›}" }] }, { name: other, sql: x, type: time }] }',
  },

  'preAggregations.*.refreshKey.sql': rollup(
    'measures: [n], refresh_key: { sql: "SELECT MAX(id) FROM {‹lone›.sql()}" }',
  ),
  'preAggregations.*.indexes.*.columns': rollup(
    'measures: [n], dimensions: [kind], indexes: [{ name: i, columns: [‹kind›] }]',
  ),
  'preAggregations.*.refreshRangeStart.sql': rollup(
    `measures: [n], ${day}, refresh_range_start: { sql: "SELECT MIN(id) FROM {‹lone›.sql()}" }`,
  ),
  'preAggregations.*.refreshRangeEnd.sql': rollup(
    `measures: [n], ${day}, refresh_range_end: { sql: "SELECT MIN(id) FROM {‹lone›.sql()}" }`,
  ),
  'preAggregations.*.buildRangeStart.sql': rollup(
    `measures: [n], ${day}, build_range_start: { sql: "SELECT MIN(id) FROM {‹lone›.sql()}" }`,
  ),
  'preAggregations.*.buildRangeEnd.sql': rollup(
    `measures: [n], ${day}, build_range_end: { sql: "SELECT MIN(id) FROM {‹lone›.sql()}" }`,
  ),
  'preAggregations.*.outputColumnTypes[].member': rollup(
    'measures: [n], dimensions: [kind], output_column_types: [{ member: ‹kind›, type: text }]',
  ),
  'preAggregations.*.measures': [rollup('measures: [‹n›]'), rollup('measures: [CUBE.‹n›]')],
  'preAggregations.*.dimensions': rollup('measures: [n], dimensions: [‹kind›, town.place]'),
  'preAggregations.*.segments': rollup('measures: [n], segments: [‹big›]'),
  'preAggregations.*.timeDimension': rollup('measures: [n], time_dimension: ‹day›, granularity: day'),
  'preAggregations.*.granularity': rollup('measures: [n], time_dimension: day, granularity: ‹fiscal›'),
  'preAggregations.*.timeDimensions[].dimension': rollup(
    'measures: [n], time_dimensions: [{ dimension: ‹day›, granularity: day }]',
  ),
  'preAggregations.*.timeDimensions[].granularity': rollup(
    'measures: [n], time_dimensions: [{ dimension: cal.date, granularity: ‹season› }]',
  ),
  'preAggregations.*.rollups': {
    list: 'pre_aggregations',
    item: '{ name: probe, type: rollup_lambda, rollups: [‹main›] }',
  },
  'preAggregations.*.measureReferences': rollup('measure_references: [‹n›]'),
  'preAggregations.*.dimensionReferences': rollup('measure_references: [n], dimension_references: [‹kind›]'),
  'preAggregations.*.segmentReferences': rollup('measure_references: [n], segment_references: [‹big›]'),
  'preAggregations.*.timeDimensionReference': rollup(
    'measure_references: [n], time_dimension_reference: ‹day›, granularity: day',
  ),
  'preAggregations.*.rollupReferences': {
    list: 'pre_aggregations',
    item: '{ name: probe, type: rollup_join, measure_references: [n], rollup_references: [‹main›] }',
  },

  'accessPolicy[].memberLevel.includes[]': policy('member_level: { includes: [‹kind›] }'),
  'accessPolicy[].memberLevel.excludes[]': policy('member_level: { includes: "*", excludes: [‹kind›] }'),
  'accessPolicy[].memberMasking.includes[]': policy(
    'member_level: { includes: [n] }, member_masking: { includes: [‹kind›] }',
  ),
  'accessPolicy[].memberMasking.excludes[]': policy(
    'member_level: { includes: [n] }, member_masking: { includes: "*", excludes: [‹kind›] }',
  ),
  'accessPolicy[].rowLevel.filters[].member': [
    policy('row_level: { filters: [{ member: ‹kind›, operator: set }] }'),
    policy('row_level: { filters: [{ member: "{CUBE}.‹kind›", operator: set }] }'),
  ],
  'accessPolicy[].rowLevel.filters[].or[].member': policy(
    'row_level: { filters: [{ or: [{ member: ‹kind›, operator: set }] }] }',
  ),
  'accessPolicy[].rowLevel.filters[].and[].member': policy(
    'row_level: { filters: [{ and: [{ member: ‹kind›, operator: set }] }] }',
  ),

  'cubes[].joinPath': [
    view('cubes: [{ join_path: ‹shop›, includes: [n] }]'),
    view('cubes: [{ join_path: shop.‹town›, includes: [place] }]'),
  ],
  'cubes[].includes[]': view('cubes: [{ join_path: shop, includes: [‹kind›] }]'),
  'cubes[].includes[].name': view('cubes: [{ join_path: shop, includes: [{ name: ‹kind›, alias: sort }] }]'),
  'cubes[].excludes[]': view('cubes: [{ join_path: shop, includes: "*", excludes: [‹kind›] }]'),
  'folders[].includes[]': view(`${ofShop}, folders: [{ name: folder, includes: [‹kind›] }]`),
  'folders[].includes[].joinPath': view(
    'cubes: [{ join_path: shop, includes: [n] }, { join_path: shop.town, includes: [place] }], folders: [{ name: folder, includes: [{ join_path: shop.‹town› }] }]',
  ),
  'folders[].includes[].includes[]': view(
    `${ofShop}, folders: [{ name: folder, includes: [{ name: g, includes: [‹kind›] }] }]`,
  ),
  'defaultFilters[].member': view(`${ofShop}, default_filters: [{ member: ‹kind›, operator: set }]`),
  'defaultFilters[].unless': view(`${ofShop}, default_filters: [{ member: kind, operator: set, unless: [‹day›] }]`),
  viewGroup: view(`${ofShop}, view_group: ‹all›`),
  viewGroups: view(`${ofShop}, view_groups: [‹all›]`),
  'viewGroups[]': view(`${ofShop}, view_groups: [‹all›]`),
  'viewGroup.views': { list: 'view_groups', item: '{ name: probe, views: [‹first›] }' },
  'viewGroup.views[]': { list: 'view_groups', item: '{ name: probe, views: [‹first›] }' },
  'viewGroup.includes': { list: 'view_groups', item: '{ name: probe, includes: [‹first›] }' },
  'viewGroup.includes[]': { list: 'view_groups', item: '{ name: probe, includes: [‹first›] }' },
  'viewGroup.includes[].includes': {
    list: 'view_groups',
    item: '{ name: probe, includes: [{ name: g, includes: [‹first›] }] }',
  },
  'viewGroup.includes[].includes[]': {
    list: 'view_groups',
    item: '{ name: probe, includes: [{ name: g, includes: [‹first›] }] }',
  },
};
