import assert from 'node:assert/strict';
import type { Page } from '../../../src/contract/definition/shapes.ts';
import { PagedNodes } from '../../../src/ui/resources/pagedNodes.ts';

const pages: Record<string, Page<object>> = {
  first: { items: [{ id: 1 }, { id: 2 }], hasNextPage: true, endCursor: 'c' } as Page<object>,
  c: { items: [{ id: 3 }], hasNextPage: false } as Page<object>,
};

describe('the nodes of a paged list', () => {
  const list = () => {
    const requests: (string | undefined)[] = [];
    const made: unknown[] = [];
    const nodes = new PagedNodes<unknown>(
      async (after) => {
        requests.push(after);
        return pages[after ?? 'first']!;
      },
      (item) => {
        made.push(item);
        return (item as { id: number }).id;
      },
    );
    return { nodes, requests, made };
  };

  it('load page by page, each once, and are made once', async () => {
    const { nodes, requests, made } = list();
    assert.ok(nodes.hasMore);
    await nodes.loadFirst();
    await nodes.loadFirst();
    assert.deepEqual([nodes.nodes, nodes.hasMore, requests], [[1, 2], true, [undefined]]);
    await nodes.loadMore();
    assert.deepEqual([nodes.nodes, nodes.hasMore, requests], [[1, 2, 3], false, [undefined, 'c']]);
    await nodes.loadMore();
    assert.deepEqual([requests.length, made.length], [2, 3]);
  });

  it('are not doubled by two requests for the same page', async () => {
    const { nodes } = list();
    await nodes.loadFirst();
    await Promise.all([nodes.loadMore(), nodes.loadMore()]);
    assert.deepEqual(nodes.nodes, [1, 2, 3]);
  });

  it('end where the server names no next page', async () => {
    const nodes = new PagedNodes(
      async () => ({ items: [{}], hasNextPage: true }) as Page<object>,
      (item) => item,
    );
    await nodes.loadFirst();
    assert.equal(nodes.hasMore, false);
  });

  it('load again after a failure', async () => {
    let fails = true;
    const nodes = new PagedNodes(
      async () => {
        if (fails) throw new Error('offline');
        return pages.c!;
      },
      (item) => item,
    );
    await assert.rejects(nodes.loadFirst(), /offline/);
    fails = false;
    await nodes.loadFirst();
    assert.equal(nodes.nodes.length, 1);
  });
});
