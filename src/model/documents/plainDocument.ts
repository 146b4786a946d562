/** Parses a YAML or JSON document that is neither a source of the model nor a template. */

import { isMap, type Node } from 'yaml';
import { NestingError } from '../source/limits.ts';
import { parseLeniently } from '../source/parseYaml.ts';
import type { TextProblem } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import type { MapNode, ValueNode } from '../source/tree.ts';
import { yamlProblems } from '../source/yamlProblems.ts';
import { anchorsIn, mapNode, spanOf, type YamlReader } from '../source/yamlTree.ts';
import { jsonErrorAt } from './jsonError.ts';

export interface PlainDocument {
  /** Undefined if the document is empty or not a map. */
  root: MapNode | undefined;
  /** Errors of the syntax; the tree is a best effort then. */
  problems: TextProblem[];
  /** Nothing of it was read. */
  isTooLarge?: boolean;
}

/** Characters. */
export const maximumDocumentLength = 1_000_000;
const maxDepth = 100;
const maxAliases = 20_000;

/** A document whose text is not known, with the reason. */
export function unreadDocument(message: string): PlainDocument {
  const problem: TextProblem = { span: { start: 0, end: 0 }, ...problemCatalog.unread(message) };
  return { root: undefined, problems: [problem], isTooLarge: true };
}

/** Never throws. A path that ends in `.json` makes everything but JSON a problem. */
export function parsePlainDocument(path: string, text: string): PlainDocument {
  if (text.length > maximumDocumentLength) return tooLarge;
  try {
    const parsed = parse(path, text);
    return parsed.root && isDeeper(parsed.root, maxDepth) ? tooLarge : parsed;
  } catch (failure) {
    if (failure instanceof NestingError) return tooLarge;
    throw failure;
  }
}

const tooLarge: PlainDocument = {
  root: undefined,
  problems: [{ span: { start: 0, end: 0 }, ...problemCatalog.documentTooLarge() }],
  isTooLarge: true,
};

function isDeeper(node: ValueNode, depth: number): boolean {
  if (depth === 0) return true;
  if (node.kind === 'list') return node.items.some((one) => isDeeper(one, depth - 1));
  return node.kind === 'map' && node.entries.some(({ value }) => isDeeper(value, depth - 1));
}

function parse(path: string, text: string): PlainDocument {
  const document = parseLeniently(text);
  const { contents } = document;
  const problems = path.endsWith('.json') ? jsonProblems(text) : yamlProblems(text, document, []);
  if (!isMap(contents)) {
    const other = contents as Node | null;
    if (other?.range && problems.length === 0) problems.push(notAMap(text, spanOf(other)));
    return { root: undefined, problems };
  }
  const anchors = text.includes('&') ? anchorsIn(contents) : new Map<string, Node>();
  const reader: YamlReader = { text, tags: [], writers: [], anchors, depth: 0, aliases: maxAliases, problems };
  return { root: mapNode(reader, contents, text.length), problems };
}

function notAMap(text: string, { start }: { start: number }): TextProblem {
  const end = text.slice(start).search(/[\r\n]/);
  return { span: { start, end: end <= 0 ? text.length : start + end }, ...problemCatalog.documentKeys() };
}

function jsonProblems(text: string): TextProblem[] {
  const at = text.trim() === '' ? undefined : jsonErrorAt(text);
  if (at === undefined) return [];
  const start = Math.min(at, text.trimEnd().length - 1);
  return [{ span: { start, end: start + 1 }, ...problemCatalog.jsonSyntax() }];
}
