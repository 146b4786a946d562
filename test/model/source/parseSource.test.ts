/** Syntax errors of one text: the exact text to correct is marked. */

import assert from 'node:assert/strict';
import { parseSource } from '../../../src/model/source/parseSource.ts';

const problemsIn = (path: string, text: string) => parseSource(path, text).problems;

/** Each text has one `«mark»`. */
const rows: [string, string, string, RegExp][] = [
  ['a tab', 'a.yml', 'cubes:\n  - name: a\n«\t»sql: x\n', /Tabs/],
  ['an odd indent', 'a.yml', 'cubes:\n  - name: a\n    sql: x\n   «title: y»\n', /indented differently/],
  ['a line too deep', 'a.yml', 'cubes:\n  - name: a\n    sql: x\n      «title: y»\n', /too deep/],
  [
    'an item too deep, with its lines in place',
    'a.yml',
    'cubes:\n    «- name: a»\n    sql: x\n    title: y\n  - name: b\n    sql: x\n',
    /indented differently/,
  ],
  ['a lost dash', 'a.yml', 'cubes:\n    «name: a»\n    sql: x\n  - name: b\n    sql: x\n', /`- ` is missing/],
  ['a repeated key', 'a.yml', 'cubes:\n  - name: a\n    sql: x\n    «sql»: y\n', /already set/],
  ['an open quote', 'a.yml', 'cubes:\n  - name: a\n    sql: «"x»\n    title: "y"\n', /never closed/],
  ['an open bracket', 'a.yml', 'cubes:\n  - name: a\n    cubes: «[»x, y\n    title: z\n', /never closed/],
  ['braces without quotes', 'a.yml', 'cubes:\n  - name: a\n    sql: «{CUBE}.x = 1»\n', /in quotes/],
  [
    'a star without quotes',
    'a.yml',
    'views:\n  - name: a\n    cubes:\n      - join_path: b\n        includes: «*»\n',
    /in quotes/,
  ],
  ['a colon in text', 'a.yml', 'cubes:\n  - name: a\n    title: «one: two»\n', /in quotes/],
  ['a missing colon', 'a.yml', 'cubes:\n  - name: a\n    «sql x»\n    title: y\n', /colon is missing/],
  ['a missing space', 'a.yml', 'cubes:\n  - name: a\n    «sql:x»\n    title: y\n', /space is missing/],
  [
    'a missing space in the first line of an item',
    'a.yml',
    'cubes:\n  - name: a\n    dimensions:\n      - «name:city»\n        sql: city\n        type: string\n',
    /A space is missing after `name:`/,
  ],
  [
    'a missing space in the first line of a block',
    'a.yml',
    'cubes:\n  - name: a\n    refresh_key:\n      «every:1 hour»\n      timezone: UTC\n',
    /A space is missing after `every:`/,
  ],
  ['several documents', 'a.yml', 'cubes: []\n«---»\nviews: []\n', /one YAML document/],
  ['no key at the top', 'a.yml', '«- name: a»\n  sql: x\n', /must start with `cubes:`/],
  ['an open template block', 'a.yml', 'cubes:\n«{% if x %}»\n  - name: a\n    sql: x\n', /never closed/],
  ['an end without a beginning', 'a.yml', 'cubes:\n  - name: a\n    sql: x\n«{% endfor %}»\n', /closes nothing/],
  ['an open template tag', 'a.yml', 'cubes:\n  - name: «{{» a\n    sql: x\n', /`}}` is missing/],
  ['a missing comma', 'a.js', 'cube(`a`, {\n  sql: `x`\n  «title»: `y`,\n});\n', /a comma is missing before/],
  ['an open template text', 'a.js', 'cube(`a`, {\n  sql: «`x,»\n  title: `y`,\n});\n', /backtick is missing/],
  [
    'a lost closing brace',
    'a.js',
    'cube(`a`, {\n  measures: {\n    count: { type: `count` },\n  «dimensions»: {},\n});\n',
    /`}` is missing/,
  ],
  ['a bracket left open on its line', 'a.js', 'cube(`a`, {\n  x: «[»1, 2,\n  y: 3,\n});\n', /never closed/],
  [
    'a lost comma between texts',
    'a.js',
    'view(`a`, { cubes: [{ joinPath: b, includes: [«`x`» `y`] }] });\n',
    /comma is missing/,
  ],
  ['an open text', 'a.js', "cube(`a`, { sql: «'»x });\n", /[Uu]nterminated|never closed/],
];

describe('the errors of syntax in a source', () => {
  for (const [name, path, marked, message] of rows) {
    it(`finds ${name}`, () => {
      const text = marked.replace(/[«»]/g, '');
      const problems = problemsIn(path, text);
      const actual = problems.map(
        ({ span: { start, end } }) => `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`,
      );
      assert.deepEqual(actual, [marked], JSON.stringify(problems));
      assert.match(problems[0]!.message, message);
      assert.equal(problems[0]!.severity, 'error');
    });
  }

  it('finds no problems in valid files', () => {
    assert.deepEqual(problemsIn('a.yml', ''), []);
    assert.deepEqual(problemsIn('a.yml', '# empty\n'), []);
    assert.deepEqual(problemsIn('a.js', ''), []);
    assert.deepEqual(problemsIn('m.jinja', '{% macro x() %}\n  - a: {{ b }}\n{% endmacro %}\n'), []);
  });

  it('accepts what js-yaml accepts', () => {
    const validTexts = [
      'cubes:\n- name: a\n  sql: x\n',
      'cubes:\n  - name: a\n    sql: >-\n      a\n        b: c\n      - d\n    title: "x: y" # z\n',
      'cubes:\n  -\n    name: a\n    sql: |2\n        x\n',
      'cubes:\n  - {name: \'a\', sql: "{CUBE}.x"}\n',
      'cubes:\n  - name: a\n    sql: SELECT 1\n      FROM x\n    description: a-b - c, d? e! f\n',
      'cubes:\n  - name: a\n    meta: {a: {b: [c, {d: e}]}, f: null}\n',
    ];
    for (const text of validTexts) assert.deepEqual(problemsIn('a.yml', text), [], text);
  });
});
