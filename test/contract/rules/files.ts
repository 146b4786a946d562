/** Rules of the contract: files, uploads, hashes, validation. Spec: group C, state rules 2 and 3; notes: Data model files, Validate. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileHashes } from '../../../src/contract/dataModel.ts';
import { operations } from '../../../src/contract/operations.ts';
import {
  errorTextOf,
  type Ground,
  ordersFile,
  ordersText,
  type Platform,
  platformUnderTest,
  sampleFiles,
} from '../platformUnderTest.ts';

function sha1(bytes: string | Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}

const notADevBranch = 'the branch is not a personal dev-mode branch';
/** Errors 3: the message says the branch is not a dev-mode branch. */
const saysNotADevBranch = /not a dev-mode branch/i;

export function fileRules(): void {
  describe('group C: files', () => {
    let platform: Platform;
    let ground: Ground;
    let dev: string;
    before(async () => {
      platform = await platformUnderTest();
      ground = await platform.newDeployment('files');
      await platform.ok(operations.createBranch, { params: ground.params, body: { name: 'shared' } });
      dev = await ground.fork();
    });
    after(() => platform.ok(operations.stopDevMode, { params: ground.params }));

    interface Node {
      path: string;
      type: string;
      content?: string;
      children?: Node[];
    }
    const list = async (query: Record<string, unknown>) =>
      (await platform.ok(operations.listFiles, { params: ground.params, query })) as {
        items: Node[];
        data: unknown;
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      };

    it('C: come as a tree of files and directories with leading slashes; content where asked for', async () => {
      const { items } = await list({ branchName: ground.deployBranch });
      const model = items.find(({ path }) => path === '/model')!;
      assert.equal(model.type, 'directory');
      const cubes = model.children!.find(({ path }) => path === '/model/cubes')!;
      const orders = cubes.children!.find(({ path }) => path === `/${ordersFile}`)!;
      assert.equal(orders.type, 'file');
      assert.ok(orders.content === undefined || orders.content === null, 'no content unless asked for');
      assert.deepEqual(await ground.files(ground.deployBranch), sampleFiles);
    });

    it('notes: cursors page the top level only; without first the whole tree comes', async () => {
      const whole = await list({ branchName: ground.deployBranch });
      assert.equal(whole.pageInfo.hasNextPage, false);
      const first = await list({ branchName: ground.deployBranch, first: 1 });
      assert.equal(first.items.length, 1);
      assert.equal(first.pageInfo.hasNextPage, true);
      const input = { params: ground.params, query: { branchName: ground.deployBranch, first: 1 } };
      assert.deepEqual(await platform.all(operations.listFiles, input), whole.items);
    });

    it('C: a write replaces whole files; paths with and without a leading slash are the same file', async () => {
      await ground.put({ 'model/a.yml': 'one', '/model/b.yml': 'ümläut\r\n' }, dev);
      await ground.put({ '/model/a.yml': 'two' }, dev);
      assert.deepEqual(await ground.files(dev), { ...sampleFiles, 'model/a.yml': 'two', 'model/b.yml': 'ümläut\r\n' });
      assert.deepEqual(await ground.files(ground.deployBranch), sampleFiles, 'the parent is as it was');
    });

    it('C: files are renamed and deleted', async () => {
      const { params } = ground;
      const renamed = await platform.ok(operations.renameFiles, {
        params,
        body: { branchName: dev, files: [{ path: '/model/b.yml', newPath: 'model/deep/er/c.yml' }] },
      });
      assert.equal(renamed?.success, true);
      const deleted = await platform.ok(operations.deleteFiles, {
        params,
        body: { branchName: dev, files: [{ path: 'model/a.yml' }] },
      });
      assert.equal(deleted?.success, true);
      assert.deepEqual(await ground.files(dev), { ...sampleFiles, 'model/deep/er/c.yml': 'ümläut\r\n' });
    });

    it('state rule 1, C rules: an empty branch means the open dev branch', async () => {
      const { params } = ground;
      await ground.put({ 'model/empty.yml': '1' });
      await platform.ok(operations.putFiles, {
        params,
        body: { branchName: '', files: [{ path: 'model/empty.yml', content: '2' }] },
      });
      assert.equal((await ground.files())['model/empty.yml'], '2');
      assert.equal((await ground.files(dev))['model/empty.yml'], '2');
      await platform.ok(operations.renameFiles, {
        params,
        body: { files: [{ path: 'model/empty.yml', newPath: 'model/e.yml' }] },
      });
      await platform.ok(operations.deleteFiles, { params, body: { files: [{ path: 'model/e.yml' }] } });
      assert.ok(!('model/e.yml' in (await ground.files(dev))));
    });

    it('state rule 2, Errors 3: writes to any but a personal dev branch are rejected in those words', async () => {
      const { params } = ground;
      const content = 'x';
      for (const branchName of [ground.deployBranch, 'shared']) {
        const before = await ground.files(branchName);
        const texts = [
          await platform.refused(operations.putFiles, notADevBranch, {
            params,
            body: { branchName, files: [{ path: ordersFile, content }] },
          }),
          await platform.refused(operations.deleteFiles, notADevBranch, {
            params,
            body: { branchName, files: [{ path: ordersFile }] },
          }),
          await platform.refused(operations.renameFiles, notADevBranch, {
            params,
            body: { branchName, files: [{ path: ordersFile, newPath: 'model/x.yml' }] },
          }),
          await platform.refused(operations.startUpload, notADevBranch, { params, query: { branchName } }),
        ];
        for (const text of texts) assert.match(text, saysNotADevBranch);
        assert.deepEqual(await ground.files(branchName), before, 'nothing changed');
      }
    });

    it('state rule 2: without an open dev branch an empty branch means production, and is rejected', async () => {
      const other = await platform.newDeployment('no session');
      const body = { files: [{ path: ordersFile, content: 'x' }] };
      const text = await platform.refused(operations.putFiles, notADevBranch, { params: other.params, body });
      assert.match(text, saysNotADevBranch);
    });

    it('notes: hashes are SHA-1 of the raw bytes, by path with a leading slash', async () => {
      const { params } = ground;
      const texts = {
        'model/crlf.yml': 'a\r\nb\r\n',
        'model/lf.yml': 'a\nb\n',
        'model/bom.yml': '\uFEFFä',
        'model/none.yml': '',
      };
      await ground.put(texts, dev);
      const hashes = readFileHashes(
        await platform.ok(operations.getFileHashes, { params, query: { branchName: dev } }),
      );
      for (const [path, text] of Object.entries(texts)) assert.equal(hashes.get(`/${path}`), sha1(text), path);
      const open = readFileHashes(await platform.ok(operations.getFileHashes, { params }));
      assert.deepEqual(open, hashes, 'state rule 1: without a branch, the open dev branch');
      const production = readFileHashes(
        await platform.ok(operations.getFileHashes, { params, query: { branchName: ground.deployBranch } }),
      );
      assert.deepEqual(
        [...production.keys()].sort(),
        Object.keys(sampleFiles)
          .map((path) => `/${path}`)
          .sort(),
      );
    });

    it('a path that would leave the project is refused', async () => {
      const { params } = ground;
      for (const path of ['../x.yml', 'model/../../x.yml', '/../x.yml', '.git/config', 'model/\0.yml']) {
        const answer = await platform.raw(operations.putFiles, {
          params,
          body: { branchName: dev, files: [{ path, content: 'x' }] },
        });
        assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`);
        errorTextOf(answer);
      }
    });
  });

  describe('group C: uploads', () => {
    let platform: Platform;
    let ground: Ground;
    let dev: string;
    before(async () => {
      platform = await platformUnderTest();
      ground = await platform.newDeployment('uploads');
      dev = await ground.fork();
    });
    after(() => platform.ok(operations.stopDevMode, { params: ground.params }));

    type Bytes = Record<string, Uint8Array>;
    const bytesOf = (texts: Record<string, string>): Bytes =>
      Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
    const manifest = (files: Bytes) =>
      Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, { hash: sha1(bytes) }]));

    async function start(branchName: string = dev) {
      const { params } = ground;
      const { transaction } = await platform.ok(operations.startUpload, {
        params,
        query: { branchName },
        body: { branchName },
      });
      return transaction;
    }
    async function send(transaction: { id: string | number }, files: Bytes) {
      for (const [fileName, file] of Object.entries(files)) {
        await platform.ok(operations.uploadFile, {
          params: ground.params,
          query: { branchName: dev },
          body: { transaction: JSON.stringify(transaction), fileName, file },
        });
      }
    }
    const finish = (transaction: { id: string | number }, files: Bytes, more: Record<string, unknown> = {}) =>
      platform.ok(operations.finishUpload, {
        params: ground.params,
        query: { branchName: dev },
        body: { transaction, files: manifest(files), ...more },
      });
    const hashes = async (branchName: string = dev) => {
      const map = readFileHashes(
        await platform.ok(operations.getFileHashes, { params: ground.params, query: { branchName } }),
      );
      return Object.fromEntries([...map].map(([path, hash]) => [path.slice(1), hash]));
    };
    const hashesOf = (files: Bytes) =>
      Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, sha1(bytes)]));

    it('notes: the tree changes at finish, all at once, byte for byte', async () => {
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

    it('notes: what the manifest does not name is deleted, by default', async () => {
      const files = bytesOf({ [ordersFile]: ordersText });
      const transaction = await start();
      await finish(transaction, files);
      assert.deepEqual(await hashes(), hashesOf(files), 'a file the server has already need not be sent');
    });

    it('notes: with autoRemoveFiles false the others stay', async () => {
      const before = await hashes();
      const files = bytesOf({ 'model/kept.yml': 'kept' });
      const transaction = await start();
      await send(transaction, files);
      await finish(transaction, files, { autoRemoveFiles: false });
      assert.deepEqual(await hashes(), { ...before, ...hashesOf(files) });
    });

    it('a manifest that names a file the server lacks is refused, and nothing changes', async () => {
      const before = await hashes();
      const transaction = await start();
      const when = 'the manifest names a file that the server does not have';
      await platform.refused(operations.finishUpload, when, {
        params: ground.params,
        query: { branchName: dev },
        body: { transaction, files: manifest(bytesOf({ 'model/never-sent.yml': 'x' })) },
      });
      assert.deepEqual(await hashes(), before);
    });

    it('a file that arrived with other bytes than the manifest says is refused, and nothing changes', async () => {
      const before = await hashes();
      const transaction = await start();
      await send(transaction, bytesOf({ [ordersFile]: 'sent' }));
      await platform.refused(operations.finishUpload, 'the manifest names a file that the server does not have', {
        params: ground.params,
        query: { branchName: dev },
        body: { transaction, files: manifest(bytesOf({ [ordersFile]: 'meant' })) },
      });
      assert.deepEqual(await hashes(), before);
    });

    it('a transaction that is unknown or finished is refused', async () => {
      const when = 'the upload transaction is unknown or finished';
      const { params } = ground;
      const files = bytesOf({ [ordersFile]: ordersText });
      const done = await start();
      await finish(done, files, { autoRemoveFiles: false });
      const before = await hashes();
      for (const transaction of [done, { id: 'no-such-transaction' }]) {
        await platform.refused(operations.uploadFile, when, {
          params,
          query: { branchName: dev },
          body: { transaction: JSON.stringify(transaction), fileName: 'model/x.yml', file: Buffer.from('x') },
        });
        await platform.refused(operations.finishUpload, when, {
          params,
          query: { branchName: dev },
          body: { transaction, files: manifest(files) },
        });
      }
      assert.deepEqual(await hashes(), before);
    });

    it('notes: a transaction left alone changes nothing', async () => {
      const before = await hashes();
      await send(await start(), bytesOf({ 'model/abandoned.yml': 'x' }));
      assert.deepEqual(await hashes(), before);
    });

    it('state rule 2: an upload to any but a personal dev branch is rejected, also at finish', async () => {
      const { params } = ground;
      const transaction = await start();
      const text = await platform.refused(operations.finishUpload, notADevBranch, {
        params,
        query: { branchName: ground.deployBranch },
        body: { transaction, files: {}, branchName: ground.deployBranch },
      });
      assert.match(text, saysNotADevBranch);
      assert.deepEqual(await ground.files(ground.deployBranch), sampleFiles);
    });

    it('state rule 1: without a branch, the open dev branch', async () => {
      const { params } = ground;
      const { transaction } = await platform.ok(operations.startUpload, { params });
      const file = Buffer.from('by session');
      await platform.ok(operations.uploadFile, {
        params,
        body: { transaction: JSON.stringify(transaction), fileName: 'model/session.yml', file },
      });
      await platform.ok(operations.finishUpload, {
        params,
        body: { transaction, files: { 'model/session.yml': { hash: sha1(file) } }, autoRemoveFiles: false },
      });
      assert.equal((await ground.files(dev))['model/session.yml'], 'by session');
    });
  });

  describe('group C: validation', () => {
    let platform: Platform;
    let ground: Ground;
    let dev: string;
    before(async () => {
      platform = await platformUnderTest();
      ground = await platform.newDeployment('validation');
      dev = await ground.fork();
    });
    after(() => platform.ok(operations.stopDevMode, { params: ground.params }));
    const validate = (query: { branchName?: string; devMode?: boolean }) =>
      platform.ok(operations.validate, { params: ground.params, query });

    it('C: the deploy branch by default, a named branch, or the caller’s dev branch', async () => {
      await ground.put({ 'model/cubes/third.yml': ordersText.replaceAll('orders', 'third') }, dev);
      const production = await validate({});
      assert.deepEqual(
        [production.branchName, production.mode, production.valid, production.cubesCount],
        [ground.deployBranch, 'production', true, 2],
      );
      for (const query of [{ branchName: dev }, { devMode: true }]) {
        const answer = await validate(query);
        assert.deepEqual([answer.branchName, answer.mode, answer.valid, answer.cubesCount], [dev, 'dev_mode', true, 3]);
        assert.deepEqual(answer.errors, []);
      }
    });

    it('notes: not both', async () => {
      const when = '`branchName` and `devMode` are both given';
      await platform.refused(operations.validate, when, {
        params: ground.params,
        query: { branchName: dev, devMode: true },
      });
    });

    it('Errors: compile errors answer 200 with valid false, as tersely as the real one: message and at most a file', async () => {
      await ground.put({ [ordersFile]: ordersText.replace('sql: id', 'sql: "{nothing_there}"') }, dev);
      const answer = await validate({ branchName: dev });
      assert.equal(answer.valid, false);
      assert.ok(answer.errors.length > 0);
      for (const error of answer.errors) {
        assert.deepEqual(
          Object.keys(error).filter((key) => !['message', 'fileName'].includes(key)),
          [],
        );
      }
      assert.ok(answer.errors.some(({ message }) => message.includes('nothing_there is not defined')));
      await ground.put({ [ordersFile]: ordersText }, dev);
      assert.equal((await validate({ branchName: dev })).valid, true);
    });

    it('notes: a file, where given, is relative to the model folder', async () => {
      await ground.put({ 'model/cubes/odd.yml': 'cube:\n  name: odd\n' }, dev);
      const { errors } = await validate({ branchName: dev });
      const placed = errors.filter(({ fileName }) => fileName);
      assert.ok(placed.length > 0);
      for (const { fileName } of placed) assert.match(fileName!, /^cubes\/odd\.yml$/);
      await platform.ok(operations.deleteFiles, {
        params: ground.params,
        body: { branchName: dev, files: [{ path: 'model/cubes/odd.yml' }] },
      });
    });

    it('notes: a YAML syntax error hides every other error', async () => {
      await ground.put({ [ordersFile]: ordersText.replace('sql: id', 'sql: "{nothing_there}"') }, dev);
      await ground.put({ 'model/cubes/syntax.yml': 'cubes:\n  - name: "open\n' }, dev);
      const { valid, errors } = await validate({ branchName: dev });
      assert.equal(valid, false);
      assert.ok(
        !errors.some(({ message }) => message.includes('nothing_there is not defined')),
        JSON.stringify(errors),
      );
      const { params } = ground;
      await platform.ok(operations.deleteFiles, {
        params,
        body: { branchName: dev, files: [{ path: 'model/cubes/syntax.yml' }] },
      });
      await ground.put({ [ordersFile]: ordersText }, dev);
    });

    it('notes: it compiles the saved branch: what is on production does not show on dev, nor the other way round', async () => {
      await ground.put({ [ordersFile]: 'cubes:\n  - name: orders\n' }, dev);
      assert.equal((await validate({ branchName: dev })).valid, false);
      assert.equal((await validate({ branchName: ground.deployBranch })).valid, true);
      await ground.put({ [ordersFile]: ordersText }, dev);
    });
  });
}
