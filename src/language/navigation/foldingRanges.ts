/** Folding of definitions, members and texts of several lines, comments, regions, and blocks of templates. */

import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { isTemplate, maskJinja } from '../../model/source/jinja.ts';
import type { Span } from '../../model/source/range.ts';
import type { ValueNode } from '../../model/source/tree.ts';
import type { FoldingRange } from '../protocol/protocol.ts';

/** Undefined for a text with errors: the indentation says more than what can be read of it. */
export function foldingRanges(index: ModelIndex, path: string): FoldingRange[] | undefined {
  const file = index.file(path);
  if (!file || file.source.broken) return undefined;
  const { source, lines, text } = file;
  const lineOf = (offset: number) => lines.positionAt(offset).line;
  const blocks = [
    ...(source.root ? spansBelow(source.root) : []),
    ...source.definitions.flatMap(({ span, node }) => (source.root ? [span] : [span, ...spansBelow(node)])),
  ].map(({ start, end }) => ({
    startLine: lineOf(start),
    // The line of a closing bracket stays visible.
    endLine: lineOf(end) - (/[)}\]]/.test(text[end - 1] ?? '') ? 1 : 0),
  }));
  const templateBlocks = tagBlocks(path, text).map(([start, end]) => ({
    startLine: lineOf(start),
    endLine: lineOf(end) - 1,
  }));
  const longest = new Map<number, FoldingRange>();
  for (const range of [...commentBlocks(file), ...templateBlocks, ...blocks]) {
    const known = longest.get(range.startLine);
    if (range.endLine > (known?.endLine ?? range.startLine)) longest.set(range.startLine, range);
  }
  return [...longest.values()].sort((a, b) => a.startLine - b.startLine);
}

/** The entries of maps and the items of lists, at any depth. */
function spansBelow(node: ValueNode): Span[] {
  if (node.kind === 'list') return node.items.flatMap((item) => [item, ...spansBelow(item)]);
  if (node.kind !== 'map') return [];
  return node.entries.flatMap(({ keySpan, value }) => [
    { start: keySpan.start, end: Math.max(keySpan.end, value.end) },
    ...spansBelow(value),
  ]);
}

/** From the start of an opening tag to the start of its closing tag. */
function tagBlocks(path: string, text: string): [start: number, end: number][] {
  if (path.endsWith('.js') || !isTemplate(path, text)) return [];
  const found: [number, number][] = [];
  const open: { keyword: string; start: number }[] = [];
  for (const { keyword, start } of maskJinja(text).tags) {
    if (!keyword.startsWith('end')) {
      open.push({ keyword, start });
      continue;
    }
    const at = open.findLastIndex((one) => one.keyword === keyword.slice(3));
    if (at < 0) continue;
    found.push([open[at]!.start, start]);
    open.length = at;
  }
  return found;
}

/** Lines of comments in a row, and regions between `# region` and `# endregion`. */
function commentBlocks({ text, source }: IndexedFile): FoldingRange[] {
  const comment = source.language === 'javascript' ? /^\s*\/\// : /^\s*#/;
  const found: FoldingRange[] = [];
  const regions: number[] = [];
  let first: number | undefined;
  for (const [line, content] of [...text.split(/\r\n|\n|\r/), ''].entries()) {
    if (comment.test(content)) {
      first ??= line;
      if (/^\s*(?:#|\/\/)\s*region\b/.test(content)) regions.push(line);
      else if (/^\s*(?:#|\/\/)\s*endregion\b/.test(content)) {
        const startLine = regions.pop();
        if (startLine !== undefined) found.push({ startLine, endLine: line, kind: 'region' });
      }
      continue;
    }
    if (first !== undefined && line - 1 > first) found.push({ startLine: first, endLine: line - 1, kind: 'comment' });
    first = undefined;
  }
  return found;
}
