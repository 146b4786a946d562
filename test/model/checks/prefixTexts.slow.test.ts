/** Texts that look like the start of a Python string, compared with the real compiler. */

import assert from 'node:assert/strict';
import { localProblems } from '../../../src/model/diagnose.ts';
import { compile, indexOf } from '../models.ts';

const letters = [...'fFbBrRuU'];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
const few = [...letters, 'fr', 'Rf', 'x', 'F type', "f'x'"];
const all = [...few, ...pairs, 'frb', 'Fx', 'xf', 'Type F', '{CUBE}.f', 'f OR f'];

const dimension = '    dimensions:\n      - {name: id, sql: id, type: number, primary_key: true}\n';
const fields: Record<string, (text: string) => string> = {
  sql: (text) => `    dimensions:\n      - {name: id, sql: ${text}, type: number}\n`,
  title: (text) => `    title: ${text}\n${dimension}`,
  meta: (text) => `    meta:\n      list: [${text}]\n${dimension}`,
  'values of a filter': (text) =>
    `${dimension}    access_policy:\n      - group: "*"\n        row_level:\n          filters:\n            - {member: id, operator: equals, values: [M, ${text}]}\n`,
};

describe('texts that look like the start of a Python string', () => {
  for (const [field, cube] of Object.entries(fields)) {
    it(`are found where the compiler fails: ${field}`, async () => {
      const failing: string[] = [];
      for (const text of field === 'sql' ? all : few) {
        const model = { 'a.yml': `cubes:\n  - name: c\n    sql_table: t\n${cube(JSON.stringify(text))}` };
        const found = localProblems(indexOf(model)).length > 0;
        const errors = await compile(model);
        assert.equal(found, errors.length > 0, text);
        if (found) failing.push(text);
      }
      assert.ok(failing.includes('F') && failing.includes('Rf'));
    });
  }
});
