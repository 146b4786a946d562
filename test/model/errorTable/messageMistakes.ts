/** Mistakes whose only sign was a message of the compiler: in another file, about a consequence, or in its own terms. */

import type { MistakeRow } from './mistakeRow.ts';

const loans = `cubes:
  - name: loans
    sql_table: loans
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
    measures:
      - {name: count, type: count}
      - {name: fines, type: sum, sql: fines}
`;

export const messageMistakes: readonly MistakeRow[] = [
  {
    name: 'wrong type in a cube that a folder names',
    base: {
      'a.yml': `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: city, sql: city, type: «integer»}
views:
  - name: v
    cubes:
      - join_path: orders
        includes: "*"
    folders:
      - name: Main
        includes:
          - join_path: orders
`,
    },
    edits: [],
    message: /is not valid for `type`/,
  },
  {
    name: 'the same cube in two files, one with a wrong type',
    base: {
      'a.yml': 'cubes:\n  - name: o\n    sql_table: o2\n    measures:\n      - {name: count, type: count}\n',
      'b.yml': 'cubes:\n  - name: «o»\n    sql_table: o\n    measures:\n      - {name: lines, type: «SUM», sql: l}\n',
    },
    edits: [],
    message: /^There is already a cube `o`|^`SUM` is not valid for `type`/,
  },
  {
    name: 'function in place of a text (JavaScript)',
    base: {
      'a.js': `cube(\`base\`, { sql_table: \`base\`, dimensions: { id: { sql: \`id\`, type: \`number\`, primary_key: true } } });
view(\`v\`, { cubes: [{ join_path: base, «includes»: () => \`*\` }] });
`,
    },
    edits: [],
    message: /^This value is not valid for `includes`: it must be `\*`, or a list\.$/,
  },
  {
    name: 'file outside of the model folder (JavaScript)',
    base: {
      'a.js': `const { db } = require("«../utils»");
cube(\`trial\`, { sql_table: \`trial\`, «dimensios»: {} });
`,
      'b.js': 'cube(`parts`, { sql_table: `parts`, dimensions: { id: { sql: `id`, type: «`numbr`» } } });\n'.replace(
        '«`numbr`»',
        '`«numbr»`',
      ),
    },
    edits: [],
    message: /is outside of the model folder.*load it as `\.\/utils`|is not a known key here|is not valid for `type`/,
  },
  {
    name: 'date without quotes',
    base: {
      'a.yml': `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - name: created_at
        sql: created_at
        type: time
        granularities:
          - name: fiscal_year
            interval: 1 year
            origin: «2024-03-15»
`,
    },
    edits: [],
    message: /^YAML reads this as a date, not as text: put the value of `origin` in quotes\.$/,
  },
  {
    name: 'misspelt granularity',
    base: {
      'a.yml': `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: broken, sql: "{created_at.«half_yaer»}", type: string}
      - name: created_at
        sql: created_at
        type: time
        granularities:
          - {name: half_year, interval: 6 months}
`,
    },
    edits: [],
    message: /Did you mean `half_year`\?$/,
  },
  {
    name: 'member without CUBE in a measure of a view',
    base: {
      'a.yml': loans,
      'v.yml': `views:
  - name: v
    cubes:
      - join_path: loans
        includes: "*"
    measures:
      - {name: avg_fine, type: number, sql: "{«fines»} / {«count»}"}
`,
    },
    edits: [],
    message: /is not defined in this view but included: write `CUBE\.(fines|count)`\.$/,
  },
  {
    name: 'no mistake: members with CUBE, and own ones, in a measure of a view',
    base: {
      'a.yml': loans,
      'v.yml': `views:
  - name: v
    cubes:
      - join_path: loans
        includes: "*"
    measures:
      - {name: fine, type: number, sql: "{CUBE.fines} / {loans.count}", drill_members: [CUBE.id]}
      - {name: double, type: number, sql: "{fine} * 2"}
`,
    },
    edits: [],
  },
  {
    name: 'key of a measure in a view',
    base: {
      'a.yml': `${loans}views:
  - name: v
    «filters»: []
    cubes:
      - join_path: loans
        includes: "*"
`,
    },
    edits: [],
    message: /Did you mean `default_filters`\?$/,
  },
  {
    name: 'comma missing before a key (JavaScript)',
    base: {
      'a.js':
        'cube(`a`, {\n  sql_table: `a`,\n  dimensions: {\n    id: {\n      sql: `id`\n      «type»: `number`,\n    },\n  },\n});\n',
    },
    edits: [],
    message: /a comma is missing before `type`\.$/,
  },
  {
    name: 'backtick missing in one of several cubes (JavaScript)',
    base: {
      'a.js': 'cube(`a`, { sql_table: `a`, dimensions: { id: { sql: `id`, type: `number`, primary_key: true } } });\n',
      'b.js':
        'cube(`b`, {\n  sql_table: `b`,\n  dimensions: {\n    name: {\n      sql: «`name,»\n      type: `string`,\n    },\n  },\n});\n',
    },
    edits: [],
    message: /a backtick is missing\.$/,
  },
  {
    name: 'template value in quotes inside quotes',
    base: {
      'a.yml': `${loans.replace('    measures', '      {%- for c in [\'x\'] %}\n      - name: {{ c }}\n        sql: "{CUBE}.«{{ c }}»"\n        type: string\n      {%- endfor %}\n    measures')}`,
    },
    edits: [],
    message: /writes its text in quotes, as JSON\. Add `\| safe`/,
  },
  {
    name: 'template value in quotes as part of a name',
    base: {
      'a.yml': `${loans.replace('    measures', "      {%- for c in ['x'] %}\n      - name: «a_{{ c }}»\n        sql: x\n        type: string\n      {%- endfor %}\n    measures")}`,
    },
    edits: [],
    message: /writes its text in quotes, as JSON\. Add `\| safe`/,
  },
  {
    name: 'unknown name in a sub-query dimension',
    base: {
      'a.yml': loans.replace(
        '    measures',
        '      - {name: d, sql: "{«nope»}", type: number, sub_query: true}\n    measures',
      ),
    },
    edits: [],
    severity: 'warning',
    message:
      /neither a member of cube `loans` nor a cube\. The compiler accepts this, but queries that use this will fail\.$/,
  },
];
