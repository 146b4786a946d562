/** A review lists the differences in what the compiler makes of both versions: the SQL of each member and query, and the public names. */

import assert from 'node:assert/strict';
import type { QueryObject } from '../../../src/model/documents/queryDocument.ts';
import { standardGranularities } from '../../../src/model/index/resolve.ts';
import { namesIn } from '../../../src/query/tests/memberGraph.ts';
import type { CompiledSide } from '../../../src/review/compiled/askedSides.ts';
import { renamesOf, reviewCompiled } from '../../../src/review/compiled/compiledReview.ts';
import { publicParts } from '../../../src/review/compiled/publicParts.ts';
import { withMetaChanges } from '../../../src/review/metaChanges.ts';
import { savedQueries, withAffected } from '../../../src/review/model/affectedQueries.ts';
import { modelChanges } from '../../../src/review/modelChanges.ts';
import { corpus, fixtures, indexOf, type Texts } from '../../model/models.ts';
import { pick, type Random, seeded } from '../../model/mutation/mutant.ts';
import { testSeed, triesAll } from '../../run/testSeed.ts';
import { editModel } from '../randomEdits.ts';
import { CompiledModel } from './compiledModel.ts';
import { checkAccess } from './expectedAccess.ts';
import { checkJoins, checkMetadata } from './expectedMeta.ts';
import { checkSlices } from './expectedSlices.ts';
import { FormerNames } from './formerNames.ts';
import { type EditedPolicies, editPolicies } from './policyEdits.ts';
import { editSql } from './sqlEdits.ts';

/** REVIEW_EDITS: another number. */
const rounds = Number(process.env.REVIEW_EDITS ?? (triesAll() ? 1_000 : 100));

/** One member as queries: alone, and with each granularity. */
function queriesFor(model: CompiledModel, name: string, granularities: ReadonlySet<string>): QueryObject[] {
  const { kind } = publicParts(model.meta).get(name)!;
  if (kind === 'measure') return [{ measures: [name] }];
  const byTime = [...granularities].map((granularity) => ({ timeDimensions: [{ dimension: name, granularity }] }));
  return [{ dimensions: [name] }, ...byTime];
}

function granularitiesOf(model: CompiledModel, name: string): string[] {
  const dimension = model.meta.cubes.flatMap(({ dimensions }) => dimensions).find((one) => one.name === name);
  return ((dimension as { granularities?: { name: string }[] } | undefined)?.granularities ?? []).map(
    (one) => one.name,
  );
}

async function answer(model: Pick<CompiledSide, 'sql'>, query: QueryObject): Promise<string | undefined> {
  try {
    const { text, parameters } = await model.sql(query, undefined, new AbortController().signal);
    return `${text} ${JSON.stringify(parameters)}`;
  } catch {
    return undefined;
  }
}

function randomQuery(random: Random, model: CompiledModel): QueryObject {
  const parts = [...publicParts(model.meta).values()];
  const some = (kind: string) => {
    const found = pick(
      random,
      parts.filter((one) => one.kind === kind),
    );
    return found && random() < 0.8 ? [found.name] : [];
  };
  return { measures: some('measure'), dimensions: some('dimension'), segments: random() < 0.2 ? some('segment') : [] };
}

describe('a review and the compiler', () => {
  const models = [...fixtures(), ...(corpus() ?? []).filter(({ clean }) => clean)];
  const seed = testSeed();
  const compiled = new Map<string, CompiledModel | undefined>();

  it(`agree after random edits (${corpus() ? 'fixtures and public models' : 'fixtures only: no public models here'})`, async function () {
    this.timeout(rounds * 6_000);
    const random = seeded(seed);
    const counts = { ...counted, compared: 0, tried: 0 };
    for (; counts.tried < rounds * 6 && counts.compared < rounds; counts.tried += 1) {
      const { name, texts } = pick(random, models)!;
      if (!compiled.has(name)) compiled.set(name, await CompiledModel.of(texts));
      if (!compiled.get(name)) continue;
      const edit = edited(texts, random);
      if (!edit) continue;
      const before = edit.before ? await CompiledModel.of(edit.before) : compiled.get(name);
      const after = before && (await CompiledModel.of(edit.texts));
      if (!after) continue;
      counts.compared += 1;
      const title = `TEST_SEED=${seed} round ${counts.tried}, ${name}`;
      await check(before, after, edit.before ?? texts, edit, random, counts, title);
    }
    assert.ok(counts.compared >= rounds, `only ${counts.compared} of the edited models compile`);
    const none = Object.entries(counts).filter(([, count]) => count === 0);
    if (rounds >= 500) assert.deepEqual(none, [], `nothing of a kind in ${JSON.stringify(counts)}`);
    console.log(`    TEST_SEED=${seed}: ${JSON.stringify(counts)}`);
  });
});

/** What differed; all numbers of a run are printed. */
const counted = {
  ...{ changed: 0, refused: 0, gone: 0, failing: 0, names: 0 },
  ...{ queries: 0, access: 0, masks: 0, metadata: 0, joins: 0, slices: 0 },
};

type Counts = typeof counted;

interface Edit {
  /** If both versions have what the model has not. */
  before?: Texts;
  texts: Texts;
  done: string[];
  /** If these are what was edited. */
  policies?: EditedPolicies;
}

