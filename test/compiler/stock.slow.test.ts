/** The bundled compiler has exactly the same messages as the published package, which uses worker threads. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { asFiles, makeCompiler } from './compilerUnderTest.ts';
import { mistakes, validModel } from './errorTable.ts';

/** Mistakes whose message passes through a worker thread or ends the compile. */
const selection = ['9 ', '20 ', '24 ', '26 ', '30 ', '33 ', '34 ', '41 ', '45 '];

const program = `
const { prepareCompiler } = require('@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler');
const nativeInstance = { newJinjaEngine: () => ({}), loadPythonContext() {} };
const errorsOf = async (files) => {
  const repository = { localPath: () => '.', dataSchemaFiles: async () => files };
  const { compiler } = prepareCompiler(repository, { nativeInstance, omitErrors: true, errorReport: { logger() {} } });
  const thrown = await compiler.compile().then(() => undefined, (failure) => failure);
  await compiler.workerPool.terminate(true);
  if (thrown) return [{ message: thrown.name === 'Error' ? thrown.message : thrown.name + ': ' + thrown.message, fileName: null }];
  return compiler.errorsReporter.getErrors().map(({ message, fileName }) => ({ message, fileName: fileName ?? null }));
};
(async () => {
  const results = [];
  for (const files of JSON.parse(require('node:fs').readFileSync(0, 'utf8'))) results.push(await errorsOf(files));
  process.stdout.write(JSON.stringify(results));
})();
`;

describe('bundled compiler compared with the published one', () => {
  it('has the same errors', async () => {
    const models = [
      { name: 'the valid model', files: validModel },
      ...mistakes.filter(({ name }) => selection.some((start) => name.startsWith(start))),
    ];
    assert.equal(models.length, selection.length + 1);
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
