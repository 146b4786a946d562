/** Public models get the verdict the published compiler gave them, as recorded beside them. */

import assert from 'node:assert/strict';
import type { Compiler } from '../../src/compiler/compiler.ts';
import { makeCompiler, readCorpus } from './compilerUnderTest.ts';

describe('the compiler on public models', function () {
  this.timeout(60_000);
  const corpus = readCorpus();
  let compiler: Compiler;
  before(function () {
    if (!corpus) {
      console.log('    (skipped: there is no corpus of public models beside this checkout)');
      this.skip();
    }
    compiler = makeCompiler();
  });
  after(() => compiler?.dispose());

  for (const { name, files, verdict } of corpus ?? []) {
    it(name, async () => {
      const { errors, cubes, views } = await compiler.compile({ files });
      assert.deepEqual(
        { errors: errors.map(({ message }) => message), cubes, views },
        {
          errors: verdict.fatal === null ? verdict.errors : [verdict.fatal],
          cubes: verdict.cubes,
          views: verdict.views,
        },
      );
    });
  }

  if (!corpus) it('(no corpus)');
});
