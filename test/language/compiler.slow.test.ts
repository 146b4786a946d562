/** References are complete: after a definition is renamed, the compiler misses the old name only at places that are references. */

import assert from 'node:assert/strict';
import { references } from '../../src/language/references.ts';
import { diagnose } from '../../src/model/diagnose.ts';
import { locationOf, type ModelSymbol, placeOf } from '../../src/model/index/lookup.ts';
import type { ModelIndex } from '../../src/model/index/modelIndex.ts';
import { compile, fixtures, indexOf, show, stopCompiler, type Texts } from '../model/models.ts';
import { seeded } from '../model/mutation/mutant.ts';
import { testSeed } from '../run/testSeed.ts';
import { uriOf } from './places.ts';

const sampled = 5;

/** Members and the cubes whose name is no prefix in a view. */
function renamable(index: ModelIndex): ModelSymbol[] {
  const prefixes = new Set(
    index.definitions
      .filter(({ kind }) => kind === 'view')
      .flatMap((view) => [...index.viewMembers(view).members.values()].map(({ item }) => item.prefix)),
  );
  return index.definitions.flatMap((definition): ModelSymbol[] => [
    ...(definition.kind === 'cube' && !prefixes.has(definition.name) ? [{ definition }] : []),
    ...definition.members.map((member) => ({ member })),
  ]);
}

interface Edit {
  file: string;
  start: number;
  end: number;
}

/** The old name is replaced in each place by a new one of the same length, so that all offsets stay the same. */
function rename(index: ModelIndex, name: string, places: readonly Edit[]): Texts {
  const fresh = `zq${'x'.repeat(Math.max(0, name.length - 2))}`.slice(0, name.length);
  const texts = Object.fromEntries([...index.files].map(({ path, text }) => [path.replace('model/', ''), text]));
  for (const { file, start, end } of places) {
    const path = file.replace('model/', '');
    const text = texts[path]!;
    // An alias in a view stays; after a prefix the name is the end.
    const from = text.slice(start, end).endsWith(name) ? end - name.length : end;
    texts[path] = text.slice(0, from) + (from < end ? fresh : '') + text.slice(end);
  }
  return texts;
}

function placesOf(index: ModelIndex, symbol: ModelSymbol): Edit[] {
  const { file, range } = locationOf(index, symbol);
  return references(index, file, range.start, { includeDeclaration: false }, uriOf).map(({ uri, range }) => {
    const path = uri.replace('test:/', '');
    return { file: path, start: index.offsetAt(path, range.start), end: index.offsetAt(path, range.end) };
  });
}

describe('references and the compiler', () => {
  const seed = testSeed();
  after(stopCompiler);

  for (const { name: model, texts } of fixtures()) {
    it(`agree about ${model}`, async () => {
      const index = indexOf(texts);
      const random = seeded(seed);
      const order = renamable(index).map((symbol) => ({ symbol, at: random() }));
      for (const { symbol } of order.sort((a, b) => a.at - b.at).slice(0, sampled)) {
        const { file, name, nameSpan } = placeOf(symbol);
        const own = { file, start: nameSpan.start, end: nameSpan.end };
        const places = placesOf(index, symbol);
        const context = `seed ${seed}: ${name} in ${model}/${file}`;

        const onlyDefinition = rename(index, name, [own]);
        const renamed = indexOf(onlyDefinition);
        const problems = diagnose(renamed, await compile(onlyDefinition)).filter(
          ({ severity }) => severity === 'error',
        );
        const missed = problems.filter((problem) => {
          const start = renamed.offsetAt(problem.file, problem.range.start);
          return !places.some((place) => place.file === problem.file && place.start <= start && start <= place.end);
        });
        assert.equal(missed.length, 0, `${context}\n${show(renamed, missed)}`);

        const everywhere = await compile(rename(index, name, [own, ...places]));
        assert.deepEqual(
          everywhere.map(({ message }) => message),
          [],
          context,
        );
      }
    });
  }
});
