/** Corrections that need only the marked text. */

import { kindOfName } from '../../model/documents/documentKind.ts';
import { columnOf } from '../../model/source/lines.ts';
import { importedName, pathInModel } from '../../model/source/modelSource.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import { javaScriptText, withQuotes } from '../../model/source/quotes.ts';
import { entryOf } from '../../model/source/tree.ts';
import { keyDoc } from '../keys/keyDocs.ts';
import type { Correction, MarkedProblem } from './edits/action.ts';
import { addEntries, entrySpan, lineBreakOf, removeEntry } from './edits/sourceEdits.ts';
import { entryAt } from './edits/treePlaces.ts';
import { rate, rateAfter } from './rating.ts';

/** An unknown key, or a key without a value. A misspelt one with parts is not removed, because they are what was meant. */
export function removeUnknown({ file, span, problem }: MarkedProblem): Correction[] {
  const place = entryAt(file, span);
  // A query document in the model folder is in the wrong place, but its keys are right.
  if (!place || kindOfName(file.path)) return [];
  const { map, entry } = place;
  const hasParts = entry.value.kind === 'map' || entry.value.kind === 'list';
  return map.entries.length < 2 || problem.fix?.kind === 'addKeys' || (problem.fix && hasParts)
    ? []
    : [{ title: `Remove '${entry.key}'`, changes: [removeEntry(file, map, entry)] }];
}

/** A key that no part of a model has is free information, whose place is `meta`. */
export function moveToMeta({ file, span, problem }: MarkedProblem): Correction[] {
  const { text, path, source } = file;
  const place = entryAt(file, span);
  if (!place || problem.fix || keyDoc([place.entry.name]) || kindOfName(path)) return [];
  const { map, entry } = place;
  const meta = entryOf(map, 'meta')?.value;
  const { start, end } = entrySpan(text, entry);
  const content = text.slice(start, end);
  const title = `Move '${entry.key}' to 'meta'`;
  if (meta) {
    const value = entry.value.kind === 'scalar' ? withQuotes(text, entry.value) : entry.value;
    if (meta.kind !== 'map' || /[\r\n]/.test(content)) return [];
    const added = addEntries(file, meta, [{ key: entry.key, value: text.slice(value.start, value.end) }], 'end');
    return [{ title, changes: [removeEntry(file, map, entry), added], isPreferred: true }];
  }
  const isBlock = source.language === 'yaml' && text[map.start] !== '{';
  const indent = ' '.repeat(columnOf(text, start) + 2);
  const by = isBlock
    ? `meta:${lineBreakOf(text)}${indent}${content.replace(/\n(?=[^\r\n])/g, '\n  ')}`
    : `meta: { ${content} }`;
  return [{ title, changes: [{ file: path, start, end, text: by }], isPreferred: true }];
}

/** A name in a program that is a text without its quotes. */
export function addQuotes({ index, file, span, problem }: MarkedProblem): Correction[] {
  const isValue = /^[ \t]*(?:[,}\]]|[\r\n]|$)/.test(file.text.slice(span.end));
  if (file.source.language !== 'javascript' || !isValue) return [];
  const text = file.text.slice(span.start, span.end);
  const asSql = problem.code === problemCatalog.bareReference.code && text.includes('.');
  const by = asSql ? `\`\${${text}}\`` : javaScriptText(text);
  const change = { file: file.path, ...span, text: by };
  const isBetter =
    rateAfter(file, [change], index.modelFolder).shape < rate(file, index.modelFolder).shape ||
    problem.code !== problemCatalog.undefinedName.code;
  return [{ title: `Change to ${by}`, changes: [change], isPreferred: problem.fix === undefined && isBetter }];
}

/** A name with characters that a name cannot have: without them, or the part of it that other parts of the model use. */
export function validName({ file, span }: MarkedProblem): Correction[] {
  const name = file.text.slice(span.start, span.end);
  const valid = name
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .replace(/^(?=\d)/, '_');
  const parts = name.match(/[A-Za-z_]\w*/g) ?? [];
  return [...new Set([valid, ...parts])]
    .filter((text) => text !== '')
    .slice(0, 4)
    .map((text) => ({
      title: `Change to '${text}'`,
      changes: [{ file: file.path, ...span, text }],
      isMeant: true,
      isPreferred: text === valid,
    }));
}

/** A name that its file declares but does not export. */
export function exportName({ index, file, span }: MarkedProblem): Correction[] {
  const found = file.source.imports.find(({ names }) => names.some(({ start }) => start === span.start));
  const path = importedName(found?.from.name ?? '');
  const target = path === undefined ? undefined : index.file(pathInModel(index.modelFolder, path));
  const name = file.text.slice(span.start, span.end);
  if (!target || !/^[A-Za-z_]\w*$/.test(name)) return [];
  const at = target.text.search(new RegExp(`^(?:(?:async )?function|const|let|var|class)\\s+${name}\\b`, 'm'));
  if (at < 0) return [];
  const change = { file: target.path, start: at, end: at, text: 'export ' };
  return [{ title: `Export '${name}' from '${path}'`, changes: [change], isPreferred: true }];
}
