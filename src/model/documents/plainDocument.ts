/** Parses a YAML or JSON document that is no source of the model and no template. */

import { isMap, type Node } from 'yaml';
import { parseLeniently } from '../source/parseYaml.ts';
import type { TextProblem } from '../source/problem.ts';
import type { MapNode, ValueNode } from '../source/tree.ts';
import { yamlProblems } from '../source/yamlProblems.ts';
import { anchorsIn, mapNode, spanOf, type YamlReader } from '../source/yamlTree.ts';
import { jsonErrorAt } from './jsonError.ts';

export interface PlainDocument {
  /** Undefined if the document is empty or no map. */
  root: MapNode | undefined;
  /** Errors of the syntax; the tree is a best effort then. */
  problems: TextProblem[];
  isTooLarge?: boolean;
}

const maxLength = 1_000_000;
const maxDepth = 100;
const maxAliases = 1000;

/** Never throws. A path that ends in `.json` makes everything but JSON a problem. */
export function parsePlainDocument(path: string, text: string): PlainDocument {
  if (text.length > maxLength || hasDeepBrackets(text)) return tooLarge;
  try {
    const parsed = parse(path, text);
    return parsed.root && isDeeper(parsed.root, maxDepth) ? tooLarge : parsed;
  } catch (failure) {
    // The parser calls itself for each level.
    if (failure instanceof RangeError) return tooLarge;
    throw failure;
  }
}

const tooLarge: PlainDocument = {
  root: undefined,
  problems: [
    {
      span: { start: 0, end: 0 },
      severity: 'error',
      code: 'document-too-large',
      message: 'This document is too large, or nested too deeply, to be read.',
    },
  ],
  isTooLarge: true,
};

/** Brackets in texts count too, so this only finds what takes the parser seconds. */
function hasDeepBrackets(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > 10 * maxDepth) return true;
  }
  return false;
}

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
  return {
    span: { start, end: end <= 0 ? text.length : start + end },
    severity: 'error',
    code: 'document-keys',
    message: 'This document must be a block of keys, each with a colon and a value.',
  };
}

function jsonProblems(text: string): TextProblem[] {
  const at = text.trim() === '' ? undefined : jsonErrorAt(text);
  if (at === undefined) return [];
  const start = Math.min(at, text.trimEnd().length - 1);
  const message = 'This is not valid JSON. Keys and texts need double quotes; a comma must separate the values.';
  return [{ span: { start, end: start + 1 }, severity: 'error', code: 'json-syntax', message }];
}
