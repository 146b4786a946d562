/** Formats the text of a model file, a query or a test document, or says why it stays as it is. */

import { parseDocument } from 'yaml';
import type { UserError } from '../../base/errors.ts';
import { isNestedDeeper } from '../../base/jsonDepth.ts';
import type { DocumentKind } from '../../model/documents/documentKind.ts';
import { isTemplate, maskJinja } from '../../model/source/jinja.ts';
import { maximumLength, NestingError } from '../../model/source/limits.ts';
import { parseLeniently } from '../../model/source/parseYaml.ts';
import { modelFile, type Place, queryFile, testFile } from '../keys/conventions.ts';
import { type FormatReason, formatErrors } from './formatErrors.ts';
import { formattedJson } from './jsonLayout.ts';
import { isSameContent } from './sameContent.ts';
import type { SqlLayouts } from './sqlLayout.ts';
import { UnknownForm, YamlLayout } from './yamlLayout.ts';

/** As of query documents. */
const maxDepth = 100;

export interface Formatted {
  text: string;
  /** Why the text stays as it is; undefined if it is formatted. */
  kept?: UserError;
}

/** A layout can allow another one, for example of a value that got other quotes. More runs were never needed. */
const mostRuns = 3;

/** `kind` is that of a query or test document; its path decides about other texts. Formatting the result changes nothing. Never throws. */
export function formatText(path: string, text: string, kind: DocumentKind | undefined): Formatted {
  const sqlLayouts: SqlLayouts = new Map();
  let done = formatOnce(path, text, kind, sqlLayouts);
  for (let runs = 1; runs <= mostRuns && !done.kept; runs += 1) {
    const again = formatOnce(path, done.text, kind, sqlLayouts);
    if (again.text === done.text) return done;
    done = again;
  }
  return done.kept ? { text, kept: done.kept } : kept(text, 'changed');
}

function formatOnce(path: string, text: string, kind: DocumentKind | undefined, sqlLayouts: SqlLayouts): Formatted {
  if (text.length > maximumLength) return kept(text, 'large');
  const place = kind === 'query' ? queryFile : kind === 'test' ? testFile : modelFile;
  try {
    if (path.endsWith('.json')) return formatJson(text, place);
    if (path.endsWith('.js')) return kept(text, 'program');
    if (!/\.ya?ml$/.test(path)) return kept(text, 'template');
    return formatYaml(path, text, place, kind === undefined, sqlLayouts);
  } catch (failure) {
    if (failure instanceof UnknownForm) {
      const line = text.slice(0, failure.offset).split('\n').length;
      return kept(text, 'form', line);
    }
    if (failure instanceof NestingError) return kept(text, 'large');
    throw failure;
  }
}

function kept(text: string, reason: FormatReason, ...args: number[]): Formatted {
  return { text, kept: formatErrors.error(reason, args) };
}

function formatYaml(path: string, original: string, place: Place, isModel: boolean, sqlLayouts: SqlLayouts): Formatted {
  const lineBreak = /\r?\n/.exec(original)?.[0] ?? '\n';
  const mark = original.startsWith('\ufeff') ? '\ufeff' : '';
  const plain = original.slice(mark.length).replaceAll('\r\n', '\n');
  if (plain.includes('\r')) return kept(original, 'breaks');
  if (/^\s*(?:#[^\n]*\n\s*)*$/.test(`${plain}\n`)) return { text: original };
  const tags = isModel && isTemplate(path, plain) ? withoutTags(plain) : { text: plain, tags: [] };
  if (typeof tags === 'string') return kept(original, tags);
  const [before, body] = split(tags.text);
  const document = parseLeniently(body);
  if (document.errors.length > 0 || document.directives.docStart) return kept(original, 'broken');
  const names = tags.tags.map(({ name }) => name);
  const layout = new YamlLayout(body, (one) => names.some((name) => one.includes(name)), sqlLayouts);
  const after = `${layout.print(document, place).join('\n').trimEnd()}\n`;
  if (!isSameContent(body, after, place)) return kept(original, 'changed');
  const restored = restore(before + after, tags.tags);
  if (restored === undefined) return kept(original, 'changed');
  return { text: mark + restored.replaceAll('\n', lineBreak) };
}

/** The start of the document with its mark, and the document. */
function split(text: string): [string, string] {
  const start = /^(?:[ \t]*(?:#[^\n]*)?\n)*---[ \t]*\n/.exec(text)?.[0] ?? '';
  return [start, text.slice(start.length)];
}

interface TagName {
  name: string;
  text: string;
}

/** Each expression as a word of its length; or why the template stays as it is. */
function withoutTags(text: string): { text: string; tags: TagName[] } | FormatReason {
  const { tags, problems } = maskJinja(text);
  if (problems.length > 0) return 'broken';
  if (tags.some(({ kind }) => kind !== 'expression')) return 'template';
  let prefix = 'tag';
  while (text.includes(prefix)) prefix += 'x';
  const names: TagName[] = [];
  let masked = '';
  let done = 0;
  for (const { start, end, structural } of tags) {
    const tag = text.slice(start, end);
    // Its result may have several lines.
    if (structural || /[(\n]/.test(tag)) return 'lines';
    const name = `${prefix}${names.length}_`.padEnd(tag.length, '_');
    names.push({ name, text: tag });
    masked += text.slice(done, start) + name;
    done = end;
  }
  return { text: masked + text.slice(done), tags: names };
}

/** Undefined if a tag is not there exactly once. */
function restore(text: string, tags: readonly TagName[]): string | undefined {
  let restored = text;
  for (const { name, text: tag } of tags) {
    const parts = restored.split(name);
    if (parts.length !== 2) return undefined;
    restored = parts.join(tag);
  }
  return restored;
}

function formatJson(text: string, place: Place): Formatted {
  if (isNestedDeeper(text, maxDepth)) return kept(text, 'large');
  try {
    JSON.parse(text);
  } catch {
    return kept(text, 'broken');
  }
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const after = `${formattedJson(text, parseDocument(text, { logLevel: 'silent' }), place)}\n`;
  if (JSON.stringify(sorted(JSON.parse(text))) !== JSON.stringify(sorted(JSON.parse(after))))
    return kept(text, 'changed');
  return { text: after.replaceAll('\n', lineBreak) };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => [key, sorted(one)]);
}
