import { strict as assert } from 'node:assert';
import { hashOf } from '../../../src/base/hash.ts';
import { HaltError } from '../../../src/sync/plan/halt.ts';
import type { Tree } from '../../../src/sync/plan/tree.ts';
import { Guard, type GuardedWrite, type Write } from '../../../src/sync/remote/guard.ts';
import { FakeBranch } from '../fakeBranch.ts';

/** A branch that reports its last commit; its next listing may be older. */
class CommittedBranch extends FakeBranch {
  commits = 1;
  stale: Tree | undefined;

  override async probe() {
    return { ...(await super.probe()), lastHash: `commit-${this.commits}` };
  }

  override async listHashes() {
    const tree = await super.listHashes();
    const { stale } = this;
    this.stale = undefined;
    return stale ?? tree;
  }

  commit(path: string, text: string): void {
    this.write(path, text);
    this.commits += 1;
  }
}

describe('Guard', () => {
  const path = 'model/a.yml';
  const mine = Buffer.from('cubes: [mine]\n');

  async function staged() {
    const port = new CommittedBranch({ [path]: 'cubes: []\n' });
    const guard = new Guard(port);
    const seen = await port.listHashes();
    const { ticket, lastHash } = await guard.open();
    await guard.stage(ticket, new Map([[path, mine]]));
    const finish = () =>
      guard.write(
        async (): Promise<GuardedWrite> => ({
          write: { kind: 'finish', ticket, files: new Map([[path, hashOf(mine)]]) },
          expected: new Map([[path, seen.get(path)]]),
        }),
        { secondListing: false, lastHash },
      );
    return { port, seen, finish };
  }

  it('lists once before finish when there is no commit since the upload began', async () => {
    const { port, finish } = await staged();
    port.calls.length = 0;
    await finish();
    assert.deepEqual(port.calls, ['probe', 'hashes', 'finish']);
  });

  it('does not trust a listing from before the last commit', async () => {
    const { port, seen, finish } = await staged();
    port.commit(path, 'cubes: [theirs]\n');
    port.stale = seen;
    await assert.rejects(finish, (failure) => failure instanceof HaltError && failure.halt.kind === 'remote-moved');
    assert.ok(!port.calls.includes('finish'));
    assert.equal(port.texts()[path], 'cubes: [theirs]\n');
  });

  it('continues after another commit when the branch is stable', async () => {
    const { port, finish } = await staged();
    port.commit('model/b.yml', 'views: []\n');
    await finish();
    assert.deepEqual(port.calls.slice(-5), ['probe', 'hashes', 'probe', 'hashes', 'finish']);
  });

  it('gives up when the branch keeps changing', async () => {
    const { port, finish } = await staged();
    port.before = (call) => {
      if (call === 'probe') port.commit('model/b.yml', `views: [${port.commits}]\n`);
    };
    await assert.rejects(finish, (failure) => failure instanceof HaltError && failure.halt.kind === 'remote-moved');
    assert.ok(!port.calls.includes('finish'));
  });

  it('does not send a write of a path that the plan does not name', async () => {
    const port = new FakeBranch({ [path]: 'cubes: []\n', 'model/b.yml': 'views: []\n' });
    const listed = await port.listHashes();
    const b = 'model/b.yml';
    const writes: Write[] = [
      { kind: 'put', files: [{ path: b, content: '' }] },
      { kind: 'remove', paths: [path, b] },
      { kind: 'rename', moves: [{ path, newPath: b }] },
      { kind: 'rename', moves: [{ path: b, newPath: path }] },
      { kind: 'finish', ticket: { id: 1 }, files: new Map([[b, hashOf(mine)]]) },
    ];
    for (const write of writes) {
      const expected = new Map([[path, listed.get(path)]]);
      const sent = new Guard(port).write(async () => ({ write, expected }), { secondListing: false });
      await assert.rejects(sent, /model\/b\.yml, which the plan does not name/);
    }
    assert.ok(port.calls.every((call) => call === 'probe' || call === 'hashes'));
  });
});
