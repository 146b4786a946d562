/** What a certificate says about some measures by dimensions, against the SQL of each of them. */

import assert from 'node:assert/strict';
import type { QueryObject } from '../../../src/model/documents/queryDocument.ts';
import { certify } from '../../../src/review/certificate/certificate.ts';
import { conditionsOf } from '../../../src/review/certificate/conditions.ts';
import type { CompiledSide } from '../../../src/review/compiled/askedSides.ts';
import { publicParts } from '../../../src/review/compiled/publicParts.ts';
import type { Renames } from '../../../src/review/compiled/sameSql.ts';
import { pick, type Random } from '../../model/mutation/mutant.ts';
import type { CompiledModel } from './compiledModel.ts';
import type { FormerNames } from './formerNames.ts';

type Answers = (model: Pick<CompiledSide, 'sql'>, query: QueryObject) => Promise<string | undefined>;

/** A measure by a dimension, as the certificate asks for it. */
const queryOf = (measure: string, by: string, isTime: boolean): QueryObject => ({
  measures: [measure],
  ...(isTime ? { timeDimensions: [{ dimension: by, granularity: 'day' }] } : { dimensions: [by] }),
});

const tried = 6;

/** @returns the number of slices that are not the same */
export async function checkSlices(
  models: Record<'before' | 'after', CompiledModel>,
  renames: Renames,
  former: FormerNames,
  { random, answer, context }: { random: Random; answer: Answers; context: string },
): Promise<number> {
  const [before, after] = [await models.before.withoutPolicies(), await models.after.withoutPolicies()];
  const [had, has] = [publicParts(before.meta), publicParts(after.meta)];
  const shared = [...has.values()].filter((one) => {
    const previous = had.get(former.of(one.name));
    return previous?.kind === one.kind && (previous.type === 'time') === (one.type === 'time');
  });
  const some = (kind: string) =>
    Array.from({ length: tried }, () =>
      pick(
        random,
        shared.filter((one) => one.kind === kind),
      ),
    );
  const [measures, dimensions] = [some('measure'), some('dimension')];
  const isView = (name: string) => has.get(name.split('.', 1)[0]!)?.kind === 'view';
  const pairs = measures.flatMap((measure, i) => {
    const by = dimensions[i];
    if (!measure || !by) return [];
    // The members of a view are asked together only.
    const isOwn = measure.owner === by.owner;
    return isOwn || !(isView(measure.name) || isView(by.name))
      ? [{ measure: measure.name, by: by.name, isTime: by.type === 'time' }]
      : [];
  });
  if (pairs.length === 0) return 0;
  const { certificate, open } = await certify({
    before,
    after,
    conditions: conditionsOf([]),
    canSetAttributes: false,
    renames,
    uses: pairs.map(({ measure, by }) => ({ query: { measures: [measure], dimensions: [by] } })),
    budget: { slices: tried * (tried + 2), statements: 10_000, ms: 600_000, values: 0 },
    planner: 'javascript',
    compiler: null,
    signal: new AbortController().signal,
  });
  let count = 0;
  for (const { measure, by, isTime } of pairs) {
    const then = await answer(before, queryOf(former.of(measure), former.of(by), isTime));
    const now = await answer(after, queryOf(measure, by, isTime));
    const isSlice = (one: { measure: string | null; by: string | null }) => one.measure === measure && one.by === by;
    const reason = certificate.notCompared.find(isSlice)?.reason;
    // These queries have no range of dates.
    const isOpen = open.some((one) => isSlice(one) && !one.needsRange);
    const text = `${context}: ${measure} by ${by} is ${reason ?? 'not listed'}`;
    const isSame = then !== undefined && now !== undefined && then === former.inSql(now);
    if (isSame || (then === undefined && now === undefined)) assert.equal(isOpen, false, text);
    if (isSame) assert.equal(reason, undefined, text);
    if (then !== undefined && now !== undefined && !isSame) assert.ok(isOpen && reason === 'sql-differs', text);
    if (!isSame && (then !== undefined || now !== undefined)) count += 1;
    const { removed, added, notCompared } = certificate.slices;
    if (then !== undefined && now === undefined) assert.ok(removed + notCompared > 0, text);
    if (then === undefined && now !== undefined) assert.ok(added + notCompared > 0, text);
  }
  return count;
}
