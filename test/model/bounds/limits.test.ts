/** A source that would exhaust the stack, the memory or the time is a problem of its file. The other files are checked as ever. */

import assert from 'node:assert/strict';
import { diagnose } from '../../../src/model/diagnose.ts';
import { readQueryDocument } from '../../../src/model/documents/queryDocument.ts';
import { maximumLength, maximumNesting } from '../../../src/model/source/limits.ts';
import { KnownNames } from '../../../src/model/source/names.ts';
import type { Problem } from '../../../src/model/source/problem.ts';
import { indexOf, type Texts } from '../models.ts';

const other =
  "cubes:\n  - name: other\n    sql_table: t\n    measures:\n      - name: total\n        sql: '{mising}'\n        type: sum\n";

function problemsOf(texts: Texts): Problem[] {
  return diagnose(indexOf({ 'other.yml': other, ...texts }), undefined);
}

function assertRefused(name: string, text: string): void {
  const problems = problemsOf({ [name]: text });
  const own = problems.filter(({ file }) => file === `model/${name}`);
  assert.deepEqual(
    own.map(({ code, severity }) => [code, severity]),
    [['nested-too-deep', 'error']],
  );
  // `mising` may be defined in the file that is not read, but its own text does not contain it.
  assert.ok(problems.some(({ file, message }) => file === 'model/other.yml' && /mising/.test(message)));
}

const cube = (sql: string) => `cube(\`a\`, { sql_table: \`t\`, x: ${sql} });`;
const around = (open: string, inner: string, close: string, depth = 1000) =>
  open.repeat(depth) + inner + close.repeat(depth);

