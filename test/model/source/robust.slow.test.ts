/** For texts in any state, nothing throws and all ranges are inside their file. */

import assert from 'node:assert/strict';
import { diagnose } from '../../../src/model/diagnose.ts';
import { shareOf, testSeed } from '../../run/testSeed.ts';
import { fixtures, indexOf, type Texts } from '../models.ts';
import { seeded } from '../mutation/mutant.ts';

function check(texts: Texts, context: string): void {
  const index = indexOf(texts);
  const problems = diagnose(index, [
    { message: 'orders cube: (measures.total.sql) is required' },
    { message: 'x is not defined' },
    { message: 'YAMLException: bad indentation of a mapping entry (13:8)' },
  ]);
  for (const { file, range } of problems) {
    const source = index.file(file);
    assert.ok(source || file === '', `${context}: ${file}`);
    const lines = source?.lines.lineCount ?? 1;
    assert.ok(range.start.line < lines && range.end.line < lines, `${context}: ${JSON.stringify(range)}`);
    const [start, end] = [index.offsetAt(file, range.start), index.offsetAt(file, range.end)];
    assert.ok(start <= end, `${context}: ${JSON.stringify(range)}`);
  }
}

describe('texts in any state', () => {
  const seed = 20_240_607;

  it('are checked when cut at any position', () => {
    const random = seeded(seed);
    for (const { name, texts } of fixtures()) {
      for (const [file, text] of Object.entries(texts)) {
        const cuts = Array.from({ length: 40 }, () => Math.floor(random() * text.length));
        for (const at of shareOf(cuts, testSeed())) {
          check({ ...texts, [file]: text.slice(0, at) }, `seed ${seed} ${name}/${file} cut at ${at}`);
        }
      }
    }
  });

  it('are checked with random insertions', () => {
    const random = seeded(seed + 1);
    const bits = [
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '`',
      ':',
      '- ',
      '\n',
      '\t',
      '  ',
      '{%',
      '%}',
      '{{',
      '}}',
      '${',
      '#',
      '&',
      '*',
      '|',
      '>',
      '\\',
      ',',
      '{% for x in y %}',
      '🙂',
      '\r\n',
      '\u2028',
      '?',
      '<<: *x',
      'null',
      '(',
      ')',
      '=>',
    ];
    for (const { name, texts } of fixtures()) {
      for (const [file, text] of Object.entries(texts)) {
        const changed = Array.from({ length: 40 }, () => {
          let broken = text;
          for (let n = 0; n < 1 + random() * 3; n += 1) {
            const at = Math.floor(random() * broken.length);
            const bit = bits[Math.floor(random() * bits.length)]!;
            broken = broken.slice(0, at) + bit + broken.slice(at + Math.floor(random() * 4));
          }
          return broken;
        });
        for (const broken of shareOf(changed, testSeed()))
          check({ ...texts, [file]: broken }, `seed ${seed} ${name}/${file} ${changed.indexOf(broken)}`);
      }
    }
  });

  const odd = [
    '',
    ' ',
    '\n',
    '\ufeffcubes:\n',
    'null',
    '[]',
    '- a',
    'cubes: 1',
    'cubes:\n  -',
    'cubes:\n  - - a',
    'cubes: {}',
    '? a\n: b',
    '&a [*a]',
    'cubes: &c\n  - *c\n',
    '<<: {a: b}',
    '!!js/function x',
    'a: !!binary x',
    '{{',
    '{%',
    '{#',
    '{% macro x %}',
    '{% endif %}',
    'a: |',
    'a: >',
    '"',
    '\t',
    '%YAML 1.1\n---\na: b',
    '---\na: 1\n---\nb: 2',
  ];
  for (const text of odd) {
    it(`YAML ${JSON.stringify(text)}`, () => check({ 'a.yml': text, 'b.jinja': text }, text));
  }
  for (const text of [
    'cube(',
    'cube()',
    'cube(`a`)',
    'cube(`a`, b)',
    'cube(a, {})',
    'cube({ sql: `x` })',
    'cube(`a`, { ...b, [c]: d, e() {}, get f() { return 1; } })',
    'cube(`a${b}`, {})',
    '`',
    '${',
    '/',
    '({',
    'view(`a`, { cubes: x.map(y => ({ joinPath: y })) })',
    '#!x\ncube(`a`, {})',
    'cube(`a`, { measures: [1, , ...b] })',
  ]) {
    it(`JavaScript ${JSON.stringify(text)}`, () => check({ 'a.js': text }, text));
  }
});
