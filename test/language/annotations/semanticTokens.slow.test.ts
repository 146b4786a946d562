/** A name is shown as unknown only if the checks find a problem. */

import assert from 'node:assert/strict';
import { checkModel } from '../../../src/model/checks/checkModel.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { Range } from '../../../src/model/source/range.ts';
import { corpus, fixtures, indexOf, markedText } from '../../model/models.ts';
import { pick, seeded } from '../../model/mutation/mutant.ts';
import { mutate } from '../../model/mutation/mutate.ts';
import { testSeed } from '../../run/testSeed.ts';
import { tokensOf } from './tokens.ts';

const mutantCount = 100;

const touches = (a: Range, b: Range) =>
  a.start.line <= b.end.line &&
  b.start.line <= a.end.line &&
  (a.start.line !== b.end.line || a.start.character <= b.end.character) &&
  (b.start.line !== a.end.line || b.start.character <= a.end.character);

interface Unknown {
  file: string;
  range: Range;
}

function unknownNames(index: ModelIndex): Unknown[] {
  return [...index.files].flatMap(({ path }) =>
    tokensOf(index, path)
      .filter(({ type }) => type.endsWith('.unresolved'))
      .map(({ range }) => ({ file: path, range })),
  );
}

/** Those without a problem at their place. */
function unexplained(index: ModelIndex, names: readonly Unknown[]): string[] {
  const places = checkModel(index).flatMap((one) => [one, ...(one.related ?? [])]);
  return names
    .filter(({ file, range }) => !places.some((one) => one.file === file && touches(one.range, range)))
    .map((one) => `${one.file}:${one.range.start.line + 1} ${markedText(index, one)}`);
}

describe('names that are shown as unknown', () => {
  const models = [...fixtures(), ...(corpus() ?? [])];

  it('have a problem in every model', () => {
    for (const { name, texts } of models) {
      const index = indexOf(texts);
      assert.deepEqual(unexplained(index, unknownNames(index)), [], name);
    }
  });

  it('have a problem after a random mistake, too', () => {
    const seed = testSeed();
    const random = seeded(seed);
    let found = 0;
    // Few mistakes make a name unknown: the test goes on until there is one.
    for (let i = 0; i < mutantCount || (found === 0 && i < 20 * mutantCount); i += 1) {
      const model = pick(random, models)!;
      const mutant = mutate(random, model.texts);
      if (!mutant) continue;
      const index = indexOf(mutant.texts);
      const names = unknownNames(index);
      found += names.length;
      assert.deepEqual(unexplained(index, names), [], `seed ${seed}: ${model.name} ${mutant.kind} ${mutant.change}`);
    }
    assert.ok(found > 0, `seed ${seed}`);
  });
});
