/** Rules of the contract: uploads. Spec: group C, state rules 1 and 2; notes: Files. */

import assert from 'node:assert/strict';
import { readFileHashes } from '../../../../src/contract/dataModel/dataModel.ts';
import { operations } from '../../../../src/contract/operations.ts';
import {
  ordersFile,
  ordersText,
  type Platform,
  platformUnderTest,
  sampleFiles,
  type TestDeployment,
} from '../../platformUnderTest.ts';
import { notADevBranch, notADevBranchText, sha1 } from './fileWrites.ts';

export function uploadRules(): void {
  describe('group C: uploads', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    let dev: string;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('uploads');
      dev = await deployment.openDevMode();
    });
    after(() => platform.call(operations.stopDevMode, { params: deployment.params }));

    type Bytes = Record<string, Uint8Array>;
    const bytesOf = (texts: Record<string, string>): Bytes =>
      Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
    const manifest = (files: Bytes) =>
      Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, { hash: sha1(bytes) }]));

    async function start(branchName: string = dev) {
      const { params } = deployment;
      const { transaction } = await platform.call(operations.startUpload, {
        params,
        query: { branchName },
        body: { branchName },
      });
      return transaction;
    }
    async function send(transaction: { id: string | number }, files: Bytes) {
      for (const [fileName, file] of Object.entries(files)) {
        await platform.call(operations.uploadFile, {
          params: deployment.params,
          query: { branchName: dev },
          body: { transaction: JSON.stringify(transaction), fileName, file },
        });
      }
    }
    const finish = (transaction: { id: string | number }, files: Bytes, more: Record<string, unknown> = {}) =>
      platform.call(operations.finishUpload, {
        params: deployment.params,
        query: { branchName: dev },
        body: { transaction, files: manifest(files), ...more },
      });
    const hashes = async (branchName: string = dev) => {
      const map = readFileHashes(
        await platform.call(operations.getFileHashes, { params: deployment.params, query: { branchName } }),
      );
      return Object.fromEntries([...map].map(([path, hash]) => [path.slice(1), hash]));
    };
    const hashesOf = (files: Bytes) =>
      Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, sha1(bytes)]));

    it('notes: the branch changes at finish, in one step, byte for byte', async () => {
      const before = await hashes();
      const files = {
        ...bytesOf(sampleFiles),
        'model/binary.yml': Uint8Array.from({ length: 256 }, (_, index) => index),
        'model/ü "quoted" name.yml': Buffer.from('x'),
      };
      const transaction = await start();
      await send(transaction, files);
      assert.deepEqual(await hashes(), before, 'nothing changes before finish');
      const { lastHash } = await finish(transaction, files);
      assert.ok(lastHash);
      assert.deepEqual(await hashes(), hashesOf(files));
    });

    it('notes: files that the manifest does not name are deleted by default', async () => {
      const files = bytesOf({ [ordersFile]: ordersText });
      const transaction = await start();
      await finish(transaction, files);
      assert.deepEqual(await hashes(), hashesOf(files), 'a file that the server already has need not be sent');
    });

    it('notes: with autoRemoveFiles false they are kept', async () => {
      const before = await hashes();
      const files = bytesOf({ 'model/kept.yml': 'kept' });
      const transaction = await start();
      await send(transaction, files);
      await finish(transaction, files, { autoRemoveFiles: false });
      assert.deepEqual(await hashes(), { ...before, ...hashesOf(files) });
    });

    it('a manifest that names a missing file is rejected and changes nothing', async () => {
      const before = await hashes();
      const transaction = await start();
      const when = 'the manifest names a file that the server does not have';
      await platform.assertRefused(operations.finishUpload, when, {
        params: deployment.params,
        query: { branchName: dev },
        body: { transaction, files: manifest(bytesOf({ 'model/never-sent.yml': 'x' })) },
      });
      assert.deepEqual(await hashes(), before);
    });

    it('a file with another hash than in the manifest is rejected and changes nothing', async () => {
      const before = await hashes();
      const transaction = await start();
      await send(transaction, bytesOf({ [ordersFile]: 'sent' }));
      await platform.assertRefused(operations.finishUpload, 'the manifest names a file that the server does not have', {
        params: deployment.params,
        query: { branchName: dev },
        body: { transaction, files: manifest(bytesOf({ [ordersFile]: 'meant' })) },
      });
      assert.deepEqual(await hashes(), before);
    });

    it('an unknown or finished transaction is rejected', async () => {
      const when = 'the upload transaction is unknown or finished';
      const { params } = deployment;
      const files = bytesOf({ [ordersFile]: ordersText });
      const done = await start();
      await finish(done, files, { autoRemoveFiles: false });
      const before = await hashes();
      for (const transaction of [done, { id: 'no-such-transaction' }]) {
        await platform.assertRefused(operations.uploadFile, when, {
          params,
          query: { branchName: dev },
          body: { transaction: JSON.stringify(transaction), fileName: 'model/x.yml', file: Buffer.from('x') },
        });
        await platform.assertRefused(operations.finishUpload, when, {
          params,
          query: { branchName: dev },
          body: { transaction, files: manifest(files) },
        });
      }
      assert.deepEqual(await hashes(), before);
    });

    it('notes: an unfinished transaction changes nothing', async () => {
      const before = await hashes();
      await send(await start(), bytesOf({ 'model/abandoned.yml': 'x' }));
      assert.deepEqual(await hashes(), before);
    });

    it('state rule 2: an upload to another branch than a personal dev branch is rejected, also at finish', async () => {
      const { params } = deployment;
      const transaction = await start();
      const text = await platform.assertRefused(operations.finishUpload, notADevBranch, {
        params,
        query: { branchName: deployment.productionBranch },
        body: { transaction, files: {}, branchName: deployment.productionBranch },
      });
      assert.match(text, notADevBranchText);
      assert.deepEqual(await deployment.readFiles(deployment.productionBranch), sampleFiles);
    });
  });
}
