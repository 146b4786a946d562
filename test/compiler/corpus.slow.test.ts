/** Public models compile with the result that was recorded with the published compiler. */

import assert from 'node:assert/strict';
import { readCorpus, sharedCompiler } from './compilerUnderTest.ts';

describe('compiler on public models', () => {
  const corpus = readCorpus();
  before(function () {
    if (!corpus) {
      console.log('    (skipped: there are no public models next to this checkout)');
      this.skip();
    }
  });

  for (const { name, files, expected } of corpus ?? []) {
    it(name, async () => {
      const { errors, cubes, views } = await sharedCompiler().compile({ files });
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
