/** The JSON of a page of files with their texts, in pieces: a branch may be larger than the longest string. */

import type { FileNode } from '../../../contract/dataModel/dataModel.ts';

/** A response that is written while it is made. */
export class JsonPieces {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** `page` with the text of each file, which `textOf` reads when it is written. */
export async function* pageWithTexts(
  page: Readonly<Record<string, unknown>>,
  textOf: (path: string) => Promise<string>,
): AsyncGenerator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(page)) {
    yield `${before}${JSON.stringify(key)}:`;
    if (key === 'items' || key === 'data') yield* nodesWithTexts(value as FileNode[], textOf);
    else yield JSON.stringify(value);
    before = ',';
  }
  yield '}';
}

async function* nodesWithTexts(
  nodes: readonly FileNode[],
  textOf: (path: string) => Promise<string>,
): AsyncGenerator<string> {
  let before = '[';
  if (nodes.length === 0) yield before;
  for (const { children, ...node } of nodes) {
    yield before;
    before = ',';
    if (children) {
      yield `${JSON.stringify(node).slice(0, -1)},"children":`;
      yield* nodesWithTexts(children, textOf);
      yield '}';
    } else yield JSON.stringify({ ...node, content: await textOf(node.path) });
  }
  yield ']';
}
