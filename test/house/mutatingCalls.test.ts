/** Every operation that changes the platform is called from named places only: a new one has to be thought about here. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '../../src/contract/operations.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';

const fileWrites = new Set(['putFiles', 'deleteFiles', 'renameFiles', 'startUpload', 'uploadFile', 'finishUpload']);
const source = path.join(repository, 'src');
const texts = filesBelow(source, () => false)
  .map((file) => path.relative(source, path.resolve(source, file)).split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !/^(contract|emulator)\//.test(file))
  .map((file) => [file, readFileSync(path.join(source, file), 'utf8')] as const);

const callersOf = (id: string) =>
  texts.filter(([, text]) => new RegExp(`\\boperations\\.${id}\\b(?!\\.id)`).test(text)).map(([file]) => file);

describe('operations that change the platform', () => {
  const ids = Object.entries(operations).flatMap(([id, { method }]) => (method === 'GET' ? [] : [id]));

  it('are found in the table', () => {
    for (const id of fileWrites) assert.ok(ids.includes(id), id);
    assert.ok(texts.length > 100);
  });

  it('write files only through the port of synchronisation', () => {
    for (const id of fileWrites) assert.deepEqual(callersOf(id), ['sync/remote.ts'], id);
  });

  it('are sent by the guard alone where they write files', () => {
    const calls = /\bport\.(put|remove|rename|startUpload|uploadFile|finishUpload)\(/;
    assert.deepEqual(
      texts.filter(([, text]) => calls.test(text)).map(([file]) => file),
      ['sync/guard.ts'],
    );
  });

  it('change branches only where the guard is in between', () => {
    for (const id of ['commit', 'pull', 'merge', 'mergeToDefault', 'deleteBranch', 'setStagingEnvironment']) {
      const callers = callersOf(id).filter((file) => file !== 'sync/guard.ts');
      assert.deepEqual(callers, ['session/deploymentSession.ts'], id);
      const text = texts.find(([file]) => file === callers[0])![1];
      assert.match(text, new RegExp(`#change\\([^;]*operations\\.${id}\\b`), `${id} does not go through the guard`);
    }
  });
});
