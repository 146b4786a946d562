/** A comparison of the cubes and views that may differ finds what a comparison of all finds. */

import assert from 'node:assert/strict';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { type Comparison, compareParts } from '../../../src/review/model/comparison.ts';
import { differingParts, nameOfPart, type Part, type Parts, partsOf } from '../../../src/review/model/parts.ts';
import { touchedNames } from '../../../src/review/model/touched.ts';
import { corpus, fixtures, indexOf } from '../../model/models.ts';
import { pick, seeded } from '../../model/mutation/mutant.ts';
import { testSeed } from '../../run/testSeed.ts';
import { editModel } from '../randomEdits.ts';

const rounds = Number(process.env.REVIEW_ROUNDS ?? 60);

function allParts(index: ModelIndex, names: Iterable<string>): Parts {
  const parts = new Map<string, Part>();
  for (const name of names) {
    const definition = index.cube(name);
    for (const [key, part] of definition ? partsOf(index, definition) : []) parts.set(key, part);
  }
  return parts;
}

function shown({ pairs }: Comparison): string[] {
  const nameOf = (part: Part | undefined) => (part ? `${part.kind} ${nameOfPart(part)}` : '-');
  return pairs.map(({ before, after, aspects }) => `${nameOf(before)} → ${nameOf(after)} ${aspects}`).sort();
}

describe('comparison of what may differ', () => {
  it('finds what a comparison of all cubes and views finds', () => {
    const seed = testSeed();
    const random = seeded(seed);
    const models = [...fixtures(), ...(corpus() ?? [])];
    for (let round = 0; round < rounds; round += 1) {
      const { name, texts } = pick(random, models)!;
      const edited = editModel(texts, random, 1 + Math.floor(random() * 4));
      const [before, after] = [indexOf(texts), indexOf(edited.texts)];
      const names = new Set([...before.cubeNames, ...after.cubeNames]);
      assert.deepEqual(
        shown(compareParts(...differingParts(before, after, touchedNames(before, after)))),
        shown(compareParts(allParts(before, names), allParts(after, names))),
        `TEST_SEED=${seed} round ${round}, ${name}: ${edited.done.join('; ')}`,
      );
    }
  });
});
