import { strict as assert } from 'node:assert';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../../src/base/hash.ts';
import type { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { filesIn, put, temporaryFolder } from '../temporary.ts';
import { bytesOf, names, syncedNames } from './nameCases.ts';
import { useTransferFixture } from './transferFixture.ts';

describe('names pulled from the branch', () => {
  const fixture = useTransferFixture();
  let outer = '';
  let engine: SyncEngine;
  const possible = names.filter((each) => !each.refusedByPlatform);
  let listedBefore: Map<string, string>;
  let listedAfter: Map<string, string>;
  let pulled: Map<string, Buffer>;

  before(async () => {
    await fixture.createBranch('names-down');
    for (const each of names) {
      const files = [{ path: each.path, content: bytesOf(each, 1).toString() }];
      if (each.refusedByPlatform && !each.path.isWellFormed()) continue;
      const { status } = await fixture.callAsOtherClient('PUT', 'files', { branchName: fixture.branchName, files });
      // For the platform “/model/x.yml” is “model/x.yml”.
      if (each.path.startsWith('/'))
        await fixture.callAsOtherClient('DELETE', 'files', {
          branchName: fixture.branchName,
          files: [{ path: each.path }],
        });
      else assert.equal(status === 200, !each.refusedByPlatform, `${each.what}: ${status}`);
    }
    outer = temporaryFolder();
    mkdirSync(join(outer, 'project'));
    engine = fixture.createEngine(join(outer, 'project'));
    listedBefore = await fixture.listBranch();
    await fixture.transferAll(engine, 'pull');
    pulled = filesIn(outer);
    // An upload with a manifest, then a deletion: refused files stay on the branch.
    put(outer, 'project/model/cubes/orders.yml', '# ours\n');
    put(outer, 'project/model/ours.yml', '# ours, with a byte that no text has: \0\n');
    rmSync(join(outer, 'project/model/100%.yml'));
    await fixture.transferAll(engine, 'push');
    assert.ok(fixture.sent.includes('finishUpload'));
    listedAfter = await fixture.listBranch();
  });

  for (const each of possible) {
    const expected = each.refused ? 'is refused with its reason, and not written' : 'is the same in the folder';
    it(`${each.what}: ${expected}`, () => {
      assert.equal(listedBefore.get(each.path), hashOf(bytesOf(each, 1)), 'missing on the branch');
      if (each.refused) {
        assert.match(fixture.refusalOf(engine, each.path), each.refused);
        assert.equal(listedAfter.get(each.path), hashOf(bytesOf(each, 1)), 'a refused file was deleted on the branch');
      } else {
        assert.deepEqual(pulled.get(`project/${each.path}`), bytesOf(each, 1));
      }
    });
  }

  it('writes nothing else, inside or outside the folder', () => {
    assert.deepEqual([...pulled.keys()].sort(), syncedNames.map(({ path }) => `project/${path}`).sort());
  });
});
