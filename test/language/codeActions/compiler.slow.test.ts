/** Refactorings keep models valid, as the compiler confirms; `test/model/mistakes` does it for quick fixes. */

import assert from 'node:assert/strict';
import { codeActions } from '../../../src/language/codeActions/codeActions.ts';
import type { CodeAction, Range } from '../../../src/language/protocol/protocol.ts';
import { localProblems } from '../../../src/model/diagnose.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { compile, corpus, fixtures, indexOf, show, type Texts } from '../../model/models.ts';
import { seeded } from '../../model/mutation/mutant.ts';
import { testSeed } from '../../run/testSeed.ts';
import { uriOf } from '../places.ts';
import { apply, changes, shownAs, textsOf } from './actions.ts';

async function errorsOf(texts: Texts): Promise<string[]> {
  return (await compile(texts)).map(({ message }) => message);
}

/** The refactorings at the names and references of a model, one of each title, in random order. */
function refactorings(index: ModelIndex, random: () => number): { action: CodeAction; path: string }[] {
  const found = new Map<string, { action: CodeAction; path: string }>();
  for (const file of index.files) {
    const spans = file.definitions.flatMap((one) => [
      one.nameSpan,
      ...one.members.map(({ nameSpan }) => nameSpan),
      ...index.references(one).references.map(({ chain }) => chain.parts.at(-1)!),
    ]);
    for (const { start } of spans) {
      const range = index.rangeOf(file.path, { start, end: start });
      for (const action of codeActions(index, file.path, range, { diagnostics: [] }, uriOf))
        if (action.edit) found.set(`${file.path} ${action.title}`, { action, path: file.path });
    }
  }
  const order = new Map([...found.keys()].map((key) => [key, random()]));
  return [...found].sort(([a], [b]) => order.get(a)! - order.get(b)!).map(([, one]) => one);
}

describe('code actions and the compiler', function () {
  this.timeout(120_000);
  const seed = testSeed();

  for (const { name, texts } of fixtures()) {
    it(`refactor ${name} to a model that compiles`, async () => {
      const index = indexOf(texts);
      const all = refactorings(index, seeded(seed));
      // Conversions first: there are few of them.
      const converted = all.filter(({ action }) => action.title.startsWith('Convert'));
      const others = all.filter((one) => !converted.includes(one)).slice(0, 3);
      for (const { action, path } of [...converted, ...others]) {
        const after = apply(index, action);
        const context = `seed ${seed}: ${action.title} in ${path}\n${changes(textsOf(index), after).join('\n')}`;
        assert.deepEqual(await errorsOf(after), [], context);
        const kept = new Set(names(indexOf(after)));
        assert.deepEqual(
          names(index).filter((one) => !kept.has(one)),
          [],
          context,
        );
      }
    });
  }

  it('answer in texts that are cut anywhere, with edits that fit', () => {
    const random = seeded(seed);
    for (const { name, texts } of fixtures()) {
      for (const [file, text] of Object.entries(texts)) {
        const index = indexOf({ ...texts, [file]: text.slice(0, Math.floor(random() * text.length)) });
        const path = `model/${file}`;
        const range = index.rangeOf(path, { start: 0, end: text.length });
        const diagnostics = localProblems(index)
          .filter((one) => one.file === path)
          .map(shownAs);
        const places = [range, ...[0, 1, 2].map(() => pointIn(index, path, random))];
        for (const place of places)
          for (const action of codeActions(index, path, place, { diagnostics, only: [''] }, uriOf)) {
            assert.notEqual(action.title, '', name);
            if (!action.disabled) apply(index, action);
          }
      }
    }
  });

  it('convert public models without a new problem', () => {
    const models = corpus();
    if (!models) return console.log('      (skipped: no public models next to this checkout)');
    let count = 0;
    for (const { texts } of models.filter(({ clean }) => clean)) {
      const index = indexOf(texts);
      const before = localProblems(index).length;
      const conversions = refactorings(index, seeded(seed)).filter(({ action }) => action.title.startsWith('Convert'));
      for (const { action, path } of conversions.slice(0, 4)) {
        const after = apply(index, action);
        const left = localProblems(indexOf(after));
        assert.ok(left.length <= before, `${path}\n${show(indexOf(after), left.slice(0, 5))}`);
        count += 1;
      }
    }
    console.log(`      ${count} files of public models converted`);
    assert.ok(count > 0);
    return undefined;
  });
});

function pointIn(index: ModelIndex, path: string, random: () => number): Range {
  const start = Math.floor(random() * index.file(path)!.text.length);
  return index.rangeOf(path, { start, end: start });
}

/** The names of all members, as `cube.member`. */
function names(index: ModelIndex): string[] {
  return index.definitions.flatMap(({ name, members }) => members.map((one) => `${name}.${one.name}`)).sort();
}
