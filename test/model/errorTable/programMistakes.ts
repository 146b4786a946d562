/** Mistakes in programs and templates, whose errors name no place. */

import { fixture } from '../models.ts';
import { delivery, fleet, type MistakeRow, trips, vans } from './mistakeRow.ts';

const ferry = fixture('ferry');

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
    name: 'misspelt key whose value uses CUBE, beside valid uses of CUBE in another file',
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
];
