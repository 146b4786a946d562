/** Calls in JavaScript that look like definitions, and names that nothing defines. */

import assert from 'node:assert/strict';
import { diagnose, localProblems } from '../../../src/model/diagnose.ts';
import { edit } from '../marked.ts';
import { fixture, indexOf, markedText, type Texts } from '../models.ts';

function codesOf(text: string): string[] {
  const others = { 'makers.js': 'export const cubes = () => {};', 'types.js': 'export const string = `string`;' };
  return localProblems(indexOf({ ...others, 'a.js': text })).map(({ code }) => code);
}

describe('calls with a name and an object', () => {
  it('are misspelt definitions if the function does not exist', () => {
    assert.deepEqual(codesOf('cub(`a`, { sql: `SELECT 1` });'), ['misspelt-call']);
    assert.deepEqual(codesOf('views(`a`, { cubes: [] });'), ['misspelt-call']);
  });

  it('are not definitions if the file declares or imports the function', () => {
    assert.deepEqual(codesOf('const cub = (name, more) => cube(name, more);\ncub(`a`, { x: 1 });'), []);
    assert.deepEqual(codesOf('import { cubes } from "./makers";\ncubes(`a`, { x: 1 });'), []);
  });

  it('are not definitions if the function has another name', () => {
    assert.deepEqual(codesOf('register(`a`, { x: 1 });'), ['undefined-name']);
  });
});

describe('names in code', () => {
  const cube = (type: string, before = '') =>
    `${before}cube(\`a\`, { sql: \`SELECT 1\`, dimensions: { b: { sql: \`b\`, type: ${type} } } });`;

  it('are errors if nothing defines them', () => {
    const index = indexOf({ 'a.js': cube('string') });
    const [problem] = localProblems(index);
    assert.deepEqual([problem!.severity, markedText(index, problem!)], ['error', 'string']);
    assert.match(problem!.message, /quotes/);
    assert.deepEqual(codesOf(cube('`string`', 'const types = { day: time };\n')), ['undefined-name']);
  });

  it('are reported behind a syntax error in another file', () => {
    const problems = localProblems(indexOf({ 'a.js': cube('string'), 'b.js': 'cube(`b`, {' }));
    assert.deepEqual(problems.map(({ code }) => code).sort(), ['javascript-syntax', 'undefined-name']);
  });

  it('are not errors if a program declares, imports or assigns them, or may not use them', () => {
    for (const before of [
      'const string = `string`;\n',
      'import { string } from "./types";\n',
      'string = `string`;\n',
      'if (later) register(later);\n',
      'const unused = () => other;\n',
      'const kind = typeof window;\n',
    ])
      assert.deepEqual(codesOf(cube(/string/.test(before) ? 'string' : '`string`', before)), [], before);
  });

  it('are not errors in fields for references, and if the model compiles', () => {
    const text =
      'cube(`a`, { sql: `SELECT ${FILTER_PARAMS.a.b.filter("b")}`, extends: vans });\ncube(`vans`, { sql: `x`, dimensions: { b: { sql: `b`, type: `string` } } });';
    assert.deepEqual(codesOf(text), []);
    assert.deepEqual(diagnose(indexOf({ 'a.js': cube('string') }), []), []);
  });
});

describe('imports', () => {
  const marksOf = (texts: Texts) => {
    const index = indexOf(texts);
    return localProblems(index)
      .map((one) => `${one.file} ${one.severity} ${one.code} ${markedText(index, one)}`)
      .sort();
  };

  it('of names that the file does not export are errors, also behind a syntax error', () => {
    const units = edit(fixture('fleet'), 'units.js', 'export const kilometres', 'const kilometres');
    assert.deepEqual(marksOf(edit(units, 'cubes/Vans.js', 'type: `string` },', 'type: `string },')), [
      'model/cubes/Trips.js error unknown-import kilometres',
      'model/cubes/Vans.js error javascript-syntax `string },',
    ]);
  });

  it('of files that do not exist are errors', () => {
    assert.deepEqual(marksOf(edit(fixture('fleet'), 'cubes/Trips.js', './units', './unit')), [
      'model/cubes/Trips.js error unknown-import ./unit',
    ]);
  });

  it('are not errors if the exports are known only at run time, or come from a package', () => {
    const program = 'import { a } from "./b";\nimport c from "package";\ncube(`d`, { sql: a(c) });';
    assert.deepEqual(marksOf({ 'a.js': program, 'b.js': 'export * from "./c";' }), []);
    assert.deepEqual(marksOf({ 'a.js': program, 'b.js': 'addExport({ a: () => `x` });' }), []);
    assert.deepEqual(marksOf({ 'a.js': program, 'b.js': 'const x = () => `x`;\nexport { x as a };' }), []);
  });

  it('of templates and macros that do not exist are errors', () => {
    const ferry = fixture('ferry');
    const crossings = 'cubes/crossings.yml';
    assert.deepEqual(marksOf(edit(ferry, crossings, "'macros.jinja'", "'macro.jinja'")), [
      'model/cubes/crossings.yml error unknown-import macro.jinja',
    ]);
    assert.deepEqual(marksOf(edit(ferry, crossings, 'macros.key(', 'macros.kee(')), [
      'model/cubes/crossings.yml error unknown-import kee',
    ]);
  });
});

describe('names in template tags', () => {
  it('are warnings if nothing defines them and the model does not compile', () => {
    const texts = edit(fixture('ferry'), 'cubes/tickets.yml', 'in ports %', 'in portz %');
    const index = indexOf(texts);
    const found = localProblems(index).map((one) => `${one.severity} ${one.code} ${markedText(index, one)}`);
    assert.deepEqual(found, ['warning undefined-name portz']);
    assert.deepEqual(diagnose(index, []), []);
  });

  it('may come from Python', () => {
    const index = indexOf(edit(fixture('ferry'), 'cubes/tickets.yml', 'in ports %', 'in portz %'));
    index.set('model/globals.py', 'portz = []\n');
    assert.deepEqual(localProblems(index), []);
  });
});

describe('query and test documents in the model folder', () => {
  it('break the model: one problem says so', () => {
    for (const [name, text, kind] of [
      ['a.query.yml', 'measures: [a.n]\nlimit: 1\n', 'query'],
      ['a.test.yml', 'tests: []\n', 'test'],
    ] as const) {
      const index = indexOf({ [name]: text });
      const problems = localProblems(index);
      assert.deepEqual(
        problems.map((one) => markedText(index, one)),
        [text.split(':')[0]],
      );
      assert.match(problems[0]!.message, new RegExp(`this ${kind} document breaks the model`));
    }
    assert.deepEqual(localProblems(indexOf({ 'orders.query.yml': 'cubes: []\n' })), []);
  });
});
