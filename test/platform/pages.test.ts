import assert from 'node:assert/strict';
import { operations } from '../../src/contract/operations.ts';
import { pagesOf } from '../../src/platform/pages.ts';
import { clientOf, closeAll, failureOf, serveAndConnect, serverOf } from './clientUnderTest.ts';
import { json } from './http/testServer.ts';

const params = { deploymentId: 1 };

function numbered(count: number) {
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `n${index + 1}` }));
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function queryOf(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url, 'http://x').searchParams);
}

// Spec: Conventions; notes: Conventions (both envelopes).
describe('pages', () => {
  afterEach(closeAll);

  it('are read by offset if the list is paged by offset', async () => {
    const all = numbered(45);
    const { client, server } = await serveAndConnect(({ url }, response) => {
      const { offset = '0', limit = '20' } = queryOf(url);
      const deployments = all.slice(Number(offset), Number(offset) + Number(limit));
      json(response, { data: { deployments }, pagination: { offset: +offset, limit: +limit, total: all.length } });
    });
    const found = await collect(client.items(operations.listDeployments));
    assert.deepEqual(
      found.map(({ id }) => id),
      all.map(({ id }) => id),
    );
    assert.deepEqual(
      server.received.map(({ url }) => queryOf(url)),
      [{}, { offset: '20' }, { offset: '40' }],
    );
    const pages = await collect(client.pages(operations.listDeployments, { query: { offset: 5, limit: 30 } }));
    assert.deepEqual(
      pages.map(({ items }) => items.length),
      [30, 10],
    );
    assert.equal(pages[0]?.total, 45);
  });

  it('are read by cursor if the list is paged by cursor, with the filters', async () => {
    const all = numbered(7).map(({ name }) => ({ name, value: 'x' }));
    const { client, server } = await serveAndConnect(({ url }, response) => {
      const { first = '100', after = '0' } = queryOf(url);
      const end = Number(after) + Number(first);
      json(response, {
        items: all.slice(Number(after), end),
        pageInfo: { hasNextPage: end < all.length, endCursor: String(end) },
        data: [],
        count: null,
        pagination: null,
      });
    });
    const found = await collect(client.items(operations.listEnvVars, { params, query: { first: 3 } }));
    assert.deepEqual(found, all);
    assert.deepEqual(
      server.received.map(({ url }) => queryOf(url)),
      [{ first: '3' }, { first: '3', after: '3' }, { first: '3', after: '6' }],
    );
  });

  it('accept both envelopes and both kinds of paging', async () => {
    const environments = [{ id: '1', name: 'production', type: 'production' }];
    const bodies: unknown[] = [
      { data: { environments }, pagination: { offset: 0, limit: 20, total: 1 } },
      { items: environments, pageInfo: { hasNextPage: false, endCursor: null } },
      { items: environments, pageInfo: null, data: { environments }, pagination: null },
      { data: environments },
    ];
    for (const body of bodies) {
      const { client } = await serveAndConnect((_, response) => json(response, body));
      assert.deepEqual(await collect(client.items(operations.listEnvironments, { params })), environments);
    }
  });

  it('have no items for an empty list', async () => {
    for (const body of [{ items: [] }, { data: { deployments: [] }, pagination: { offset: 0, limit: 20, total: 0 } }]) {
      const { client } = await serveAndConnect((_, response) => json(response, body));
      const pages = await collect(client.pages(operations.listDeployments));
      assert.deepEqual(
        pages.map(({ items }) => items),
        [[]],
      );
    }
  });

  it('fail for a body without a list', async () => {
    for (const body of [{}, { items: null }, { data: {} }, { data: { other: [] } }]) {
      const { client } = await serveAndConnect((_, response) => json(response, body));
      assert.equal((await failureOf(collect(client.items(operations.listDeployments)))).kind, 'unexpected-shape');
    }
  });

  it('fail for cursors that repeat', async () => {
    let count = 0;
    const { client, server } = await serveAndConnect((_, response) => {
      count += 1;
      json(response, { items: [{ name: 'a' }], pageInfo: { hasNextPage: true, endCursor: `c${count % 3}` } });
    });
    const failure = await failureOf(collect(client.items(operations.listPods, { params })));
    assert.equal(failure.kind, 'unexpected-shape');
    assert.match(failure.message, /never ends/);
    assert.ok(server.received.length <= 5);
  });

  it('fail for a page that says that there are more, but names no cursor', async () => {
    for (const endCursor of [undefined, null]) {
      const { client } = await serveAndConnect((_, response) =>
        json(response, { items: [{ name: 'a' }], pageInfo: { hasNextPage: true, endCursor } }),
      );
      const pods: unknown[] = [];
      const read = async () => {
        for await (const pod of client.items(operations.listPods, { params })) pods.push(pod);
      };
      const failure = await failureOf(read());
      assert.equal(failure.kind, 'unexpected-shape');
      assert.match(failure.message, /listPods of .* is incomplete/);
      assert.equal(pods.length, 1);
    }
  });

  it('end for a server that ignores the offset', async () => {
    const deployments = numbered(20);
    const { client, server } = await serveAndConnect((_, response) => json(response, { data: { deployments } }));
    assert.equal((await collect(client.items(operations.listDeployments))).length, 20);
    assert.equal(server.received.length, 2);
  });

  it('end at an empty page that announces more', async () => {
    const { client, server } = await serveAndConnect((_, response) =>
      json(response, { data: { deployments: [] }, pagination: { offset: 0, limit: 20, total: 50 } }),
    );
    assert.deepEqual(await collect(client.items(operations.listDeployments)), []);
    assert.equal(server.received.length, 1);
  });

  it('are not requested after the reader stops', async () => {
    const { client, server } = await serveAndConnect((_, response) =>
      json(response, { items: [{ name: 'a' }], pageInfo: { hasNextPage: true, endCursor: 'c' } }),
    );
    for await (const pod of client.items(operations.listPods, { params })) {
      assert.equal(pod.name, 'a');
      break;
    }
    assert.equal(server.received.length, 1);
  });

  it('are yielded until a page fails', async () => {
    const server = await serverOf(({ url }, response) =>
      queryOf(url).after
        ? json(response, { error: 'no' }, 403)
        : json(response, { items: [{ name: 'a' }], pageInfo: { hasNextPage: true, endCursor: 'c' } }),
    );
    const client = clientOf(server.url);
    const names: string[] = [];
    const walk = (async () => {
      for await (const pod of client.items(operations.listPods, { params })) names.push(pod.name);
    })();
    assert.equal((await failureOf(walk)).kind, 'forbidden');
    assert.deepEqual(names, ['a']);
  });

  it('fail for pages by offset that alternate', async () => {
    let count = 0;
    const { client } = await serveAndConnect((_, response) => {
      count += 1;
      const deployments = count < 50 ? numbered(20).map(({ id, name }) => ({ id: id + (count % 2), name })) : [];
      json(response, { data: { deployments } });
    });
    assert.match((await failureOf(collect(client.items(operations.listDeployments)))).message, /never ends/);
  });

  it('without entries end after a hundred, and may be followed by entries before that', async () => {
    let count = 0;
    const emptyBefore = (entriesAt: number) => async () => {
      count += 1;
      const items = count === entriesAt ? numbered(1) : [];
      return { items, pageInfo: { hasNextPage: count < 150, endCursor: `fresh ${count}` } };
    };
    const source = { host: 'platform.test' };
    const failure = await failureOf(collect(pagesOf(operations.listPods, {}, emptyBefore(-1), source)));
    assert.match(failure.message, /never ends: 100 pages in a row had no entries/);
    assert.equal(count, 100);
    count = 0;
    assert.equal((await collect(pagesOf(operations.listPods, {}, emptyBefore(99), source))).length, 150);
  });

  const endless = (pages: number) => {
    let count = 0;
    return async () => {
      count += 1;
      return { items: [{ name: 'abc' }, {}], pageInfo: { hasNextPage: count < pages, endCursor: `c${count}` } };
    };
  };
  for (const [limits, text] of [
    [{ entries: 10 }, /limit of 10 entries/],
    [{ characters: 1_000 }, /limit of 1000 characters/],
    [{ ms: 0 }, /limit of 0 seconds/],
  ] as const) {
    it(`that never stop fail with the ${text.source}`, async () => {
      const pages = pagesOf(operations.listPods, {}, endless(100), { host: 'platform.test', limits });
      const failure = await failureOf(collect(pages));
      assert.match(failure.message, text);
      assert.equal(failure.kind, 'too-large');
    });
  }

  it('may be many: 400,000 entries in 20,000 pages', async () => {
    let count = 0;
    const call = async () => {
      count += 1;
      return { items: numbered(20), pageInfo: { hasNextPage: count < 20_000, endCursor: `c${count}` } };
    };
    let entries = 0;
    for await (const page of pagesOf(operations.listPods, {}, call, { host: 'platform.test' })) {
      entries += page.items.length;
    }
    assert.equal(entries, 400_000);
  });
});
