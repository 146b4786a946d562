/** Refactorings and mistakes in public models: no refactoring makes a number uncertain, and data shows what a mistake changes. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../../src/base/bundlePath.ts';
import { Database } from '../../../src/database/database.ts';
import { tablesScript } from '../../local/tablesScript.ts';
import { corpus, fixtures, indexOf, type Texts } from '../../model/models.ts';
import { pick, seeded } from '../../model/mutation/mutant.ts';
import { shareOf, testSeed } from '../../run/testSeed.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { certificateOf, compiles } from './certificateOf.ts';
import { mistakes } from './mistakes.ts';
import { ownRefactorings } from './ownRefactorings.ts';
import { refactorings } from './refactorings.ts';

/** What the compiler does not accept as such an edit of these models. */
const notCompiled: Readonly<Record<string, readonly string[]>> = {
  'shared-calc-group': ['a description of each member', 'another title of each member'],
  'unit-switch-dimension': ['a description of each member', 'another title of each member'],
  'unit-folders': ['a member of a view gets another name'],
  bakery: ['the name of the cube for CUBE'],
  clinic: ['definitions in files of their own'],
  ferry: ['files in another folder'],
  fleet: ['files in another folder'],
};

/** Other SQL that has the same values on all data of these models, or on most. */
const sameValues: Readonly<Record<string, readonly string[]>> = {
  // Its only row is in its own SQL, at noon.
  'unit-format-showcase': ['sum becomes max', 'count becomes count_distinct', 'another time'],
  // No public measure is of the side of the join that has a key once.
  'unit-hierarchies': ['another relationship'],
  // Its join compares two columns of the same row, which seldom are the same.
  'unit-folders': ['another relationship'],
};

const publicModels = corpus()?.filter(({ clean }) => clean);
const models = [...(publicModels ?? []), ...fixtures()];
const seed = testSeed();

describe('a certificate of public models', function () {
  const folder = temporaryFolder('certificates');
  const total = { equal: 0, refactorings: 0, mistakes: 0, same: 0 };
  before(() => {
    if (!publicModels) console.log('      With the fixtures only: the public models are not next to this checkout.');
  });
  after(() => {
    folder.remove();
    console.log(`      TEST_SEED=${seed}: ${JSON.stringify(total)}`);
  });
  this.timeout(600_000);

  for (const { name, texts } of shareOf(models, seed)) {
    it(`proves refactorings equal: ${name}`, async () => {
      const { slices } = await certificateOf(texts, texts);
      assert.ok(slices.equal > 0);
      for (const [kind, edit] of Object.entries({ ...refactorings, ...ownRefactorings(seeded(seed)) })) {
        const after = edit(texts);
        if (!after) continue;
        assert.equal(await compiles(after), !notCompiled[name]?.includes(kind), kind);
        if (notCompiled[name]?.includes(kind)) continue;
        const found = (await certificateOf(texts, after)).slices;
        const isMore = kind === 'a part of SQL becomes a member';
        assert.deepEqual({ ...found, ...(isMore && { added: 0 }) }, slices, `${kind}, TEST_SEED=${seed}`);
        total.refactorings += 1;
        total.equal += found.equal;
      }
    });

    it(`shows mistakes on data: ${name}`, async () => {
      const { slices } = await certificateOf(texts, texts);
      // Most slices of such a model are those of members that the planner refuses.
      if (slices.notCompared > slices.equal) return;
      const database = databaseOf(name, texts);
      try {
        for (const [kind, edit] of Object.entries(mistakes)) {
          // A join is in no slice of a model without measures.
          if (!hasMeasures(texts) && /join|relationship/.test(kind)) continue;
          const after = edit(texts);
          if (!after || !(await compiles(after))) continue;
          const certificate = await certificateOf(texts, after, { database });
          const context = `${kind}, TEST_SEED=${seed}: ${JSON.stringify(certificate.slices)} ${certificate.notCompared[0]?.reason}`;
          assert.ok(certificate.slices.equal < slices.equal, context);
          const isSame = certificate.slices.differs === 0;
          assert.ok(!isSame || sameValues[name]?.includes(kind), context);
          total.mistakes += 1;
          if (isSame) total.same += 1;
        }
      } finally {
        database.dispose();
      }
    });

    it(`shows a mistake next to a rename: ${name}`, async () => {
      const random = seeded(seed);
      const edits = Object.entries(mistakes).filter(([, edit]) => edit(texts));
      const [kind, edit] = pick(random, edits) ?? ['no mistake', () => texts];
      const mistaken = edit(texts)!;
      if (!(await compiles(mistaken))) return;
      const { slices } = await certificateOf(texts, mistaken);
      for (const [renaming, rename] of Object.entries(ownRefactorings(random))) {
        const both = renaming.startsWith('a renamed') ? rename(mistaken) : undefined;
        if (!both) continue;
        const found = (await certificateOf(texts, both)).slices;
        assert.equal(found.equal, slices.equal, `${kind}, ${renaming}, TEST_SEED=${seed}: ${JSON.stringify(found)}`);
      }
    });
  }

  function databaseOf(name: string, texts: Texts): Database {
    const script = path.join(folder.path, `${name}.sql`);
    writeFileSync(script, tablesScript(indexOf(texts), seeded(seed)));
    return new Database({ bundlePath: bundlePath('database.cjs'), source: { kind: 'duckdb', scripts: [script] } });
  }
});

function hasMeasures(texts: Texts): boolean {
  return Object.values(texts).some((text) => /measures/.test(text));
}
