/** Mistakes that the compiler accepts and that show when it plans a query: pre-aggregations, join paths, aggregates, cases, shifts. */

import type { Texts } from '../models.ts';
import type { QueryMistakeRow } from './mistakeRow.ts';

/** A cube in JavaScript with one pre-aggregation. */
const rollup = (fields: string): Texts => ({
  'a.js': `cube(\`far\`, { sql_table: \`far\`, measures: { fm: { type: \`count\` } } });

cube(\`s\`, {
  sql_table: \`s\`,
  dimensions: { id: { sql: \`id\`, type: \`string\`, primary_key: true }, at: { sql: \`at\`, type: \`time\` } },
  measures: { count: { type: \`count\` } },
  pre_aggregations: { main: { ${fields} } },
});
`,
});
const count = { measures: ['s.count'] };
const inRollup = { query: count, code: 'text-reference', edits: [] };

/** Cubes in YAML; `far` is joined by `near`, and `a` by no other cube. */
const cubes = (more: string, joins = ''): Texts => ({
  'a.yml': `cubes:
  - name: far
    sql_table: far
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
    measures:
      - {name: fm, type: count}
  - name: near
    sql_table: near
    joins:
      - {name: far, sql: "{CUBE}.far_id = {far.id}", relationship: many_to_one}
${joins}    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
  - name: a
    sql_table: a
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
    measures:
      - {name: n, type: count}
      - {name: twice, type: number, sql: "2 * {n}"}
${more}`,
});
const noPath = /^Can't find join path/;
const rows = (text: string) => text.replaceAll(/^ */gm, '      ');
const warned = { severity: 'warning', edits: [] } as const;

