/** Calls in JavaScript that look like definitions, and names that nothing defines. */

import assert from 'node:assert/strict';
import { diagnose, localProblems } from '../../../src/model/diagnose.ts';
import { indexOf, markedText } from '../models.ts';

function codesOf(text: string): string[] {
  return localProblems(indexOf({ 'a.js': text })).map(({ code }) => code);
}

describe('calls with a name and an object', () => {
  it('are misspelt definitions if the function does not exist', () => {
    assert.deepEqual(codesOf('cub(`a`, { sql: `SELECT 1` });'), ['misspelt-call']);
    assert.deepEqual(codesOf('views(`a`, { cubes: [] });'), ['misspelt-call']);
  });

  it('are no definitions if the file declares or imports the function', () => {
    assert.deepEqual(codesOf('const cub = (name, more) => cube(name, more);\ncub(`a`, { x: 1 });'), []);
    assert.deepEqual(codesOf('import { cubes } from "./makers";\ncubes(`a`, { x: 1 });'), []);
  });

  it('are no definitions if the function has another name', () => {
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

  it('are no errors if a program declares, imports or assigns them, or may not use them', () => {
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

  it('are no errors in fields for references, and if the model compiles', () => {
    const text =
      'cube(`a`, { sql: `SELECT ${FILTER_PARAMS.a.b.filter("b")}`, extends: vans });\ncube(`vans`, { sql: `x` });';
    assert.deepEqual(codesOf(text), []);
    assert.deepEqual(diagnose(indexOf({ 'a.js': cube('string') }), []), []);
  });
});
