/** Calls in JavaScript that look like definitions. */

import assert from 'node:assert/strict';
import { localProblems } from '../../../src/model/diagnose.ts';
import { indexOf } from '../models.ts';

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
    assert.deepEqual(codesOf('register(`a`, { x: 1 });'), []);
  });
});