export const plannerMistakes: readonly QueryMistakeRow[] = [
  {
    name: 'name of a member as text in a pre-aggregation (JavaScript)',
    base: rollup('measures: [count], dimensions: [«`id`»]'),
    result: /^Cube 'id' not found/,
    ...inRollup,
  },
  {
    name: 'time dimension as text in a pre-aggregation (JavaScript)',
    base: rollup("measures: [`s.count`], dimensions: ['s.id'], time_dimension: «`at`», granularity: `day`"),
    result: /^Cube 'at' not found/,
    ...inRollup,
  },
  {
    name: 'one of several time dimensions as text (JavaScript)',
    base: rollup('measures: [CUBE.count], time_dimensions: [{ dimension: «`at`», granularity: `day` }]'),
    result: /^Cube 'at' not found/,
    ...inRollup,
  },
  {
    name: 'CUBE as text in a pre-aggregation (JavaScript)',
    base: rollup("measures: [«'CUBE.count'»]"),
    result: /^Cube 'CUBE' not found/,
    ...inRollup,
  },
  {
    name: 'unknown member as text in a pre-aggregation (JavaScript)',
    base: rollup('measures: [`s.«nope»`]'),
    ...inRollup,
    severity: 'warning',
    result: /^'nope' not found/,
    code: 'unknown-member',
  },
  {
    name: 'no mistake: paths as texts, columns of an index (JavaScript)',
    base: rollup('measures: [`s.count`], dimensions: [`${CUBE.id}`], indexes: { one: { columns: [`id`] } }'),
    query: count,
    result: /FROM stb_pre_aggregations\.s_main/,
    edits: [],
  },
  {
    name: 'measure of a pre-aggregation without a list (JavaScript)',
    base: rollup('measures: «CUBE.count»'),
    ...inRollup,
    result: /map is not a function/,
    code: 'wrong-value',
  },
  {
    name: 'dimension of a pre-aggregation without a list',
    base: cubes('    pre_aggregations:\n      - name: p\n        measures: [n]\n        dimensions: «CUBE.id»\n'),
    query: { measures: ['a.n'] },
    result: /map is not a function/,
    code: 'wrong-value',
    edits: [],
  },
  {
    name: 'member of a pre-aggregation without a join path',
    base: cubes('    pre_aggregations:\n      - name: p\n        measures: [n, «far».fm]\n'),
    query: { dimensions: ['a.id'] },
    result: noPath,
    code: 'no-join-path',
    edits: [],
  },
  {
    name: 'no mistake: a pre-aggregation of another cube only',
    base: cubes('    pre_aggregations:\n      - name: p\n        measures: [far.fm]\n'),
    query: { measures: ['a.n'] },
    result: /^SELECT count\("a"/,
    edits: [],
  },
  {
    name: 'measure of a cube without a join path',
    base: cubes(rows('- {name: m, type: number, sql: "{n} + {«far».fm}"}\n')),
    query: { measures: ['a.m'] },
    result: noPath,
    code: 'no-join-path',
    ...warned,
  },
  {
    name: 'segment of a cube without a join path',
    base: cubes('    segments:\n      - {name: big, sql: "{«far».id} > 1"}\n'),
    query: { measures: ['a.n'], segments: ['a.big'] },
    result: noPath,
    code: 'no-join-path',
    ...warned,
  },
  {
    name: 'no mistake: a cube that joins both',
    base: cubes(
      rows('- {name: m, type: number, sql: "{n} + {far.fm}"}\n'),
      '      - {name: a, sql: "{CUBE}.a_id = {a.id}", relationship: many_to_one}\n',
    ),
    query: { measures: ['a.m'], dimensions: ['near.id'] },
    result: /FROM near AS "near"/,
    edits: [],
  },
  {
    name: 'no mistake: a child that has the join',
    base: cubes(`      - {name: m, type: number, sql: "{n} + {far.fm}"}
  - name: child
    extends: a
    joins:
      - {name: far, sql: "{CUBE}.far_id = {far.id}", relationship: many_to_one}
`),
    query: { measures: ['child.m'] },
    result: /LEFT JOIN far AS "far"/,
    edits: [],
  },
  {
    name: 'unknown member in a sub-query dimension',
    base: cubes('    joins:\n      - {name: far, sql: "1 = 1", relationship: one_to_many}\n'),
    edits: [
      [
        'a.yml',
        '    measures:\n      - {name: n,',
        '      - {name: d, type: number, sub_query: true, sql: "{far.«nope»}"}\n    measures:\n      - {name: n,',
      ],
    ],
    severity: 'warning',
    query: { dimensions: ['a.d'] },
    result: /^far\.nope cannot be resolved/,
    code: 'unknown-member',
  },
  {
    name: 'aggregate of an aggregate',
    base: cubes(rows('- {name: m, type: sum, sql: "{«n»}"}\n- {name: k, type: max, sql: "{«CUBE.twice»} * 2"}\n')),
    query: { measures: ['a.m', 'a.k'] },
    result: /sum\(count\("a".*max\(2 \* count\("a"/,
    code: 'misplaced-aggregate',
    ...warned,
  },
  {
    name: 'measure in a filter of a measure',
    base: cubes(rows('- {name: m, type: count, filters: [{sql: "{«n»} > 1"}]}\n')),
    query: { measures: ['a.m'] },
    result: /count\(CASE WHEN \(count\(/,
    code: 'misplaced-aggregate',
    ...warned,
  },
  {
    name: 'measure in a segment',
    base: cubes('    segments:\n      - {name: big, sql: "{«n»} > 1"}\n'),
    query: { measures: ['a.n'], segments: ['a.big'] },
    result: /WHERE \(count\(/,
    code: 'misplaced-aggregate',
    ...warned,
  },
  {
    name: 'measure in a dimension',
    base: cubes(''),
    edits: [
      [
        'a.yml',
        '    measures:\n      - {name: n,',
        '      - {name: d, type: number, sql: "{«n»}"}\n    measures:\n      - {name: n,',
      ],
    ],
    severity: 'warning',
    query: { dimensions: ['a.d'] },
    result: /count\(.*GROUP BY 1/,
    code: 'misplaced-aggregate',
  },
  {
    name: 'no mistake: calculations with measures, and multi-stage measures',
    base: cubes(
      rows(
        '- {name: m, type: number, sql: "{n} * 2"}\n- {name: k, type: string, sql: "{n}"}\n- {name: s, type: sum, sql: "{n}", multi_stage: true}\n',
      ),
    ),
    edits: [],
  },
  {
    name: 'case without conditions (JavaScript)',
    base: {
      'a.js':
        'cube(`s`, { sql_table: `s`, dimensions: { area: { case: { «when»: [\n], else: { label: `Unknown` } }, type: `string` } } });\n',
    },
    query: { dimensions: ['s.area'] },
    result: /CASE ELSE 'Unknown' END/,
    code: 'empty-case',
    ...warned,
  },
  {
    name: 'case without conditions',
    base: cubes(''),
    edits: [
      [
        'a.yml',
        '    measures:\n      - {name: n,',
        '      - {name: d, type: string, case: {«when»: [], else: {label: None} } }\n    measures:\n      - {name: n,',
      ],
    ],
    severity: 'warning',
    query: { dimensions: ['a.d'] },
    result: /CASE ELSE 'None' END/,
    code: 'empty-case',
  },
  {
    name: 'unknown time shift',
    base: cubes(rows('- {name: m, type: number, sql: "{n}", multi_stage: true, time_shift: [{name: «prior»}]}\n')),
    query: { measures: ['a.m'] },
    result: /SELECT/,
    code: 'unknown-time-shift',
    ...warned,
  },
];
