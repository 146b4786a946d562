import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintRules } from '../../../src/model/lint/lintRules.ts';

/** The rows of the tables, as lines. */
const page = readFileSync(join(import.meta.dirname, '../../../docs/rules.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\| (?:\[)?`/.test(line));

it('the page of rules lists each rule with its default, and each option', () => {
  const rules = Object.entries(lintRules);
  const expected = [
    ...rules.map(([name, { level, doc }]) => `| [\`${name}\`](problems/${name}.md) | \`${level}\` | ${doc} |`),
    ...rules.flatMap(([name, { options = {} }]) =>
      Object.entries(options).map(([key, { doc }]) => `| \`${name}\` | \`${key}\` | ${doc} |`),
    ),
  ];
  assert.deepEqual(rows, expected);
});
