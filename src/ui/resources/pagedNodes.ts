/** The nodes of a list that loads page by page. Keeps each node, but not the item that it was made of. */

import type { Page } from '../../contract/definition/shapes.ts';

export class PagedNodes<Node> {
  readonly #load: (after: string | undefined) => Promise<Page<object>>;
  readonly #toNode: (item: object) => Node;
  readonly #nodes: Node[] = [];
  /** The cursor of the next page; null after the last one, undefined before the first. */
  #next: string | null | undefined;

  constructor(load: (after: string | undefined) => Promise<Page<object>>, toNode: (item: object) => Node) {
    this.#load = load;
    this.#toNode = toNode;
  }

  get nodes(): readonly Node[] {
    return this.#nodes;
  }

  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** Loads the first page unless it is loaded. */
  async loadFirst(): Promise<void> {
    if (this.#next === undefined) await this.loadMore();
  }

  async loadMore(): Promise<void> {
    const after = this.#next;
    if (after === null) return;
    const { items, hasNextPage, endCursor } = await this.#load(after);
    // Another call has loaded this page.
    if (this.#next !== after) return;
    this.#next = hasNextPage && endCursor !== undefined ? endCursor : null;
    for (const item of items) this.#nodes.push(this.#toNode(item));
  }
}
