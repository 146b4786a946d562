/**
 * Openings that are planted in models with access policies: the review lists each of them. What it evaluates for each caller is
 * what the emulator answers to a token of that caller: the members in the metadata, and the rows.
 */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readsSecurityContext } from '../../../src/compiler/securityContextUse.ts';
import { CompiledFiles } from '../../../src/local/compiledFiles.ts';
import { filesOf } from '../../../src/local/localModel.ts';
import { type AccessChange, callersOf, compareAccess } from '../../../src/review/compiled/access.ts';
import type { AccessAnswer } from '../../../src/review/compiled/askedSides.ts';
import { renamesOf } from '../../../src/review/compiled/compiledReview.ts';
import { modelChanges } from '../../../src/review/modelChanges.ts';
import { asFiles, sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../../emulator/emulatorUnderTest.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { shareOf, testSeed, triesAll } from '../../run/testSeed.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { replaced } from '../editedModel.ts';
import { EmulatedModel, type User } from './emulatedCallers.ts';
import { expectedRows } from './expectedRows.ts';
import { policyModels } from './plantedOpenings.ts';
import { type PolicyModel, tablesSql } from './policyModels.ts';

const accessOf = (texts: Texts, callers: readonly (readonly string[])[]): Promise<AccessAnswer> =>
  new CompiledFiles(sharedCompiler(), filesOf(indexOf(texts)), { isApart: true }).access(callers);

/** `finance sees more members of sales: margin` */
function sentence({ group, change, what, view, before, after, isCertain, except }: AccessChange): string {
  const short = (text: string) => text.replaceAll(`${view}.`, '');
  const names = change === 'more' ? after : before;
  const said = typeof names === 'string' ? `${before} → ${after}` : names.join(', ');
  const who = except ? `${group} but ${except.join(', ')}` : group;
  return short(`${who} ${isCertain === undefined ? 'sees' : 'may see'} ${change} ${what} of ${view}: ${said}`);
}

async function listed(before: Texts, after: Texts): Promise<string[]> {
  const named = [await accessOf(before, []), await accessOf(after, [])].flatMap(({ groups }) => groups);
  const callers = callersOf(named);
  const renames = renamesOf(modelChanges(indexOf(before), indexOf(after), []));
  const review = compareAccess(await accessOf(before, callers), await accessOf(after, callers), renames);
  return [...review.changes.map(sentence), ...review.unknown.map(({ group, reason }) => `${group}: ${reason}`)];
}

/** Without groups, with each group, with two, with an unknown one, and with attributes. */
function usersOf(named: readonly string[], { attributes = [{ region: 'south', isAdmin: true }] }: PolicyModel): User[] {
  const groups = [...new Set([...named, 'finance', 'support'])];
  const alone = [...callersOf(groups), ['unknown'], ['unknown', groups[0]!]];
  const withAttributes = attributes.flatMap((one) => [[], [groups[0]!]].map((of) => ({ groups: of, attributes: one })));
  return [...alone.map((of) => ({ groups: of, attributes: {} })), ...withAttributes];
}

/** The conditions are comparisons with nothing: an attribute is there or not. */
const holdsFor = (condition: string, { groups, attributes: { userAttributes, ...others } }: User) => {
  const own = Object.keys(others).map((name) => `security_context.${name}`);
  const shorthands = Object.keys(userAttributes ?? {}).map((name) => `userAttributes.${name}`);
  const withGroups = groups.map((name) => `'${name}'`);
  return [...own, ...shorthands, ...withGroups].some((text) => condition.includes(text));
};

async function compareWith(under: EmulatorUnderTest, texts: Texts, model: PolicyModel, context: string) {
  const named = (await accessOf(texts, [])).groups;
  const isCondition = (name: string) => name.startsWith('{');
  const users = usersOf(
    named.filter((name) => !isCondition(name)),
    model,
  );
  const callers = users.map((user) => [
    ...user.groups,
    ...named.filter((name) => isCondition(name) && holdsFor(name, user)),
  ]);
  const access = await accessOf(texts, callers);
  const emulated = await EmulatedModel.of(under, texts);
  let sums = 0;
  for (const [at, user] of users.entries()) {
    const caller = access.callers[at]!;
    const title = `${context}: ${JSON.stringify(user)}`;
    assert.equal(caller.failure, undefined, title);
    const cubes = await emulated.cubes(user);
    const shown = cubes.flatMap(({ measures, dimensions, segments }) => [...measures, ...dimensions, ...segments]);
    assert.deepEqual(shown.map(({ name }) => name).sort(), [...caller.members].sort(), title);
    for (const { name, measures, dimensions } of cubes) {
      const measure = measures.find((one) => /\.(?:total|count)$/.test(one.name))?.name;
      if (!measure) continue;
      const by = dimensions.map((one) => one.name);
      const origins = [measure, ...by].map((one) => access.members[one]!.split('.')[0]!);
      const expected = expectedRows(caller, new Set([name, ...origins]), access.members, user.attributes);
      const sum = expected.reduce((total, row) => total + (measure.endsWith('.total') ? Number(row.amount) : 1), 0);
      assert.equal(await emulated.sum(user, measure, by), sum, `${title}: ${measure} by ${by.join()}`);
      sums += 1;
    }
  }
  return { users: users.length, sums };
}

describe('openings that are planted in models with access policies', () => {
  const folder = temporaryFolder('planted');
  const counts = { versions: 0, users: 0, sums: 0 };
  const seed = testSeed();
  let under: EmulatorUnderTest;
  before(async () => {
    const source = path.join(folder.path, 'tables.sql');
    writeFileSync(source, tablesSql());
    under = await emulatorUnderTest({ source });
  });
  after(async () => {
    await under.close();
    folder.remove();
    console.log(`    ${JSON.stringify(counts)}`);
  });

  it('are 40 or more, in 30 models or more', () => {
    assert.ok(policyModels.length >= 30);
    assert.ok(policyModels.flatMap(({ openings }) => openings).length >= 40);
  });

  for (const model of policyModels) {
    it(`are listed for ${model.name}`, async () => {
      for (const { from, to, lists } of model.openings) {
        const found = await listed(model.texts, replaced(model.texts, from, to));
        assert.deepEqual(found.sort(), [...lists].sort(), `${from} → ${to}`);
        assert.ok(found.some((one) => / (sees|may see) more /.test(one)));
      }
    });

    it(`are what the emulator answers for ${model.name}`, async () => {
      // Each user of a model that reads attributes has a process.
      const isFast = !readsSecurityContext(asFiles(model.texts));
      const edits = triesAll() ? model.openings : shareOf(isFast ? model.openings : [], seed);
      const edited = edits.map(({ from, to }) => replaced(model.texts, from, to));
      for (const [at, texts] of [model.texts, ...edited].entries()) {
        const context = `TEST_SEED=${seed} ${at === 0 ? 'before' : edits[at - 1]!.to}`;
        const { users, sums } = await compareWith(under, texts, model, context);
        assert.ok(users >= 8);
        counts.versions += 1;
        counts.users += users;
        counts.sums += sums;
      }
    });
  }
});
