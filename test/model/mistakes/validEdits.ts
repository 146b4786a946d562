/** Edits that are not mistakes: a problem after one of them is a false error. */

import type { MistakeKind } from './mistakeKind.ts';

const certain = 'nothing';

export const validYamlEdits: readonly MistakeKind[] = [
  { name: 'comment', find: /\n {8}(type: \w+)/, to: '\n        # kind: of value\n        $1', certain },
  { name: 'key in camelCase', find: /\n {4}sql_table:/, to: '\n    sqlTable:', certain },
  { name: 'blank lines', find: /\n {8}(type: \w+)/, to: '\n\n\n        $1', certain },
  { name: 'Windows line ends', find: /(- name: id)\n {8}sql: id\n/, to: '$1\r\n        sql: id\r\n', certain },
  { name: 'text on several lines', find: /title: (\w+)\n/, to: 'title: $1\n      and more\n', certain, files: /sales/ },
];

export const validJavaScriptEdits: readonly MistakeKind[] = [
  { name: 'trailing commas', find: /type: `count` \}/, to: 'type: `count`, }', certain },
  { name: 'quoted keys', find: /\btype: (`\w+`)/, to: "'type': $1", certain },
  {
    name: 'name declared in the file',
    find: /^cube\(`(patients|vans)`/m,
    to: 'const string = `string`;\n\ncube(`$1`',
    certain,
  },
];

export const validTemplateEdits: readonly MistakeKind[] = [
  {
    name: 'macro that trims before a loop that does not',
    files: /macros/,
    find: /(macro totals\(columns\)) %\}/,
    to: '$1 -%}',
    certain,
  },
  { name: 'comment', find: /^cubes:/m, to: '{# {{ nothing }} #}\ncubes:', certain },
  {
    name: 'condition',
    find: /\n {8}(type: (?:time|string))\n/,
    to: '\n        {% if true %}\n        $1\n        {% endif %}\n',
    certain,
  },
  {
    name: 'definition written by a macro, followed by more lines',
    files: /tickets/,
    find: /^cubes:\n/m,
    to: '{%- macro start() -%}\nname: extras\n{%- endmacro %}\ncubes:\n  - {{ start() }}\n    sql_table: ferry.extras\n    measures:\n      - name: count\n        type: count\n',
    certain,
  },
  {
    name: 'member written by a macro, followed by more lines',
    files: /crossings/,
    find: /\n {6}- name: departed_at\n/,
    to: '\n      - {{ "name: boarded_at" | safe }}\n        sql: boarded_at\n        type: time\n\n      - name: departed_at\n',
    certain,
  },
];