describe('nesting', () => {
  const deep: Record<string, string> = {
    'template literals': cube(around('`${', '1', '}`')),
    'template literals that are not closed': cube('`${'.repeat(1000)),
    arrays: cube(around('[', '', ']')),
    objects: cube(around('{ a: ', '1', '}')),
    calls: cube(around('f(', '', ')')),
    parentheses: cube(around('(', '1', ')')),
    'arrow functions': cube(around('a => ', '1', '')),
    conditions: cube(around('a ? b : ', '1', '')),
    operators: cube(around('!', '1', '', 5000)),
    sums: cube(around('1 + ', '1', '', 5000)),
    'chains of calls': cube(`a${around('.b()', '', '', 5000)}`),
    'blocks of statements': around('{', '', '}'),
    'else if': around('if (a); else ', ';', ''),
    patterns: `const ${around('[', 'a', ']')} = b;`,
    'groups of a regular expression': `const a = /${around('(', 'a', ')', 5000)}/;`,
  };
  for (const [what, text] of Object.entries(deep)) {
    it(`of ${what} is limited in JavaScript`, () => {
      const own = problemsOf({ 'a.js': text }).filter(({ file }) => file === 'model/a.js');
      assert.ok(['nested-too-deep', 'javascript-syntax'].includes(own[0]!.code), JSON.stringify(own));
      if (!/not closed/.test(what)) assertRefused('a.js', text);
    });
  }

  it('of lists, maps and dashes is limited in YAML', () => {
    assertRefused('a.yml', `cubes: ${around('[', '', ']')}`);
    assertRefused('a.yml', `cubes: ${around('{a: ', '1', '}', 5000)}`);
    assertRefused('a.yml', `cubes:\n  ${'- '.repeat(1000)}a`);
    assertRefused('a.yml', `cubes: {b: ${'c: '.repeat(3000)}1}\n`);
    for (const key of ['c}', '%}', 'a,b']) assertRefused('a.yml', `${`${key}: `.repeat(6000)}\n`);
    for (const key of ['"a"', '{}', '[1]', '{ a: 1 }']) {
      const codes = problemsOf({ 'a.yml': `${`${key}: `.repeat(6000)}\n` }).map(({ code }) => code);
      assert.ok(codes.length > 0 && !codes.includes('analysis-failed'), key);
    }
    assert.deepEqual(
      problemsOf({ 'a.yml': `cubes: [{ name: a, sql: x, meta: {${'k: 1, '.repeat(300)}} }]\n` }).filter(
        ({ code }) => code === 'nested-too-deep',
      ),
      [],
    );
    assertRefused('a.yml', Array.from({ length: 1200 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'));
  });

  it('at the limit is read', () => {
    const depth = maximumNesting / 2;
    const list = `cubes:\n  - name: a\n    sql_table: t\n    meta:\n      a: ${around('[', '1', ']', depth)}\n`;
    assert.equal(problemsOf({ 'a.yml': list }).filter(({ file }) => file === 'model/a.yml').length, 0);
    const sum = `cube(\`a\`, { sql: ${around("'x' + ", "'x'", '', 400)}, meta: { a: ${around('[', '1', ']', depth)} } });`;
    assert.equal(problemsOf({ 'a.js': sum }).filter(({ file }) => file === 'model/a.js').length, 0);
  });

  it('is limited in query documents, without and with aliases', () => {
    for (const text of [
      `filters: ${around('[{and: ', '1', '}]')}`,
      `filters:\n${'- '.repeat(5000)}1`,
      `filters: {b: ${'c: '.repeat(3000)}1}\n`,
      `a: ${around('[', '', ']')}`,
    ]) {
      assert.deepEqual(
        readQueryDocument('a.query.yml', text).problems.map(({ code }) => code),
        ['document-too-large'],
      );
    }
  });
});

describe('size', () => {
  it('of a source is limited, and the message says so', () => {
    const problems = problemsOf({ 'a.yml': `# ${' '.repeat(maximumLength)}` });
    const [own] = problems.filter(({ file }) => file === 'model/a.yml');
    assert.equal(own!.message, 'This file is larger than 5 MB, so it is not read. Split it into several files.');
  });

  it('of what aliases and constants describe is limited', () => {
    const aliases = Array.from(
      { length: 40 },
      (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`,
    );
    const yaml = ['a0: &a0 [1]', ...aliases, 'cubes:', '  - name: a', '    sql_table: t', '    meta: *a40'].join('\n');
    const constants = Array.from(
      { length: 40 },
      (_, i) => `const a${i + 1} = { ${Array.from({ length: 9 }, (_, k) => `k${k}: a${i}`).join(', ')} };`,
    );
    const program = ['const a0 = { k: 1 };', ...constants, 'cube(`b`, { sql_table: `t`, meta: a40 });'].join('\n');
    assert.ok(problemsOf({ 'a.yml': yaml, 'b.js': program }).length > 0);
  });

  it('of a view whose names multiply is limited', () => {
    const views = Array.from({ length: 25 }, (_, i) => {
      const from = [i - 1, i - 2].filter((one) => one >= 0).map((one) => `v${one}`);
      const items = (from.length > 0 ? from : ['other']).map(
        (one) => `      - join_path: ${one}\n        includes: "*"\n        prefix: true\n`,
      );
      return `  - name: v${i}\n    cubes:\n${items.join('')}`;
    });
    const index = indexOf({ 'other.yml': other, 'a.yml': `views:\n${views.join('')}` });
    assert.ok(index.viewMembers(index.cube('v24')!).members.size <= 5_000);
    assert.ok(index.isOpen(index.cube('v24')!));
  });
});

describe('many mistakes', () => {
  const measures = (count: number, sql: (i: number) => string) =>
    `cubes:\n  - name: a\n    sql_table: t\n    measures:\n${Array.from(
      { length: count },
      (_, i) => `      - name: m${i}\n        sql: "${sql(i)}"\n        type: number\n`,
    ).join('')}`;
  const cycles = (count: number) =>
    problemsOf({ 'a.yml': measures(count, (i) => `{m${(i + 1) % count}}`) }).filter(
      ({ code }) => code === 'circular-reference',
    );

  it('report a short cycle at each of its references', () => {
    assert.deepEqual(
      cycles(3).map(({ range }) => range.start.line),
      [5, 8, 11],
    );
    assert.match(cycles(3)[0]!.message, /in a cycle: `m0` → `m1` → `m2` → `m0`\./);
  });

  it('report a long cycle once, with its length', () => {
    const [problem, ...more] = cycles(4000);
    assert.equal(more.length, 0);
    assert.match(problem!.message, /`m0` → `m1` .* → … \(4000 members\)\./);
    assert.ok(problem!.message.length < 500);
  });

  it('follow a chain of members that is longer than the stack', () => {
    const count = 10_000;
    const text = measures(count, (i) => (i + 1 < count ? `{m${i + 1}}` : 'x'));
    assert.deepEqual(
      problemsOf({ 'a.yml': text }).filter(({ file }) => file === 'model/a.yml'),
      [],
    );
  });

  it('still have the names that were meant', () => {
    const members = Array.from(
      { length: 2000 },
      (_, i) =>
        `      - name: dimension_number_${i}\n        sql: "{dimensoin_number_${(i + 1) % 2000}}"\n        type: string\n`,
    );
    const text = `cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n${members.join('')}`;
    const own = problemsOf({ 'a.yml': text }).filter(({ file }) => file === 'model/a.yml');
    assert.equal(own.length, 2000);
    assert.deepEqual(own[0]!.fix, { kind: 'replace', texts: ['dimension_number_1'] });
    assert.ok(
      own.every(({ fix }, i) => fix?.kind === 'replace' && fix.texts.includes(`dimension_number_${(i + 1) % 2000}`)),
    );
  });

  it('find the same names with and without an index', () => {
    const words = ['status', 'state', 'amount', 'created_at', 'id', 'ID', 'customer_id', 'total_amount', 'count'];
    const many = Array.from({ length: 400 }, (_, i) => `unrelated_column_${i}_of_a_large_table`);
    const [few, indexed] = [new KnownNames(words), new KnownNames([...words, ...many])];
    for (const typo of [
      'statsu',
      'tatus',
      'sttate',
      'i',
      'iD',
      'custmer_id',
      'totl_amont',
      'cuont',
      'created_on',
      'xyz',
    ])
      assert.deepEqual(indexed.closest(typo), few.closest(typo), typo);
    assert.deepEqual(few.closest('a'.repeat(50_000)), []);
  });
});
