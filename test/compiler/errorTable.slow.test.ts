/** The exact messages of the schema compiler for common mistakes. */

import assert from 'node:assert/strict';
import { asFiles, findings, sharedCompiler } from './compilerUnderTest.ts';
import { mistakes, validModel } from './errorTable.ts';

describe('compiler on common mistakes', () => {
  const compiler = sharedCompiler();

  it('reports no errors for a valid model and counts its cubes and views', async () => {
    const result = await compiler.compile({ files: asFiles(validModel) });
    assert.deepEqual(findings(result), { errors: [], cubes: 2, views: 1 });
    assert.ok(result.ms >= 0);
  });

  it('compiles an empty model', async () => {
    assert.deepEqual(findings(await compiler.compile({ files: [] })), { errors: [], cubes: 0, views: 0 });
  });

  for (const mistake of mistakes) {
    it(mistake.name, async () => {
      const { errors } = await compiler.compile({ files: asFiles(mistake.files) });
      const actual = JSON.stringify(errors, null, 1);
      assert.equal(errors.length, mistake.errors.length, actual);
      for (const [index, expected] of mistake.errors.entries()) {
        const { message, fileName } = errors[index]!;
        if (typeof expected.message === 'string') assert.ok(message.startsWith(expected.message), actual);
        else assert.match(message, expected.message);
        assert.equal(fileName, expected.fileName ?? null, actual);
      }
    });
  }
});
