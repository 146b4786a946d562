/** Mistakes in values, references and brackets, with their fixes. */

import { customers, type FixRow, javaScript, yaml } from './fixModels.ts';

export const valueFixRows: readonly FixRow[] = [
  {
    name: 'an empty title',
    texts: yaml("        title: '▮'\n"),
    offers: ["* Remove 'title'"],
    changes: ["-         title: ''"],
  },
  {
    name: 'an empty description with a tag',
    texts: yaml('        description: !!str "▮"\n'),
    offers: ["* Remove 'description'"],
    changes: ['-         description: !!str ""'],
  },
  {
    name: 'a number as a title',
    texts: yaml('        title: 2▮024\n'),
    offers: ['* Change to "2024"'],
    changes: ['-         title: 2024', '+         title: "2024"'],
  },
  {
    name: 'a date without quotes',
    texts: yaml(
      '      - name: at\n        sql: at\n        type: time\n        granularities:\n          - { name: fiscal, interval: 1 year, origin: 2024-▮03-15 }\n',
    ),
    offers: ['* Change to "2024-03-15"'],
    changes: [
      '-           - { name: fiscal, interval: 1 year, origin: 2024-03-15 }',
      '+           - { name: fiscal, interval: 1 year, origin: "2024-03-15" }',
    ],
  },
  {
    name: 'yes instead of true',
    texts: yaml('        public: ye▮s\n'),
    offers: ["* Change to 'true'"],
    changes: ['-         public: yes', '+         public: true'],
  },
  {
    name: 'a text in quotes instead of a boolean',
    texts: javaScript('  measures: { count: { type: `count`, public: `n▮o` } },'),
    offers: ["* Change to 'false'"],
    changes: [
      '-   measures: { count: { type: `count`, public: `no` } },',
      '+   measures: { count: { type: `count`, public: false } },',
    ],
  },
  {
    name: 'a word that is neither',
    texts: yaml('        public: may▮be\n'),
    offers: ["Change to 'true'", "Change to 'false'"],
    changes: ['-         public: maybe', '+         public: true'],
  },
  {
    name: 'a type of a database',
    texts: yaml('      - { name: kind, sql: kind, type: varch▮ar }\n'),
    offers: ["* Change to 'string'"],
    changes: [
      '-       - { name: kind, sql: kind, type: varchar }',
      '+       - { name: kind, sql: kind, type: string }',
    ],
  },
  {
    name: 'an interval with a misspelt unit',
    texts: yaml('    refresh_key:\n      every: 30 min▮uts\n'),
    offers: ["* Change to '30 minutes'"],
    changes: ['-       every: 30 minuts', '+       every: 30 minutes'],
  },
  {
    name: 'an interval in words',
    texts: yaml('    refresh_key:\n      every: o▮ne hour\n'),
    offers: ["* Change to '1 hour'"],
    changes: ['-       every: one hour', '+       every: 1 hour'],
  },
  {
    name: 'a text where a list of filters belongs',
    texts: yaml('    measures:\n      - name: open\n        type: count\n        filters: "{CUBE}.▮status = 1"\n'),
    offers: ['* Change to a list'],
    changes: ['-         filters: "{CUBE}.status = 1"', '+         filters:', '+           - sql: "{CUBE}.status = 1"'],
  },
  {
    name: 'a list as parent',
    texts: { ...yaml(''), 'b.yml': 'cubes:\n  - name: b\n    ext▮ends: [orders]\n' },
    offers: ["* Change to 'orders'"],
    changes: ['-     extends: [orders]', '+     extends: orders'],
  },
  {
    name: 'a parent in quotes',
    texts: { ...javaScript(''), 'B.js': "cube('b', { extends: 'ord▮ers' });\n" },
    offers: ["* Change to 'orders'"],
    changes: ["- cube('b', { extends: 'orders' });", "+ cube('b', { extends: orders });"],
  },
  {
    name: 'a cube that extends itself',
    texts: { ...yaml(''), 'b.yml': 'cubes:\n  - name: late_orders\n    extends: late_or▮ders\n' },
    offers: ["* Change to 'orders'"],
    changes: ['-     extends: late_orders', '+     extends: orders'],
  },
  {
    name: 'a misspelt parent is never the cube itself',
    texts: { ...yaml(''), 'b.yml': 'cubes:\n  - name: order\n    extends: orde▮rz\n' },
    offers: ["* Change to 'orders'"],
    changes: ['-     extends: orderz', '+     extends: orders'],
  },
  {
    name: 'a dimension that refers to itself',
    texts: yaml('      - { name: kind, sql: "UPPER({ki▮nd})", type: string }\n'),
    offers: ["* Change to '{CUBE}.kind'"],
    changes: [
      '-       - { name: kind, sql: "UPPER({kind})", type: string }',
      '+       - { name: kind, sql: "UPPER({CUBE}.kind)", type: string }',
    ],
  },
  {
    name: 'a key without a value',
    texts: yaml('      - name: created_at\n        sql: created_at\n        ty▮pe:\n'),
    offers: ["* Change to 'type: time'"],
    changes: ['-         type:', '+         type: time'],
  },
  {
    name: 'an optional key without a value',
    texts: yaml('        title▮:\n'),
    offers: ["* Remove 'title'"],
    changes: ['-         title:'],
  },
  {
    name: 'a bracket of a list that is never closed',
    texts: yaml('    measures:\n      - ▮{ name: count, type: count, drill_members: [id, status] \n'),
    offers: ["* Insert the missing '}'"],
    changes: [
      '-       - { name: count, type: count, drill_members: [id, status] ',
      '+       - { name: count, type: count, drill_members: [id, status] } ',
    ],
  },
  {
    name: 'a brace that is never closed',
    texts: yaml('      - name: kind\n        sql: "UPPER({CUBE.stat▮us)"\n        type: string\n'),
    offers: ["* Insert the missing '}'", "Insert the missing '}'"],
    changes: ['-         sql: "UPPER({CUBE.status)"', '+         sql: "UPPER({CUBE.status})"'],
  },
  {
    name: 'a reference in a text for people',
    texts: yaml('        description: "Like {not▮hing}"\n'),
    offers: ['* Escape the braces'],
    changes: ['-         description: "Like {nothing}"', '+         description: "Like \\\\{nothing\\\\}"'],
  },
  {
    name: 'a template block that is never closed',
    texts: {
      'a.yml':
        'cubes:\n  - name: a\n    sql_table: a\n    measures:\n      {%- for one in ["b", "c"] ▮%}\n      - name: {{ one }}\n        type: count\n      - name: d\n        type: count\n',
    },
    offers: ["* Insert the missing 'endfor'"],
    changes: ['+       {%- endfor %}'],
  },
  {
    name: 'quotes inside the quotes of a text',
    texts: yaml('      - name: kind\n        type: string\n        sql: "▮{CUBE}."kind" || 1"\n'),
    offers: ['* Escape the quotes inside the text'],
    changes: ['-         sql: "{CUBE}."kind" || 1"', '+         sql: "{CUBE}.\\"kind\\" || 1"'],
  },
  {
    name: 'a member of a view without its prefix',
    texts: {
      ...customers,
      'v.yml':
        'views:\n  - name: v\n    cubes:\n      - { join_path: customers, prefix: true, includes: [id, city] }\n    folders:\n      - { name: f, includes: [customers_id, ci▮ty] }\n',
    },
    offers: ["* Change to 'customers_city'"],
    changes: [
      '-       - { name: f, includes: [customers_id, city] }',
      '+       - { name: f, includes: [customers_id, customers_city] }',
    ],
  },
  {
    name: 'the same misspelt use twice',
    texts: {
      'a.yml': `cubes:
  - name: a
    sql_table: a
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: amount, sql: amount, type: number }
    measures:
      - { name: total, sql: "{CUBE.aou▮nt}", type: sum }
      - { name: average, sql: "{CUBE.aount}", type: avg }
`,
    },
    offers: ["* Change to 'amount'", "Create dimension 'aount' in 'a'", 'Fix all 2 spelling mistakes in this file'],
    changes: [
      '-       - { name: total, sql: "{CUBE.aount}", type: sum }',
      '+       - { name: total, sql: "{CUBE.amount}", type: sum }',
    ],
  },
  {
    name: 'a misspelt function is not a measure',
    texts: {
      'A.js':
        "const twice = (x) => `${x} * 2`;\ncube('a', { sqlTable: 'a', measures: { m: { sql: tw▮ise(`x`), type: `sum` } } });\n",
    },
    offers: ["* Change to 'twice'"],
    changes: [
      "- cube('a', { sqlTable: 'a', measures: { m: { sql: twise(`x`), type: `sum` } } });",
      "+ cube('a', { sqlTable: 'a', measures: { m: { sql: twice(`x`), type: `sum` } } });",
    ],
  },
];
