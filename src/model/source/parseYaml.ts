/** Parses a YAML source or template, valid or not. */

import { type Document, isMap, type Node, parseDocument } from 'yaml';
import { joinQuotedLines } from './findBadLine.ts';
import { isTemplate, type JinjaTag, type MaskedText, maskJinja, outputPattern } from './jinja.ts';
import { undefinedNames } from './jinjaNames.ts';
import { checkYamlNesting, NestingError } from './limits.ts';
import { columnOf, lineEnd } from './lines.ts';
import { closest } from './names.ts';
import type { TextProblem } from './problem.ts';
import { problemCatalog } from './problemCatalog.ts';
import type { Span } from './range.ts';
import { type DefinitionKind, entryOf, type MapNode, type ParsedSource, type RawDefinition } from './tree.ts';
import { yamlProblems } from './yamlProblems.ts';
import { anchorsIn, mapNode, spanOf, writersOf, type YamlReader } from './yamlTree.ts';

const definitionKinds = new Map<string, DefinitionKind>([
  ['cubes', 'cube'],
  ['views', 'view'],
  ['view_groups', 'view_group'],
]);

function definitionsOf(reader: YamlReader, root: MapNode): { definitions: RawDefinition[]; generates: boolean } {
  const definitions: RawDefinition[] = [];
  let generates = root.entries.some((entry) => entry.dynamic);
  let column = 0;
  for (const entry of root.entries) {
    // The items below a mistyped key count too. The key itself is reported by the checks.
    const kind =
      definitionKinds.get(entry.key) ?? definitionKinds.get(closest(entry.key, [...definitionKinds.keys()]) ?? '');
    if (!kind) continue;
    if (entry.value.kind !== 'list') {
      if (entry.value.kind === 'scalar' && entry.value.dynamic) generates = true;
      continue;
    }
    for (const item of entry.value.items) {
      if (item.kind !== 'map') {
        if (item.kind === 'scalar' && item.dynamic) generates = true;
        continue;
      }
      column = Math.max(column, columnOf(reader.text, item.start));
      const name = entryOf(item, 'name')?.value;
      const isKnown = name?.kind === 'scalar' && !name.dynamic && name.value !== null && !(name.value instanceof Date);
      if (!isKnown) generates = true;
      const first = item.entries[0];
      const isDynamic = name?.kind === 'scalar' && name.dynamic;
      definitions.push({
        kind,
        name: isKnown ? String(name.value) : undefined,
        ...(isDynamic ? { pattern: outputPattern(reader.text.slice(name.start, name.end)) } : {}),
        nameSpan: name && name.end > name.start ? name : (first?.keySpan ?? item),
        span: item,
        node: item,
      });
    }
  }
  const writesAtTop = (tag: JinjaTag) =>
    tag.structural && tag.kind === 'expression' && columnOf(reader.text, tag.start) < Math.max(1, column);
  return { definitions, generates: generates || reader.tags.some(writesAtTop) };
}

function topLevelKeyMissing(text: string, span: Span): TextProblem {
  return {
    span: { start: span.start, end: Math.max(span.start + 1, lineEnd(text, span.start)) },
    ...problemCatalog.topLevelKeyMissing(),
  };
}

/** The parser rejects quoted texts of several lines that the compiler accepts, so these are joined for a second attempt. @throws NestingError */
export function parseLeniently(text: string): Document.Parsed {
  checkYamlNesting(text);
  const options = { prettyErrors: false, logLevel: 'error', merge: false, version: '1.2' } as const;
  try {
    const document = parseDocument(text, options);
    if (!document.errors.some((error) => error.code === 'MISSING_CHAR')) return document;
    const joined = joinQuotedLines(text);
    const second = joined === text ? document : parseDocument(joined, options);
    return second.errors.length === 0 ? second : document;
  } catch (failure) {
    // The stack is exhausted: the check above counts no keys that are brackets or quoted texts.
    throw failure instanceof RangeError ? new NestingError(0) : failure;
  }
}

/** Syntax errors are part of the result. `path` only decides whether the text is a template. @throws NestingError */
export function parseYaml(path: string, text: string): ParsedSource {
  const masked: MaskedText = isTemplate(path, text) ? maskJinja(text) : { text, tags: [], problems: [], branches: [] };
  const { tags, branches } = masked;
  const document = parseLeniently(masked.text);
  const { contents } = document;
  const problems = [...masked.problems, ...yamlProblems(masked.text, document, tags)];
  const isBroken = () => problems.length > 0;
  const free = undefinedNames(text, tags).map((part) => ({ ...part, parts: [part], called: false }));
  const base = {
    language: 'yaml',
    problems,
    branches,
    ...(tags.length > 0 ? { masked: masked.text } : {}),
    declared: new Set<string>(),
    free,
    run: free,
    imports: [],
  } as const;
  if (!isMap(contents)) {
    const other = contents as Node | null;
    const generates = tags.some((tag) => tag.structural && tag.kind === 'expression');
    if (other?.range && !isBroken() && tags.length === 0) problems.push(topLevelKeyMissing(text, spanOf(other)));
    return { ...base, root: undefined, definitions: [], generates, broken: isBroken() };
  }
  const anchors = masked.text.includes('&') ? anchorsIn(contents) : new Map<string, Node>();
  const reader: YamlReader = {
    text,
    tags,
    writers: writersOf(masked.text, tags),
    anchors,
    depth: 0,
    aliases: 100_000,
    problems,
  };
  const root = mapNode(reader, contents, text.length);
  return { ...base, root, ...definitionsOf(reader, root), broken: isBroken() };
}
