/** Keys and names that every object inherits are names like any other. */

import assert from 'node:assert/strict';
import { localProblems } from '../../../src/model/diagnose.ts';
import { indexOf, show } from '../models.ts';

const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];

const cube = (name: string, member: string) =>
  `cubes:\n  - name: ${name}\n    sql_table: t\n    dimensions:\n      - name: ${member}\n        sql: id\n        type: number\n        primary_key: true\n`;

function problemsOf(texts: Record<string, string>) {
  const index = indexOf(texts);
  const problems = localProblems(index);
  return { index, problems, text: show(index, problems) };
}

describe('names that every object inherits, in a model', () => {
  for (const name of names) {
    it(`\`${name}\` is an unknown key of a cube, with no invented suggestion`, () => {
      const { problems, text } = problemsOf({ 'a.yml': `${cube('a', 'id')}    ${name}: x\n` });
      assert.deepEqual([...new Set(problems.map(({ code }) => code))], ['unknown-key'], text);
      assert.doesNotMatch(text, /function|native code/);
    });

    it(`\`${name}\` is an unknown key of a dimension`, () => {
      const { problems, text } = problemsOf({ 'a.yml': `${cube('a', 'id')}        ${name}: x\n` });
      assert.deepEqual([...new Set(problems.map(({ code }) => code))], ['unknown-key'], text);
    });

    it(`\`${name}\` at the top of a YAML file defines nothing`, () => {
      const { index } = problemsOf({ 'a.yml': `${cube('a', 'id')}${name}:\n  - name: b\n` });
      assert.deepEqual(
        index.definitions.map((one) => one.name),
        ['a'],
      );
    });

    it(`a call of \`${name}\` in JavaScript defines nothing`, () => {
      const { index } = problemsOf({ 'a.js': `${name}('b', {});\ncube('a', { sql: 'x' });\n` });
      assert.deepEqual(
        index.definitions.map((one) => one.name),
        ['a'],
      );
    });

    // The compiler ignores members with the other two names.
    if (name === '__proto__' || name === 'constructor') continue;
    it(`\`${name}\` can name a cube, a member and a reference to them`, () => {
      const view = `views:\n  - name: v\n    cubes:\n      - join_path: ${name}\n        includes:\n          - ${name}\n`;
      const { index, problems, text } = problemsOf({ 'a.yml': cube(name, name), 'v.yml': view });
      assert.deepEqual(problems, [], text);
      assert.ok(index.cube(name));
    });
  }
});
