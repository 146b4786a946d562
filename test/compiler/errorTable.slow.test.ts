/** What the schema compiler says about each common mistake, word for word where words matter. */

import assert from 'node:assert/strict';
import type { Compiler } from '../../src/compiler/compiler.ts';
import { asFiles, findings, makeCompiler } from './compilerUnderTest.ts';
import { mistakes, soundModel } from './errorTable.ts';

describe('the compiler on common mistakes', function () {
  this.timeout(60_000);
  let compiler: Compiler;
  before(() => {
    compiler = makeCompiler();
  });
  after(() => compiler.dispose());

  it('finds nothing wrong with a sound model and counts it', async () => {
    const verdict = await compiler.compile({ files: asFiles(soundModel) });
    assert.deepEqual(findings(verdict), { errors: [], cubes: 2, views: 1 });
    assert.ok(verdict.ms >= 0);
  });

  it('takes an empty model', async () => {
    assert.deepEqual(findings(await compiler.compile({ files: [] })), { errors: [], cubes: 0, views: 0 });
  });

  for (const mistake of mistakes) {
    it(mistake.name, async () => {
      const { errors } = await compiler.compile({ files: asFiles(mistake.files) });
      const said = JSON.stringify(errors, null, 1);
      assert.equal(errors.length, mistake.errors.length, said);
      for (const [index, expected] of mistake.errors.entries()) {
        const { message, fileName } = errors[index]!;
        if (typeof expected.message === 'string') assert.ok(message.startsWith(expected.message), said);
        else assert.match(message, expected.message);
        assert.equal(fileName, expected.fileName ?? null, said);
      }
    });
  }
});
