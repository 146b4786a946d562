import assert from 'node:assert/strict';
import { type PlatformCaller, RemoteBranch } from '../../../src/sync/remote/remoteBranch.ts';
import { closeAll, failureOf, serveAndConnect } from '../../platform/clientUnderTest.ts';
import { json } from '../../platform/http/testServer.ts';

const target = { origin: 'https://platform.test', deploymentId: 1, branchName: 'dev-a' };

// Spec: Conventions, “pageInfo”.
describe('the files of a branch', () => {
  afterEach(closeAll);

  it('are read from all pages', async () => {
    const { client } = await serveAndConnect(({ url }, response) => {
      const after = Number(new URL(url, 'http://x').searchParams.get('after') ?? 0);
      const items = Array.from({ length: 200 }, (_, index) => ({ path: `/model/${after + index}.yml`, type: 'file' }));
      json(response, { items, pageInfo: { hasNextPage: after < 9_800, endCursor: String(after + 200) } });
    });
    const paths = await new RemoteBranch(client as PlatformCaller, target).listPaths();
    assert.equal(paths.size, 10_000);
    assert.ok(paths.has('model/9999.yml'));
  });

  for (const cursors of [1, 2, 3]) {
    it(`fail for ${cursors} cursors that repeat`, async () => {
      let count = 0;
      const { client, server } = await serveAndConnect((_, response) => {
        count += 1;
        // A server that never stops would make the test run until its timeout.
        const hasNextPage = count < 50;
        const items = [{ path: `/model/${count}.yml`, type: 'file' }];
        json(response, { items, pageInfo: { hasNextPage, endCursor: `c${count % cursors}` } });
      });
      const failure = await failureOf(new RemoteBranch(client as PlatformCaller, target).listPaths());
      assert.match(failure.message, /never ends/);
      assert.equal(server.received.length, cursors + 1);
    });
  }
});
