/** Public models compile with the result that was recorded with the published compiler. */

import assert from 'node:assert/strict';
import type { Compiler } from '../../src/compiler/compiler.ts';
import { makeCompiler, readCorpus } from './compilerUnderTest.ts';

describe('compiler on public models', () => {
  const corpus = readCorpus();
  let compiler: Compiler;
  before(function () {
    if (!corpus) {
      console.log('    (skipped: there are no public models next to this checkout)');
      this.skip();
    }
    compiler = makeCompiler();
  });
  after(() => compiler?.dispose());

  for (const { name, files, expected } of corpus ?? []) {
    it(name, async () => {
      const { errors, cubes, views } = await compiler.compile({ files });
      assert.deepEqual(
        { errors: errors.map(({ message }) => message), cubes, views },
        {
          errors: expected.fatal === null ? expected.errors : [expected.fatal],
          cubes: expected.cubes,
          views: expected.views,
        },
      );
    });
  }

  if (!corpus) it('(no corpus)');
});
