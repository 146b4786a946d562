/** Finds planted faults in joins and keys with the right size of their effect, and nothing in correct models. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../../src/base/bundlePath.ts';
import type { Compiler } from '../../../src/compiler/compiler.ts';
import { Database } from '../../../src/database/database.ts';
import { examineModel } from '../../../src/local/doctor/doctor.ts';
import { type Effect, isWrong } from '../../../src/local/doctor/report.ts';
import { isSameTotal } from '../../../src/local/doctor/totals.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { makeCompiler } from '../../compiler/compilerUnderTest.ts';
import { testSeed } from '../../run/testSeed.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { type Shop, ShopModel } from './faultyModels.ts';

const models = 20;
const faultsOfEach = 3;

describe('the join doctor', () => {
  const folder = temporaryFolder('doctor');
  let compiler: Compiler;
  before(() => {
    compiler = makeCompiler();
  });
  after(() => {
    compiler.dispose();
    folder.remove();
  });

  let files = 0;
  async function withShop<T>(shop: Shop, use: (database: Database, index: ModelIndex) => Promise<T>): Promise<T> {
    const file = path.join(folder.path, `${files++}.sql`);
    writeFileSync(file, shop.data);
    const database = new Database({
      bundlePath: bundlePath('database.cjs'),
      source: { kind: 'duckdb', scripts: [file] },
    });
    const index = new ModelIndex();
    index.set(`model/${shop.model[0]}`, shop.model[1]);
    try {
      return await use(database, index);
    } finally {
      database.dispose();
    }
  }
  const examine = (database: Database, index: ModelIndex) =>
    examineModel({ index, compiler, databases: new Map([['default', database]]) });

  const seed = testSeed();
  for (let number = 0; number < models; number += 1) {
    const model = new ShopModel(number, seed);
    it(`finds nothing in the correct model ${number}`, async () => {
      const report = await withShop(model.correct, examine);
      assert.equal(isWrong(report), false, JSON.stringify(report));
      assert.deepEqual(report.problems, []);
      assert.ok(report.joins.length >= 2);
      assert.ok([...report.joins, ...report.keys].every(({ result }) => result === 'ok'));
    });
    const { faults } = model;
    for (let i = 0; i < faultsOfEach; i += 1) {
      const fault = faults[(number + i) % faults.length]!;
      it(`finds in model ${number}: ${fault.name}`, async () => {
        await withShop(fault, async (database, index) => {
          const value = async (sql: string) => (await database.query('test', { sql, params: [] })).values[0]![0]!;
          const report = await examine(database, index);
          const wrongJoins = report.joins.filter(({ result }) => result === 'wrong');
          const wrongKeys = report.keys.filter(({ result }) => result === 'wrong');
          // A cube that is extended has the same joins and keys.
          const real = wrongJoins.filter(({ from }) => from !== 'base_orders');
          assert.deepEqual(
            real.map(({ from, to }) => `${from} → ${to}`),
            fault.join ? [fault.join] : [],
            JSON.stringify(report),
          );
          assert.deepEqual(
            wrongKeys.map(({ cube }) => cube).filter((cube) => cube !== 'base_orders'),
            fault.key ? [fault.key] : [],
          );
          const duplicates = Number(await value(fault.duplicates));
          const nulls = Number(await value(fault.nulls));
          const [join] = real;
          if (!join) {
            assert.deepEqual([wrongKeys[0]!.duplicates, wrongKeys[0]!.nulls], [duplicates, nulls]);
            return;
          }
          assert.deepEqual([join.duplicates, join.nulls, join.suggested], [duplicates, nulls, fault.suggested]);
          for (const { measure, by, before, after } of fault.effects) {
            const effect: Effect | undefined = join.effects.find((one) => one.measure === measure);
            assert.ok(effect, `${measure}: ${JSON.stringify(report)}`);
            assert.equal(effect.by, by);
            assert.ok(isSameTotal(effect.before, await value(before)), `before: ${JSON.stringify(effect)}`);
            assert.ok(
              isSameTotal(effect.after, await value(after)),
              `after: ${JSON.stringify(effect)} ${await value(after)}`,
            );
            assert.notEqual(effect.before, effect.after);
          }
        });
      });
    }
  }
});
