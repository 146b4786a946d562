import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ForkPoints, isSameTree } from '../../../src/session/review/forkPoints.ts';
import { type TemporaryFolder, temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

const branch = { origin: 'https://acme.example.com', deploymentId: '1', branchName: 'dev-kim', parent: 'main' };
const tree = new Map([
  ['model/a.yml', 'a'.repeat(40)],
  ['__proto__', 'b'.repeat(40)],
]);

describe('the common base of a branch and its parent', () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder('fork-points');
  });
  afterEach(() => folder.remove());

  it('is known in the next window, for that branch and that parent only', async () => {
    await new ForkPoints(folder.path).record(branch, tree);
    const next = new ForkPoints(folder.path);
    assert.deepEqual([...(await next.read(branch))!], [...tree]);
    assert.equal(await next.read({ ...branch, parent: 'shared' }), undefined);
    assert.equal(await next.read({ ...branch, deploymentId: '2' }), undefined);
  });

  it('is the newest one', async () => {
    const points = new ForkPoints(folder.path);
    await points.record(branch, tree);
    await points.record(branch, new Map([['model/b.yml', 'c'.repeat(40)]]));
    assert.deepEqual([...(await new ForkPoints(folder.path).read(branch))!.keys()], ['model/b.yml']);
  });

  it('is not known when the file is damaged', async () => {
    await new ForkPoints(folder.path).record(branch, tree);
    const below = path.join(folder.path, 'review');
    for (const damaged of ['', '{', '{"a": 1}', '[["a"]]', '[["a", 1]]', 'null']) {
      for (const name of readdirSync(below)) writeFileSync(path.join(below, name), damaged);
      assert.equal(await new ForkPoints(folder.path).read(branch), undefined, damaged);
    }
  });

  it('compares listings by paths and hashes', () => {
    assert.ok(isSameTree(tree, new Map([...tree].reverse())));
    assert.ok(!isSameTree(tree, new Map([['model/a.yml', 'a'.repeat(40)]])));
    assert.ok(!isSameTree(tree, new Map([...tree].map(([file]) => [file, 'd'.repeat(40)]))));
  });
});
