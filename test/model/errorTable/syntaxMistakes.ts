/** Mistakes in the syntax of YAML, JavaScript, templates and expressions. */

import { delivery, fleet, items, type MistakeRow, orders, trips, vans } from './mistakeRow.ts';

export const syntaxMistakes: readonly MistakeRow[] = [
  {
    name: '20 bad indent',
    edits: [
      [
        orders,
        '        sql: status\n        type: string\n        description',
        '        sql: status\n       «type: string»\n        description',
      ],
    ],
  },
  {
    name: '20 line indented too deep',
    edits: [[orders, '        sql: status\n        type: string\n', '        sql: status\n          «type: string»\n']],
  },
  {
    name: '21 tab',
    edits: [[orders, '        sql: status\n        type: string\n', '        sql: status\n«\t»type: string\n']],
    code: 'yaml-tab',
  },
  {
    name: '22 duplicate key',
    edits: [[orders, '        sql: status\n', '        sql: status\n        «sql»: state\n']],
    code: 'duplicate-key',
  },
  {
    name: '23 open quote',
    edits: [[orders, 'sql: "{customers.city}"', 'sql: «"{customers.city}»']],
    code: 'yaml-open-quote',
  },
  { name: '23 open single quote', edits: [[items, 'format: "$,.2f"', "format: «'$,.2f»"]], code: 'yaml-open-quote' },
  {
    name: '23 open bracket',
    edits: [
      [
        items,
        '- { name: id, sql: id, type: number, primary_key: true }',
        '- «{» name: id, sql: id, type: number, primary_key: true',
      ],
    ],
    code: 'yaml-open-bracket',
  },
  {
    name: '30 JavaScript syntax: missing comma',
    base: fleet,
    edits: [[trips, 'sql: `metres`,\n      type: `max`', 'sql: `metres`\n      «type»: `max`']],
    code: 'javascript-syntax',
  },
  {
    name: '31 JavaScript syntax: missing bracket',
    base: fleet,
    edits: [
      [
        delivery,
        '[`count`, `distance`, `lateShare`, { name: `startedAt`, alias: `start` }],',
        '[`count`, `distance`«:» `lateShare`],',
      ],
    ],
    code: 'javascript-syntax',
  },
  {
    name: '34 duplicate key in JavaScript',
    base: fleet,
    edits: [
      [
        vans,
        'depot: { sql: `depot`, type: `string` },',
        'depot: { sql: `depot`, type: `string` },\n    «depot»: { sql: `depot`, type: `string` },',
      ],
    ],
    code: 'duplicate-key',
  },
  {
    name: '35 open Jinja block',
    edits: [[items, 'cubes:\n', 'cubes:\n«{% for n in [1] %}»\n']],
    code: 'template-unbalanced-block',
  },
  {
    name: '35 open Jinja tag',
    edits: [[items, 'sql_table: shop.stores', 'sql_table: «{{»"shop.stores"']],
    code: 'template-unclosed-tag',
  },
  {
    name: '35 Jinja loop without a list',
    edits: [[items, 'cubes:\n', 'cubes:\n«{%- for name names %}»\n{%- endfor %}\n']],
    code: 'template-missing-value',
  },
  {
    name: '35 Jinja variable without a value',
    edits: [[items, 'cubes:\n', '«{%- set names = -%}»\ncubes:\n']],
    code: 'template-missing-value',
  },
  {
    name: '41 expression that is not Python',
    edits: [[orders, '"{revenue} / NULLIF', '"{revenue «||»} / NULLIF']],
    code: 'unsupported-expression',
  },
  {
    name: '41 brace without its other half',
    edits: [[orders, '"{revenue} / NULLIF({CUBE.count}, 0)"', '"NULLIF(0, 1) / «{revenue»"']],
    code: 'open-brace',
  },
  {
    name: '41 references side by side',
    edits: [[orders, '"{revenue} / NULLIF({CUBE.count}, 0)"', '"{revenue«}{»count}"']],
    code: 'adjacent-references',
  },
  {
    name: 'braces without a reference',
    edits: [[items, 'sql: MAX({CUBE}.price)', 'sql: MAX({CUBE}.price) + «{}»']],
    code: 'empty-braces',
  },
  {
    name: 'reference in ordinary text',
    edits: [[orders, 'description: Orders taken', 'description: "{«orders»} taken" #']],
    code: 'reference-in-text',
  },
  {
    name: 'no mistake: strings in the braces of a filter',
    base: {
      'a.yml': `cubes:
  - name: t
    sql: |
      SELECT * FROM t WHERE {FILTER_PARAMS.t.day.filter(lambda x, y: f'd >= {x} AND d <= {y}')} AND kind = 'a'
        AND {FILTER_PARAMS.t.day.filter(lambda x: rf'{x} < e')} AND {FILTER_PARAMS.t.day.filter(lambda x: F"{x} < 'z'")}
        AND {FILTER_PARAMS.t.day.filter(u'd } e')} AND other = 'it''s'
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: day, sql: day, type: time}
`,
    },
    edits: [],
  },
  {
    name: 'texts that look like the start of a Python string',
    base: {
      'a.yml': `cubes:
  - name: a
    sql_table: «f»
    title: "«Rf»"
    dimensions:
      - {name: f, sql: '«f»', type: number, primary_key: true}
      - {name: sex, sql: "{CUBE}.f", type: string}
    access_policy:
      - group: "*"
        row_level:
          filters:
            - {member: sex, operator: equals, values: [«F», M, "{'F'}"]}
`,
    },
    edits: [],
    code: 'string-prefix',
  },
];
