/** References are complete: after a definition is renamed, the compiler misses the old name only at places that are references. */

import assert from 'node:assert/strict';
import { references } from '../../src/language/navigation/references.ts';
import { rename } from '../../src/language/rename/rename.ts';
import { diagnose } from '../../src/model/diagnose.ts';
import { locationOf, type ModelSymbol, placeOf } from '../../src/model/index/lookup.ts';
import type { ModelIndex } from '../../src/model/index/modelIndex.ts';
import { compile, fixtures, indexOf, show, type Texts } from '../model/models.ts';
import { seeded } from '../model/mutation/mutant.ts';
import { testSeed } from '../run/testSeed.ts';
import { uriOf } from './places.ts';

const sampled = 8;

function symbolsOf(index: ModelIndex): ModelSymbol[] {
  return index.definitions.flatMap((definition): ModelSymbol[] => [
    { definition },
    ...definition.members.map((member) => ({ member })),
  ]);
}

interface Edit {
  file: string;
  start: number;
  end: number;
}

/** The definition alone gets a new name of the same length, so that all offsets stay the same. */
function renameDefinition(index: ModelIndex, { file, name, nameSpan }: ReturnType<typeof placeOf>): Texts {
  const fresh = `zq${'x'.repeat(Math.max(0, name.length - 2))}`.slice(0, name.length);
  const texts = Object.fromEntries([...index.files].map(({ path, text }) => [path.replace('model/', ''), text]));
  const path = file.replace('model/', '');
  texts[path] = texts[path]!.slice(0, nameSpan.start) + fresh + texts[path]!.slice(nameSpan.end);
  return texts;
}

/** The references, and the names that follow from it in views: these are edits of a rename. */
function placesOf(index: ModelIndex, symbol: ModelSymbol): Edit[] {
  const { file, range } = locationOf(index, symbol);
  const found = references(index, file, range.start, { includeDeclaration: false }, uriOf);
  const { documentChanges } = rename(index, file, range.start, 'zq_fresh', uriOf);
  const edits = documentChanges.flatMap(({ textDocument, edits }) =>
    edits.map((edit) => ({ uri: textDocument.uri, range: edit.range })),
  );
  return [...found, ...edits].map(({ uri, range }) => {
    const path = uri.replace('test:/', '');
    return { file: path, start: index.offsetAt(path, range.start), end: index.offsetAt(path, range.end) };
  });
}

describe('references and the compiler', () => {
  const seed = testSeed();

  for (const { name: model, texts } of fixtures()) {
    it(`agree about ${model}`, async () => {
      const index = indexOf(texts);
      const random = seeded(seed);
      const order = symbolsOf(index).map((symbol) => ({ symbol, at: random() }));
      for (const { symbol } of order.sort((a, b) => a.at - b.at).slice(0, sampled)) {
        const place = placeOf(symbol);
        const places = placesOf(index, symbol);
        const onlyDefinition = renameDefinition(index, place);
        const renamed = indexOf(onlyDefinition);
        const problems = diagnose(renamed, await compile(onlyDefinition)).filter(
          ({ severity }) => severity === 'error',
        );
        const missed = problems.filter((problem) => {
          const start = renamed.offsetAt(problem.file, problem.range.start);
          return !places.some((one) => one.file === problem.file && one.start <= start && start <= one.end);
        });
        const context = `seed ${seed}: ${place.name} in ${model}/${place.file}`;
        assert.equal(missed.length, 0, `${context}\n${show(renamed, missed)}`);
      }
    });
  }
});