function edited(texts: Texts, random: Random): Edit | undefined {
  const way = random();
  if (way < 0.25) return editPolicies(texts, random);
  if (way < 0.5) return editModel(texts, random, 1);
  let current: Edit = { texts, done: [] };
  for (let i = random() < 0.7 ? 1 : 2; i > 0; i -= 1) {
    const next = editSql(current.texts, random);
    if (next) current = { texts: next.texts, done: [...current.done, next.done] };
  }
  return current.done.length > 0 ? current : undefined;
}

async function check(
  before: CompiledModel,
  after: CompiledModel,
  texts: Texts,
  { texts: newTexts, done, policies }: Edit,
  random: Random,
  counts: Counts,
  title: string,
): Promise<void> {
  const context = `${title}: ${done.join('; ')}`;
  const former = new FormerNames(done);
  const asked = Array.from({ length: 6 }, () => randomQuery(random, before));
  const uses = asked.map((query, i) => ({ path: `${i}.query.json`, text: JSON.stringify(query) }));
  const bySources = modelChanges(indexOf(texts), indexOf(newTexts), uses);
  const changes = withMetaChanges(bySources, before.meta, after.meta, uses);
  const queries = savedQueries(uses);
  const {
    compiled,
    model,
    queries: affectedQueries,
  } = await reviewCompiled({
    before,
    after,
    changes,
    queries: withAffected(queries, changes),
    seen: [],
    first: new Set(),
    budget: { statements: 100_000, ms: 600_000 },
    signal: new AbortController().signal,
  });
  const [had, has] = [publicParts(before.meta), publicParts(after.meta)];

  const expected: string[] = [];
  for (const [name, { kind, owner = '' }] of has) {
    const old = former.of(name);
    const previous = had.get(old);
    const isCompared = kind === 'measure' || kind === 'dimension';
    if (!isCompared || previous?.kind !== kind || !had.has(former.of(owner))) continue;
    const [granularitiesBefore, granularitiesAfter] = [granularitiesOf(before, old), granularitiesOf(after, name)];
    const isShared = (one: string) =>
      standardGranularities.includes(one) || (granularitiesBefore.includes(one) && granularitiesAfter.includes(one));
    const granularities = new Set([...granularitiesBefore, ...granularitiesAfter].filter(isShared));
    const [queriesBefore, queriesAfter] = [
      queriesFor(before, old, granularities),
      queriesFor(after, name, granularities),
    ];
    counts.names += 1;
    const then = await Promise.all(queriesBefore.map((query) => answer(before, query)));
    const now = await Promise.all(queriesAfter.map((query) => answer(after, query)));
    const is = (test: (then: string | undefined, now: string | undefined) => boolean) =>
      then.some((text, i) => test(text, now[i]));
    const effect = is((a, b) => a !== undefined && b === undefined)
      ? 'refused'
      : is((a, b) => a !== undefined && b !== undefined && a !== former.inSql(b))
        ? 'changed'
        : is((a, b) => a === undefined && b !== undefined)
          ? 'accepted'
          : '';
    if (effect) expected.push(`${effect} ${name}`);
  }
  // A prefix renames members: what it hits is not expected above.
  const isExpected = (name: string) =>
    has.get(name)?.kind !== 'segment' && (had.has(former.of(name)) || !has.has(name));
  const listed = compiled.affected
    .filter(({ name }) => isExpected(name))
    .map(({ effect, name }) => `${effect} ${name}`);
  assert.deepEqual(listed.sort(), expected.sort(), `${context}: affected members`);
  counts.changed += listed.filter((one) => one.startsWith('changed')).length;
  counts.refused += listed.filter((one) => one.startsWith('refused')).length;

  counts.metadata += checkMetadata(before.meta, after.meta, changes, former, context);
  counts.joins += await checkJoins(before, after, changes, former, context);
  counts.slices += await checkSlices({ before, after }, renamesOf(changes), former, { random, answer, context });
  // A prefix renames members that are also in policies.
  const isPrefixed = done.some((one) => one.startsWith('prefix'));
  if (!isPrefixed) {
    const { listed, masks } = await checkAccess(before, after, renamesOf(changes), former, context, policies);
    counts.access += listed;
    counts.masks += masks;
  }

  const gone = [...had.values()].filter(({ name, owner }) => !has.has(name) && (owner === undefined || has.has(owner)));
  const lost = compiled.consumers.filter(({ change }) => change !== 'type').map(({ name }) => name);
  assert.deepEqual(lost.sort(), gone.map(({ name }) => name).sort(), `${context}: public names that are gone`);
  counts.gone += gone.length;

  for (const query of queries) {
    counts.queries += 1;
    const [then, now] = [await answer(before, query.query), await answer(after, query.query)];
    const breakages = [...model.flatMap(({ breaking }) => breaking), ...compiled.failing];
    const isFailing = breakages.some(({ by }) => by.name === query.path);
    const isRetyped = [...namesIn(query.query)].some((one) => {
      const [old, newer] = [had.get(former.of(one)), has.get(one)];
      return old && newer && old.type !== newer.type;
    });
    const mustFail = then !== undefined && (now === undefined || isRetyped);
    assert.equal(isFailing, mustFail, `${context}: ${JSON.stringify(query.query)} fails`);
    if (isFailing) counts.failing += 1;
    const isAffected = affectedQueries.some(({ path }) => path === query.path);
    if (now !== undefined)
      assert.equal(isAffected, then !== former.inSql(now), `${context}: values of ${JSON.stringify(query.query)}`);
  }
}
