/** The bundled compiler against the package as it is published, with its own worker threads: word for word the same. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { asFiles, makeCompiler } from './compilerUnderTest.ts';
import { mistakes, soundModel } from './errorTable.ts';

/** Mistakes whose message passes a worker thread on its way, or ends the compile. */
const telling = ['9 ', '20 ', '24 ', '26 ', '30 ', '33 ', '34 ', '41 ', '45 '];

const program = `
const { prepareCompiler } = require('@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler');
const nativeInstance = { newJinjaEngine: () => ({}), loadPythonContext() {} };
const verdictOf = async (files) => {
  const repository = { localPath: () => '.', dataSchemaFiles: async () => files };
  const { compiler } = prepareCompiler(repository, { nativeInstance, omitErrors: true, errorReport: { logger() {} } });
  const thrown = await compiler.compile().then(() => undefined, (failure) => failure);
  await compiler.workerPool.terminate(true);
  if (thrown) return [{ message: thrown.name === 'Error' ? thrown.message : thrown.name + ': ' + thrown.message, fileName: null }];
  return compiler.errorsReporter.getErrors().map(({ message, fileName }) => ({ message, fileName: fileName ?? null }));
};
(async () => {
  const verdicts = [];
  for (const files of JSON.parse(require('node:fs').readFileSync(0, 'utf8'))) verdicts.push(await verdictOf(files));
  process.stdout.write(JSON.stringify(verdicts));
})();
`;

describe('the bundled compiler and the published one', function () {
  this.timeout(180_000);

  it('say the same', async () => {
    const models = [
      { name: 'the sound model', files: soundModel },
      ...mistakes.filter(({ name }) => telling.some((start) => name.startsWith(start))),
    ];
    assert.equal(models.length, telling.length + 1);
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
      input: JSON.stringify(models.map(({ files }) => asFiles(files))),
      env: { ...process.env, FORCE_COLOR: '1' },
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    assert.ok(stdout, stderr);
    const published = JSON.parse(stdout) as unknown[];
    const compiler = makeCompiler();
    for (const [index, { name, files }] of models.entries()) {
      assert.deepEqual((await compiler.compile({ files: asFiles(files) })).errors, published[index], name);
    }
    compiler.dispose();
  });
});
