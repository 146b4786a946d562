import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readDataFile } from '../../../src/local/given/dataFile.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

describe('a data file of a test', () => {
  const folder = temporaryFolder('data-file');
  const project = path.join(folder.path, 'project');
  before(() => {
    mkdirSync(path.join(project, 'tests'), { recursive: true });
    mkdirSync(path.join(folder.path, 'project2'));
    writeFileSync(path.join(project, 'orders.csv'), 'id\n1\n');
    writeFileSync(path.join(folder.path, 'project2/secret.csv'), 'secret');
    symlinkSync(path.join(folder.path, 'project2'), path.join(project, 'tests/link'));
    writeFileSync(path.join(project, 'large.csv'), Buffer.alloc(10_000_001));
  });
  after(() => folder.remove());

  const read = (name: string) => readDataFile(project, 'tests/a.test.yml', name);

  it('is relative to the test file, and in the project', async () => {
    assert.equal(await read('../orders.csv'), 'id\n1\n');
    for (const name of [
      '../../project2/secret.csv',
      'link/secret.csv',
      path.join(folder.path, 'project2/secret.csv'),
    ]) {
      await assert.rejects(read(name), /is outside of the project/, name);
    }
  });

  it('is a file that exists, of a limited size', async () => {
    await assert.rejects(read('orders.csv'), /There is no file orders\.csv\. The path is relative to the test file\./);
    await assert.rejects(read('../tests'), /is not a file/);
    await assert.rejects(read('../large.csv'), /more than 10 MB/);
  });
});
