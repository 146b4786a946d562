/** The emulator's planner and every property of the compiler's schema. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NotComputed } from '../../../../src/compiler/modelRequest.ts';
import { answerOf, newModel, notComputedIn } from './plannedModel.ts';
import { apart, internal, refused, same } from './plannerProperties.ts';
import type { PropertyCase } from './propertyCase.ts';
import { read } from './readProperties.ts';
import { schemaPaths } from './schemaPaths.ts';

/** The answers to a query before and after the change of a model. */
async function answers({ before, change, query, context }: PropertyCase) {
  const [base, changed] = [newModel(), newModel()];
  for (const model of [base, changed]) before?.(model);
  change(changed);
  return [await answerOf(base, query, context), await answerOf(changed, query, context)] as const;
}

/** Whether these are refused depends on the query or on the caller. */
const dependsOnQuery = ['masks it', 'a calendar'];

describe('properties of a model', () => {
  it('are all in the list, and the list has no others', () => {
    const listed = new Set([...internal, ...apart, ...[...read, ...same, ...refused].flatMap(({ paths }) => paths)]);
    const isApart = (path: string) => apart.some((one) => path.startsWith(`${one}.`));
    const schema = [...schemaPaths()].filter((path) => !isApart(path));
    assert.deepEqual(
      schema.filter((path) => !listed.has(path)),
      [],
      'not in the list',
    );
    assert.deepEqual(
      [...listed].filter((path) => !schema.includes(path)),
      [],
      'unknown to the schema',
    );
  });

  it('are planned by the version that the documentation names', () => {
    const root = path.join(import.meta.dirname, '../../../..');
    const { compilerVersion } = JSON.parse(readFileSync(path.join(root, 'src/model/rules/rules.json'), 'utf8'));
    const documentation = readFileSync(path.join(root, 'docs/emulator.md'), 'utf8');
    assert.ok(documentation.includes(`published schema compiler, version ${compilerVersion},`));
  });

  for (const one of read) {
    it(`${one.paths.join(', ')}: the planner reads it`, async () => {
      const [before, after] = await answers(one);
      assert.notDeepEqual(before, after);
      // A part that the query needs may be missing before or after the change, not both.
      const plan = [before, after].find(({ kind }) => kind === 'query');
      assert.ok(plan, JSON.stringify([before, after]));
    });
  }

  for (const one of same) {
    it(`${one.paths.join(', ')}: the SQL is the same`, async () => {
      const [before, after] = await answers(one);
      assert.ok(before.kind === 'query' && after.kind === 'query', JSON.stringify([before, after]));
      assert.deepEqual([before.plan.sql, before.plan.params], [after.plan.sql, after.plan.params]);
    });
  }

  for (const one of refused) {
    it(`${one.paths.join(', ')}: the query is refused`, async () => {
      const [, after] = await answers(one);
      assert.ok(after.kind === 'refused', JSON.stringify(after));
      assert.ok(after.message.startsWith(`The emulator cannot calculate '${one.member}': `), after.message);
      assert.ok(after.message.includes(one.reason), after.message);
    });
    if (dependsOnQuery.some((reason) => one.reason.includes(reason))) continue;
    it(`${one.paths.join(', ')}: the member is listed before it is queried`, async () => {
      const changed = newModel();
      one.before?.(changed);
      const before = await notComputedIn(changed);
      one.change(changed);
      const after = await notComputedIn(changed);
      const isMeant = ({ member, reason }: NotComputed) => member === one.member && reason.includes(one.reason);
      assert.deepEqual([before.filter(isMeant).length, after.filter(isMeant).length], [0, 1], JSON.stringify(after));
    });
  }
});
