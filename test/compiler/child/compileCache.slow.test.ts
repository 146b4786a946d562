/** Compiles with and without the cache have the same result. */

import assert from 'node:assert/strict';
import type { CompileResult, ModelFile } from '../../../src/compiler/compileResult.ts';
import type { Compiler } from '../../../src/compiler/compiler.ts';
import { shareOf, testSeed } from '../../run/testSeed.ts';
import { asFiles, findings, makeCompiler, readCorpus } from '../compilerUnderTest.ts';
import { mistakes, validModel } from '../errorTable.ts';

describe('compile cache', function () {
  this.timeout(300_000);
  let cached: Compiler;
  let uncached: Compiler;
  before(() => {
    cached = makeCompiler();
    uncached = makeCompiler({ cache: false });
  });
  after(() => {
    cached.dispose();
    uncached.dispose();
  });

  /** Without the cache, a model compiles the same way each time. Once is enough. */
  const known = new Map<string, Promise<CompileResult>>();
  const compareOn = async (files: ModelFile[], context: string) => {
    const key = JSON.stringify(files);
    const expected = known.get(key) ?? uncached.compile({ files });
    known.set(key, expected);
    const [one, other] = await Promise.all([cached.compile({ files }), expected]);
    assert.deepEqual(findings(one), findings(other), context);
  };

  it('has the same errors for each mistake, also when the mistake is repeated after other models', async () => {
    const tried = shareOf(mistakes, testSeed());
    for (const round of [1, 2]) {
      for (const { name, files } of tried) {
        await compareOn(asFiles(files), `${name}, round ${round}`);
        if (round === 1) await compareOn(asFiles(validModel), `the valid model after ${name}`);
      }
    }
  });

  it('has the same errors for public models and random edits of them', async () => {
    const seed = testSeed();
    const random = randomFrom(seed);
    const models = [...(readCorpus() ?? []).map(({ files }) => files), asFiles(validModel)];
    for (const files of shareOf(models, seed)) {
      await compareOn(files, files[0]!.fileName);
      for (let round = 0; round < 2; round += 1) {
        const index = Math.floor(random() * files.length);
        const edited = files.map((file, at) =>
          at === index ? { ...file, content: mutate(file.content, random) } : file,
        );
        await compareOn(edited, `seed ${seed}: ${edited[index]!.fileName}\n${edited[index]!.content}`);
      }
      await compareOn(files, `${files[0]!.fileName} again`);
    }
  });
});

/** The text with a line removed or repeated, a word changed, or a character added. */
function mutate(text: string, random: () => number): string {
  const lines = text.split('\n');
  const at = Math.floor(random() * lines.length);
  const line = lines[at]!;
  const names = line.match(/\w+/g) ?? [];
  const word = names[Math.floor(random() * names.length)];
  const kind = Math.floor(random() * 4);
  if (kind === 0) lines.splice(at, 1);
  else if (kind === 1) lines.splice(at, 0, line);
  else if (kind === 2 && word) lines[at] = line.replace(word, `${word}x`);
  else lines[at] = `${line}${':{}"\' '[Math.floor(random() * 6)]}`;
  return lines.join('\n');
}

/** Random numbers in [0, 1) that depend only on the seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
