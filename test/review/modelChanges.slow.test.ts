/** A review lists the differences between the compiled metadata of both versions. */

import assert from 'node:assert/strict';
import type { DataMeta } from '../../src/contract/dataApi.ts';
import type { Definition } from '../../src/model/index/definitions.ts';
import type { ModelIndex } from '../../src/model/index/modelIndex.ts';
import { metaChanges, withMetaChanges } from '../../src/review/metaChanges.ts';
import { type ModelChange, modelChanges } from '../../src/review/modelChanges.ts';
import { asFiles, sharedCompiler } from '../compiler/compilerUnderTest.ts';
import { corpus, fixtures, indexOf, type Texts } from '../model/models.ts';
import { pick, seeded } from '../model/mutation/mutant.ts';
import { testSeed } from '../run/testSeed.ts';
import { editModel } from './randomEdits.ts';

/** REVIEW_ROUNDS repeats it for longer. */
const rounds = Number(process.env.REVIEW_ROUNDS ?? 12);

const kinds = ['measure', 'dimension', 'segment', 'hierarchy'];
const inMetadata = ['title', 'description', 'type', 'format'];

/** All names that the metadata has, or those below one cube or view. */
function namesIn(meta: DataMeta, owner?: string): Set<string> {
  const names = new Set<string>();
  for (const cube of meta.cubes) {
    if (owner !== undefined && cube.name !== owner) continue;
    names.add(cube.name);
    const hierarchies = (cube as { hierarchies?: { name: string }[] }).hierarchies ?? [];
    for (const { name } of [...cube.measures, ...cube.dimensions, ...(cube.segments ?? []), ...hierarchies])
      names.add(name);
  }
  // A link of a dimension makes another dimension, which is not a part of the sources.
  for (const name of names) if (/___link_\w+_url$/.test(name)) names.delete(name);
  return names;
}

/** The names that the listed changes add to one side, or remove from it. */
function listedNames(changes: readonly ModelChange[], meta: DataMeta, side: 'before' | 'after'): Set<string> {
  const one = side === 'before' ? 'removed' : 'added';
  const names = new Set<string>();
  for (const { kind, name, previousName = name, change } of changes) {
    if (change !== one && change !== 'renamed') continue;
    const shown = side === 'before' ? previousName : name;
    if (kind === 'cube' || kind === 'view') for (const member of namesIn(meta, shown)) names.add(member);
    else if (kinds.includes(kind)) names.add(shown);
  }
  return names;
}

/** The names in views and heirs under which a member is in the metadata, from the index. */
function namesOf(index: ModelIndex, meta: DataMeta, name: string): Set<string> {
  const [owner = '', local] = name.split('.');
  const found = new Set([name]);
  const definition = index.cube(owner);
  const isHeir = (one: Definition) => definition !== undefined && index.lineage(one).includes(definition);
  for (const one of index.definitions) {
    if (local === undefined) {
      if (!isHeir(one)) continue;
      for (const member of namesIn(meta, one.name)) found.add(member);
      continue;
    }
    const isSource = (member: { definition: Definition; name: string }) =>
      member.definition === definition && member.name === local;
    for (const [inherited, members] of index.members(one))
      if (members.some(isSource)) found.add(`${one.name}.${inherited}`);
    if (one.kind !== 'view') continue;
    for (const [included, { sources }] of index.viewMembers(one).members)
      if (sources.some(isSource)) found.add(`${one.name}.${included}`);
  }
  return found;
}

const hasSplitViews = (index: ModelIndex, one: Definition) => index.viewMembers(one).splitViews.length > 0;

const minus = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((one) => !b.has(one)).sort();

describe('changes of a model and the compiler', () => {
  const compiler = sharedCompiler();

  const metaOf = async (texts: Texts): Promise<DataMeta | undefined> => {
    const files = asFiles(texts);
    const request = { kind: 'meta', securityContext: {} } as const;
    const answer = await compiler.queryModel({ model: JSON.stringify(files), files: async () => files, request });
    return answer.kind === 'meta' ? (answer.meta as unknown as DataMeta) : undefined;
  };

  const models = [...fixtures(), ...(corpus() ?? []).filter(({ clean }) => clean)];
  const seed = testSeed();

  it(`agree after random edits (${corpus() ? 'fixtures and public models' : 'fixtures only: no public models here'})`, async () => {
    const random = seeded(seed);
    let compared = 0;
    for (let round = 0; round < rounds * 5 && compared < rounds; round += 1) {
      const { name, texts } = pick(random, models)!;
      const { texts: edited, done } = editModel(texts, random, 1 + Math.floor(random() * 3));
      const [metaBefore, metaAfter] = [await metaOf(texts), await metaOf(edited)];
      if (!metaBefore || !metaAfter) continue;
      compared += 1;
      const [before, after] = [indexOf(texts), indexOf(edited)];
      const changes = modelChanges(before, after, []);
      const context = `TEST_SEED=${seed} round ${round}, ${name}: ${done.join('; ')}`;
      const [had, has] = [namesIn(metaBefore), namesIn(metaAfter)];
      const isGenerated = [before, after].some(
        (index) => index.open || index.definitions.some((one) => index.isOpen(one) || hasSplitViews(index, one)),
      );
      const check = (actual: Set<string>, expected: string[], side: string) => {
        const listed = [...actual].filter((one) => had.has(one) || has.has(one)).sort();
        // The metadata has no cube without public members. What templates and programs generate is not in the sources.
        const isKept = (one: string) => before.cube(one) !== undefined && after.cube(one) !== undefined;
        const wanted = expected.filter((one) => !isKept(one) && (!isGenerated || actual.has(one)));
        assert.deepEqual(listed, wanted, `${context}: ${side}`);
      };
      check(listedNames(changes, metaAfter, 'after'), minus(has, had), 'added');
      check(listedNames(changes, metaBefore, 'before'), minus(had, has), 'removed');

      const changed = new Set(
        metaChanges(metaBefore, metaAfter)
          .filter((one) => one.change === 'changed' && one.aspects.some((aspect) => inMetadata.includes(aspect)))
          .map((one) => one.name),
      );
      const explained = new Set<string>();
      for (const { name, change, aspects } of changes) {
        if (change !== 'changed' || !aspects.some((aspect) => inMetadata.includes(aspect))) continue;
        const names = namesOf(after, metaAfter, name);
        for (const one of names) explained.add(one);
        const isShown = [...names].some((one) => had.has(one) && has.has(one));
        assert.ok(!isShown || [...names].some((one) => changed.has(one)), `${context}: ${name} is listed as changed`);
      }
      if (!isGenerated) assert.deepEqual(minus(changed, explained), [], `${context}: changed`);
      const more = withMetaChanges(changes, metaBefore, metaAfter, []).filter((one) => !changes.includes(one));
      const unexplained = more.filter(({ aspects }) => !aspects.every((aspect) => aspect === 'other'));
      if (!isGenerated) assert.deepEqual(unexplained, [], `${context}: only in the metadata`);
    }
    assert.ok(compared >= rounds, `only ${compared} of the edited models compile`);
  });
});
