/** Rules of the contract: files of a branch. Spec: group C, state rules 1 and 2; notes: Files. */

import assert from 'node:assert/strict';
import { readFileHashes } from '../../../../src/contract/dataModel/dataModel.ts';
import { operations } from '../../../../src/contract/operations.ts';
import {
  errorTextOf,
  ordersFile,
  type Platform,
  platformUnderTest,
  sampleFiles,
  type TestDeployment,
} from '../../platformUnderTest.ts';
import { covers } from '../../specRows.ts';
import { notADevBranch, notADevBranchText, sha1 } from './fileWrites.ts';

export function fileRules(): void {
  describe('group C: files', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    let dev: string;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('files');
      await platform.call(operations.createBranch, { params: deployment.params, body: { name: 'shared' } });
      dev = await deployment.openDevMode();
    });
    after(() => platform.call(operations.stopDevMode, { params: deployment.params }));

    interface Node {
      path: string;
      type: string;
      content?: string;
      children?: Node[];
    }
    const list = async (query: Record<string, unknown>) =>
      (await platform.call(operations.listFiles, { params: deployment.params, query })) as {
        items: Node[];
        data: unknown;
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      };

    it('C: are a tree of files and directories with leading slashes, with content on request', async () => {
      const { items } = await list({ branchName: deployment.productionBranch });
      const model = items.find(({ path }) => path === '/model')!;
      assert.equal(model.type, 'directory');
      const cubes = model.children!.find(({ path }) => path === '/model/cubes')!;
      const orders = cubes.children!.find(({ path }) => path === `/${ordersFile}`)!;
      assert.equal(orders.type, 'file');
      assert.ok(orders.content === undefined || orders.content === null, 'content only on request');
      assert.deepEqual(await deployment.readFiles(deployment.productionBranch), sampleFiles);
    });

    it('notes: cursors page the top level only; without first the response is the whole tree', async () => {
      const whole = await list({ branchName: deployment.productionBranch });
      assert.equal(whole.pageInfo.hasNextPage, false);
      const first = await list({ branchName: deployment.productionBranch, first: 1 });
      assert.equal(first.items.length, 1);
      assert.equal(first.pageInfo.hasNextPage, true);
      const input = { params: deployment.params, query: { branchName: deployment.productionBranch, first: 1 } };
      assert.deepEqual(await platform.listAll(operations.listFiles, input), whole.items);
    });

    it('C: a write replaces whole files; paths with and without a leading slash are the same file', async () => {
      await deployment.putFiles({ 'model/a.yml': 'one', '/model/b.yml': 'ümläut\r\n' }, dev);
      await deployment.putFiles({ '/model/a.yml': 'two' }, dev);
      assert.deepEqual(await deployment.readFiles(dev), {
        ...sampleFiles,
        'model/a.yml': 'two',
        'model/b.yml': 'ümläut\r\n',
      });
      assert.deepEqual(await deployment.readFiles(deployment.productionBranch), sampleFiles, 'the parent is as it was');
    });

    it('C: files are renamed and deleted', async () => {
      const { params } = deployment;
      const renamed = await platform.call(operations.renameFiles, {
        params,
        body: { branchName: dev, files: [{ path: '/model/b.yml', newPath: 'model/deep/er/c.yml' }] },
      });
      assert.equal(renamed?.success, true);
      const deleted = await platform.call(operations.deleteFiles, {
        params,
        body: { branchName: dev, files: [{ path: 'model/a.yml' }] },
      });
      assert.equal(deleted?.success, true);
      assert.deepEqual(await deployment.readFiles(dev), { ...sampleFiles, 'model/deep/er/c.yml': 'ümläut\r\n' });
    });

    it('state rule 1, C rules: an empty branch name means the open dev branch', async () => {
      const { params } = deployment;
      await deployment.putFiles({ 'model/empty.yml': '1' });
      await platform.call(operations.putFiles, {
        params,
        body: { branchName: '', files: [{ path: 'model/empty.yml', content: '2' }] },
      });
      assert.equal((await deployment.readFiles())['model/empty.yml'], '2');
      assert.equal((await deployment.readFiles(dev))['model/empty.yml'], '2');
      await platform.call(operations.renameFiles, {
        params,
        body: { files: [{ path: 'model/empty.yml', newPath: 'model/e.yml' }] },
      });
      await platform.call(operations.deleteFiles, { params, body: { files: [{ path: 'model/e.yml' }] } });
      assert.ok(!('model/e.yml' in (await deployment.readFiles(dev))));
    });

    it(
      covers(
        'State rule 2: files are written on personal branches only',
        covers('Errors 3: a write to a branch that is not personal'),
      ),
      async () => {
        const { params } = deployment;
        const content = 'x';
        for (const branchName of [deployment.productionBranch, 'shared']) {
          const before = await deployment.readFiles(branchName);
          const texts = [
            await platform.assertRefused(operations.putFiles, notADevBranch, {
              params,
              body: { branchName, files: [{ path: ordersFile, content }] },
            }),
            await platform.assertRefused(operations.deleteFiles, notADevBranch, {
              params,
              body: { branchName, files: [{ path: ordersFile }] },
            }),
            await platform.assertRefused(operations.renameFiles, notADevBranch, {
              params,
              body: { branchName, files: [{ path: ordersFile, newPath: 'model/x.yml' }] },
            }),
            await platform.assertRefused(operations.startUpload, notADevBranch, { params, query: { branchName } }),
          ];
          for (const text of texts) assert.match(text, notADevBranchText);
          assert.deepEqual(await deployment.readFiles(branchName), before, 'nothing changed');
        }
      },
    );

    it(
      covers(
        'State rule 2: files are written on personal branches only',
        'without an open dev branch, no branch name means production',
      ),
      async () => {
        const other = await platform.newDeployment('no session');
        const body = { files: [{ path: ordersFile, content: 'x' }] };
        const text = await platform.assertRefused(operations.putFiles, notADevBranch, { params: other.params, body });
        assert.match(text, notADevBranchText);
      },
    );

    it('notes: hashes are SHA-1 of the raw bytes, by path with a leading slash', async () => {
      const { params } = deployment;
      const texts = {
        'model/crlf.yml': 'a\r\nb\r\n',
        'model/lf.yml': 'a\nb\n',
        'model/bom.yml': '\uFEFFä',
        'model/none.yml': '',
      };
      await deployment.putFiles(texts, dev);
      const hashes = readFileHashes(
        await platform.call(operations.getFileHashes, { params, query: { branchName: dev } }),
      );
      for (const [path, text] of Object.entries(texts)) assert.equal(hashes.get(`/${path}`), sha1(text), path);
      const open = readFileHashes(await platform.call(operations.getFileHashes, { params }));
      assert.deepEqual(open, hashes, 'state rule 1: without a branch name, the open dev branch is used');
      const production = readFileHashes(
        await platform.call(operations.getFileHashes, { params, query: { branchName: deployment.productionBranch } }),
      );
      assert.deepEqual(
        [...production.keys()].sort(),
        Object.keys(sampleFiles)
          .map((path) => `/${path}`)
          .sort(),
      );
    });

    it('a path that would leave the project is rejected', async () => {
      const { params } = deployment;
      for (const path of ['../x.yml', 'model/../../x.yml', '/../x.yml', '.git/config', 'model/\0.yml']) {
        const answer = await platform.sendRaw(operations.putFiles, {
          params,
          body: { branchName: dev, files: [{ path, content: 'x' }] },
        });
        assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`);
        errorTextOf(answer);
      }
    });
  });
}
