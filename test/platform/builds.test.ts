import assert from 'node:assert/strict';
import { CancelledError } from '../../src/base/errors.ts';
import { buildResultOf } from '../../src/platform/buildResult.ts';
import { type PollBuildOptions, pollBuild } from '../../src/platform/builds.ts';
import { closeAll, failureOf, serveAndConnect } from './clientUnderTest.ts';
import { type Answer, json } from './http/testServer.ts';

const target = { deploymentId: 1, branchName: 'dev-ann/x' };

/** Answers with each item in turn and then always with the last one: a status, a whole body or a fault. */
async function building(script: (string | object | Answer)[], options: PollBuildOptions = {}) {
  let index = 0;
  const { client, server } = await serveAndConnect(
    (request, response, incoming) => {
      const step = script[Math.min(index, script.length - 1)]!;
      index += 1;
      if (typeof step === 'function') return (step as Answer)(request, response, incoming);
      return json(response, typeof step === 'string' ? { status: step, branchName: target.branchName } : step);
    },
    { retry: { attempts: 1 } },
  );
  const seen: string[] = [];
  const poll = pollBuild(client, target, {
    intervalMs: 1,
    graceMs: 40,
    onStatus: ({ status }) => seen.push(status),
    ...options,
  });
  return { poll, seen, server };
}

const down: Answer = (_, response) => json(response, {}, 503);

// Notes: Deployments, build, logs.
describe('waiting for a build', () => {
  afterEach(closeAll);

  for (const end of ['built', 'failed', 'cancelled'] as const) {
    it(`ends with ${end} after known and unknown states`, async () => {
      const { poll, seen, server } = await building(['building', 'polishing', 'warmup', end]);
      assert.equal(buildResultOf(await poll), end);
      assert.deepEqual(seen, ['building', 'polishing', 'warmup', end]);
      assert.match(server.received[0]!.url, /build-status\?branchName=dev-ann%2Fx$/);
    });
  }

  for (const idle of ['none', 'stopped'] as const) {
    it(`waits in state ${idle} for a build to start`, async () => {
      const { poll } = await building([idle, idle, 'building', 'built'], { graceMs: 60_000 });
      assert.equal((await poll).status, 'built');
      const { poll: idles } = await building([idle], { graceMs: 0 });
      assert.equal(buildResultOf(await idles), idle);
    });
  }

  for (const errorText of ['Bad branch', 'Branch is not active']) {
    it(`ends when the server reports “${errorText}” with the status building`, async () => {
      const { poll } = await building(['building', { status: 'building', errorText }]);
      assert.equal(buildResultOf(await poll), 'inactive');
    });
  }

  it('continues after four consecutive failures but not after five', async () => {
    const { poll } = await building([down, down, down, down, 'building', down, down, down, down, 'built']);
    assert.equal((await poll).status, 'built');
    const { poll: failing, server } = await building([down]);
    assert.equal((await failureOf(failing)).status, 503);
    assert.equal(server.received.length, 5);
  });

  it('rejects immediately with a permanent failure', async () => {
    const { poll, server } = await building([(_, response) => json(response, { error: 'no' }, 403)]);
    assert.equal((await failureOf(poll)).kind, 'forbidden');
    assert.equal(server.received.length, 1);
  });

  it('rejects at its deadline', async () => {
    const { poll } = await building(['building'], { deadlineMs: 20 });
    const failure = await failureOf(poll);
    assert.equal(failure.kind, 'timeout');
    assert.match(failure.message, /dev-ann\/x/);
  });

  it('ignores the build from before the change', async () => {
    const before = { status: 'built', buildJobId: 'a', lastHash: '1' };
    const script = [before, before, { status: 'building', buildJobId: 'b' }, { status: 'built', buildJobId: 'b' }];
    const { poll } = await building(script, { previous: before, graceMs: 60_000 });
    assert.equal((await poll).buildJobId, 'b');
    const { poll: same } = await building([before], { previous: before });
    assert.equal((await same).buildJobId, 'a');
  });

  it('can be cancelled', async () => {
    const abort = new AbortController();
    const { poll } = await building(['building'], {
      signal: abort.signal,
      intervalMs: 60_000,
      onStatus: () => abort.abort(),
    });
    await assert.rejects(poll, CancelledError);
  });
});
