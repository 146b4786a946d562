/** Mistakes in programs and templates, whose errors name no place. */

import { fixture } from '../models.ts';
import { delivery, fleet, type MistakeRow, trips, vans } from './mistakeRow.ts';

const ferry = fixture('ferry');
const clinic = fixture('clinic');

export const programMistakes: readonly MistakeRow[] = [
  {
    name: 'value without quotes, while keys and strings have the same text',
    base: fleet,
    edits: [[vans, 'depot: { sql: `depot`, type: `string` }', 'depot: { sql: `depot`, type: «string» }']],
  },
  {
    name: 'value without quotes, below a comment with the same word',
    base: fleet,
    edits: [
      [
        trips,
        '      sql: `ended_at`,\n      type: `time`',
        '      // A time\n      sql: `ended_at`,\n      type: «time»',
      ],
    ],
  },
  {
    name: 'value without quotes in two files',
    base: fleet,
    edits: [
      [vans, 'type: `string`', 'type: «string»'],
      [trips, 'type: `string`', 'type: «string»'],
    ],
  },
  {
    name: 'misspelt key whose value uses CUBE, next to valid uses of CUBE in another file',
    base: fleet,
    edits: [[trips, 'filters: [{ sql: `${CUBE}.late` }]', 'filters: [{ «sqls»: `${CUBE}.late` }]']],
  },
  {
    name: 'name of a member without quotes where only texts are allowed',
    base: fleet,
    edits: [[delivery, 'includes: [`count`, `distance`] }', 'includes: [«count», `distance`] }']],
  },
  {
    name: 'type misspelt in a definition of a loop',
    base: ferry,
    edits: [['cubes/tickets.yml', 'type: sum', 'type: «sums»']],
  },
  {
    name: 'member of a generated cube unknown',
    base: ferry,
    edits: [['views/boarding.yml', '- income', '- «incomes»']],
  },
  {
    name: 'type misspelt in a macro',
    base: ferry,
    edits: [['macros.jinja', 'type: sum', '«type»: sums']],
  },
  {
    name: 'line of a macro too far left',
    base: ferry,
    edits: [['macros.jinja', '        type: number', '       «type: number»']],
  },
  {
    name: 'statement of a template misspelt',
    base: ferry,
    edits: [['cubes/tickets.yml', '{%- for port in ports %}', '«{%- fro port in ports %}»']],
    code: 'template-unknown-statement',
  },
  {
    name: 'quote in a template tag never closed',
    base: ferry,
    edits: [['cubes/crossings.yml', "'crossing_id') }}", "«'crossing_id) }}»"]],
    code: 'template-open-quote',
  },
  {
    name: 'template tag never closed, with another tag on the next line',
    base: ferry,
    edits: [['cubes/tickets.yml', '- name: {{ port | safe }}_tickets', '- name: «{{» port | safe }_tickets']],
    code: 'template-unclosed-tag',
  },
  {
    name: 'unknown cube in a join, in a file with macros and next to generated cubes',
    base: ferry,
    edits: [
      ['cubes/crossings.yml', '{ships.id}', '{«ship».id}'],
      ['cubes/ships.yml', '{owners.id}', '{owners.«idd»}'],
    ],
    severity: 'warning',
  },
  {
    name: 'unknown member next to generated cubes, twice',
    base: ferry,
    edits: [
      ['cubes/ships.yml', '"{owners.title}"', '"{owners.«titel»}"'],
      ['cubes/ships.yml', 'sql: tonnage', 'sql: "{owners.«titel»}"'],
      ['cubes/ships.yml', 'sql: built_at', 'sql: "{owners.title}"'],
    ],
  },
  {
    name: 'group misspelt, and members of it used elsewhere',
    edits: [['cubes/customers.yml', '    measures:', '    «mesures»:']],
  },
  {
    name: 'definition of a cube by a misspelt call',
    base: fleet,
    edits: [[vans, 'cube(`drivers`', '«cub»(`drivers`']],
  },
  {
    name: 'exception',
    base: fleet,
    edits: [[vans, 'cube(`drivers`', '«throw new Error("not ready yet»");\n\ncube(`drivers`']],
  },
  {
    name: 'two files with syntax errors',
    edits: [
      ['cubes/customers.yml', '        sql: city\n        type: string', '        sql: city\n        «type string»'],
      ['cubes/orders.yml', '        sql: status\n        type: string\n', '        sql: status\n«\t»type: string\n'],
    ],
  },
  {
    name: 'two documents in one file',
    edits: [['cubes/order_items.yaml', '  - name: stores', '«---»\ncubes:\n  - name: stores']],
  },
  {
    name: 'filter of a template misspelt, and a syntax error in another file',
    base: ferry,
    edits: [
      ['cubes/tickets.yml', '{{ port | safe }}', '{{ port | «saef» }}'],
      ['cubes/ships.yml', 'relationship: many_to_one', '«relationship many_to_one»'],
    ],
  },
  {
    name: 'list of a loop misspelt',
    base: ferry,
    edits: [['cubes/tickets.yml', 'in ports %}', 'in «portss» %}']],
  },
  {
    name: 'variable without a value',
    base: ferry,
    edits: [['cubes/crossings.yml', 'sql_table: ferry.crossings', 'sql_table: {{ «nothing» }}']],
  },
  {
    name: 'dash of an item missing',
    edits: [['cubes/orders.yml', '      - name: revenue\n        sql', '        «name»: revenue\n        sql']],
    code: 'duplicate-key',
  },
  {
    name: 'macro that writes nothing as a value',
    base: ferry,
    edits: [
      ['cubes/crossings.yml', 'sql: departed_at', 'sql: «{{ macros.nothing() }}»'],
      ['macros.jinja', '{%- macro key', '{%- macro nothing() %}{% endmacro -%}\n\n{%- macro key'],
    ],
  },
  {
    name: 'macro called without its argument',
    base: ferry,
    edits: [['cubes/crossings.yml', "{{ macros.key('crossing_id') }}", '«{{ macros.key() }}»']],
  },
  {
    name: 'parameter of another macro',
    base: ferry,
    edits: [
      [
        'macros.jinja',
        'sql: {{ column | safe }}\n        type: number',
        'sql: {{ «columns» | safe }}\n        type: number',
      ],
    ],
  },
  {
    name: 'key without a value in a macro',
    base: ferry,
    edits: [['macros.jinja', 'type: sum', '«type:»']],
  },
  {
    name: 'key missing in a macro',
    base: ferry,
    edits: [
      ['macros.jinja', 'total_{{ column | safe }}\n        sql: {{ column | safe }}', '«total_{{ column | safe }}»'],
    ],
  },
  {
    name: 'result of a macro as one quoted text',
    base: ferry,
    edits: [['cubes/crossings.yml', "{{ macros.key('crossing_id') }}", "«{{ macros.key('crossing_id') | trim }}»"]],
  },
  {
    name: 'list in place of its items',
    base: clinic,
    edits: [['cubes/visits.yml', 'sql: {{ amount | safe }}', 'sql: «{{ amounts | safe }}»']],
  },
  {
    name: 'tag that joins two lines',
    base: ferry,
    edits: [['cubes/tickets.yml', '{%- for port in ports %}', '«{%- for port in ports -%}»']],
  },
  {
    name: 'name generated twice',
    base: ferry,
    edits: [
      ['cubes/crossings.yml', "{{ macros.totals(['passengers', 'cars']) }}", "«{{ macros.totals(['cars', 'cars']) }}»"],
      ['cubes/crossings.yml', '"{total_passengers} /', '"{total_cars} /'],
    ],
  },
  {
    name: 'mistake in an item that two cubes have by an alias',
    base: clinic,
    edits: [['cubes/rooms.yml', 'name: floor', 'name: «floor%»']],
    code: 'bad-name',
  },
  {
    name: 'value of a template that needs quotes, in a long line',
    base: clinic,
    edits: [
      [
        'cubes/visits.yml',
        'cubes:',
        "{%- set about = ['Vis«its that a doctor has confirmed: all of them»'] %}\ncubes:",
      ],
      ['cubes/visits.yml', '    sql_table', '    description: {{ about[0] | safe }}\n    sql_table'],
    ],
    code: 'compiler',
    message: /^This template writes YAML that cannot be read, in line \d+ of its output: `.+`\. A text with a colon/,
  },
  {
    name: 'piece of a long line of a template',
    base: clinic,
    edits: [
      [
        'cubes/visits.yml',
        '    sql_table',
        "    «description: Visits that a doctor of the clinic has {{ 'confirmed: ' | safe }}all of them»\n    sql_table",
      ],
    ],
    code: 'compiler',
    message: /^This template writes YAML that cannot be read/,
  },
  {
    name: 'calculated text of a template, in a long line',
    base: clinic,
    edits: [
      [
        'cubes/visits.yml',
        '{%- set amounts = ["fee", "refund"] -%}',
        "«{%- set amounts = ['fee', 'refund'] %}{% set about = 'Visits that the doctors ' ~ 'confirmed' ~ ': all ' ~ 'of them' -%}»",
      ],
      ['cubes/visits.yml', '    sql_table', '    description: {{ about | safe }}\n    sql_table'],
    ],
    code: 'compiler',
    message: /^This template writes YAML that cannot be read/,
  },
];
