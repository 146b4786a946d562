import assert from 'node:assert/strict';
import { awaitBuild, buildObject, readAgain, readBuild, requireBuilt } from '../../src/platform/branchBuild.ts';
import { closeAll, failureOf, serveAndConnect } from './clientUnderTest.ts';
import { json } from './http/testServer.ts';

const branchName = 'dev-ann/x';
const target = { deploymentId: 1, branchName };
const quick = { intervalMs: 1, graceMs: 40 };

interface Branches {
  /** The branch's latest commit; null: its list is forbidden. */
  latest: string | null;
  /** Statuses of the build, in turn; the last one stays. */
  builds: Record<string, unknown>[];
}

describe('the build of a branch’s latest commit', () => {
  afterEach(closeAll);

  async function platform({ latest, builds }: Branches) {
    let index = 0;
    const { client } = await serveAndConnect(({ url }, response) => {
      if (!url.includes('/branches')) return json(response, builds[Math.min(index++, builds.length - 1)]);
      if (latest === null) return json(response, { error: 'no' }, 403);
      const items = [
        { id: 1, name: 'main', lastHash: 'other' },
        { id: 2, name: branchName, lastHash: latest },
      ];
      json(response, { items });
    });
    return client;
  }
  const old = { status: 'built', lastHash: 'a1', updatedAt: '2026-01-01T00:00:00.000Z' };
  const now = { status: 'built', lastHash: 'b2', updatedAt: '2026-01-02T00:00:00.000Z' };

  it('is awaited, also while the platform still names the build before it', async () => {
    const client = await platform({ latest: 'b2', builds: [old, old, { status: 'building', lastHash: 'b2' }, now] });
    const build = await awaitBuild(client, target, { ...quick, graceMs: 60_000 });
    assert.deepEqual(buildObject(build), { commit: 'b2', status: 'built', builtAt: now.updatedAt });
  });

  it('is not ready at the deadline, or where the platform does not start it', async () => {
    const running = await platform({ latest: 'b2', builds: [{ status: 'building', lastHash: 'b2' }] });
    const late = await failureOf(awaitBuild(running, target, { ...quick, deadlineMs: 0 }));
    assert.equal(late.code, 'build-not-ended');
    const idle = await platform({ latest: 'b2', builds: [old] });
    const failure = await failureOf(awaitBuild(idle, target, quick));
    assert.equal(failure.code, 'build-not-started');
    assert.match(failure.message, /commit b2 of dev-ann\/x\. Its latest build is that of commit a1/);
  });

  it('is that of the platform where it does not tell the branch’s commit or that of the build', async () => {
    const forbidden = await platform({ latest: null, builds: [old] });
    assert.equal(buildObject(await awaitBuild(forbidden, target, quick)).commit, 'a1');
    const terse = await platform({ latest: 'b2', builds: [{ status: 'built' }] });
    assert.deepEqual(buildObject(await awaitBuild(terse, target, quick)), { commit: null, status: 'built' });
    const live = await platform({ latest: 'b2', builds: [{ status: 'dev_mode', lastHash: 'a1' }] });
    assert.equal((await awaitBuild(live, target, quick)).status.status, 'dev_mode');
  });

  for (const [status, message] of [
    ['failed', /failed, so queries are answered by an earlier one: orders cube: no sql/],
    ['cancelled', /was cancelled, so queries are answered by an earlier one/],
  ] as const) {
    it(`that ${status === 'failed' ? status : `was ${status}`} is said`, async () => {
      const builds = [{ status, lastHash: 'b2', errorText: 'orders cube: no sql' }];
      const build = await awaitBuild(await platform({ latest: 'b2', builds }), target, quick);
      assert.throws(() => requireBuilt(build, 'host'), message);
      assert.deepEqual(buildObject(build), { commit: null, status, newerCommit: 'b2' });
    });
  }

  it('of a suspended branch starts when the branch is woken', async () => {
    const builds = [{ status: 'stopped', lastHash: 'b2' }];
    const client = await platform({ latest: 'b2', builds });
    let woken = 0;
    const wake = async () => {
      woken += 1;
      builds.push({ status: 'building', lastHash: 'b2' }, now);
    };
    const build = await awaitBuild(client, target, { intervalMs: 1, graceMs: 60_000, wake });
    assert.deepEqual([build.status.status, woken], ['built', 1]);
  });

  it('that a branch does not have, because it is not run, is not awaited', async () => {
    const builds = [{ status: 'building', errorText: 'Branch is not active' }];
    const build = await awaitBuild(await platform({ latest: 'b2', builds }), target, { ...quick, graceMs: 60_000 });
    requireBuilt(build, 'host');
    assert.equal(buildObject(build).commit, null);
  });

  it('is only read without waiting: which commit answers, and which one does not yet', async () => {
    const running = await platform({ latest: 'b2', builds: [{ status: 'warmup', lastHash: 'b2' }] });
    assert.deepEqual(buildObject(await readBuild(running, target)), {
      commit: null,
      status: 'warmup',
      newerCommit: 'b2',
    });
    const behind = await platform({ latest: 'b2', builds: [old] });
    const object = { commit: 'a1', status: 'built', builtAt: old.updatedAt, newerCommit: 'b2' };
    assert.deepEqual(buildObject(await readBuild(behind, target)), object);
  });

  it('may be replaced while queries are answered', async () => {
    const builds: Record<string, unknown>[] = [{ ...old, buildJobId: 1 }];
    const client = await platform({ latest: null, builds });
    const build = await readBuild(client, target);
    assert.deepEqual(buildObject(await readAgain(client, 1, build)), buildObject(build));
    builds.push({ ...now, buildJobId: 2 });
    await readAgain(client, 1, build);
    const object = { commit: 'a1', status: 'built', builtAt: old.updatedAt, newerCommit: 'b2' };
    assert.deepEqual(buildObject(await readAgain(client, 1, build)), object);
  });
});
