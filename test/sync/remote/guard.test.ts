import { strict as assert } from 'node:assert';
import { HaltError } from '../../../src/sync/plan/halt.ts';
import type { Tree } from '../../../src/sync/plan/tree.ts';
import { Guard, type GuardedWrite } from '../../../src/sync/remote/guard.ts';
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

  async function staged() {
    const port = new CommittedBranch({ [path]: 'cubes: []\n' });
    const guard = new Guard(port);
    const seen = await port.listHashes();
    const { ticket, lastHash } = await guard.open();
    await guard.stage(ticket, new Map([[path, Buffer.from('cubes: [mine]\n')]]));
    const finish = () =>
      guard.write(
        async (listed): Promise<GuardedWrite> => {
          const manifest = new Map(listed);
          return {
            write: { kind: 'finish', ticket, manifest, prune: false },
            expected: new Map([[path, seen.get(path)]]),
          };
        },
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
});
