/** Corrections of what rules with levels report. */

import { columnUses, tableOf } from '../../model/index/cubeTable.ts';
import type { Definition, Member } from '../../model/index/definitions.ts';
import type { IndexedFile } from '../../model/index/modelIndex.ts';
import { outerSpan } from '../../model/index/scalarText.ts';
import { commentsIn } from '../../model/lint/exemptions.ts';
import { columnOf, lineEnd, lineStart } from '../../model/source/lines.ts';
import { snakeCase } from '../../model/source/names.ts';
import { javaScriptText } from '../../model/source/quotes.ts';
import { entryOf, type MapNode, textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import type { Correction, MarkedProblem } from './edits/action.ts';
import { sqlText, yamlText } from './edits/newText.ts';
import { addEntries, removeEntry, removeItem } from './edits/sourceEdits.ts';
import { definitionAt, entryAt, entryWithValue } from './edits/treePlaces.ts';

/** The cube, view or member whose name is marked. */
function partWithName({ file, span }: MarkedProblem): Definition | Member | undefined {
  const definition = definitionAt(file, span);
  const isNamed = ({ nameSpan }: Definition | Member) => nameSpan.start === span.start;
  if (!definition || isNamed(definition)) return definition;
  return definition.members.find(isNamed);
}

function addText(marked: MarkedProblem, key: string, text: string, isPreferred: boolean): Correction[] {
  const part = partWithName(marked);
  if (part?.node.kind !== 'map') return [];
  const { file } = marked;
  const value = file.source.language === 'yaml' ? yamlText(text) : javaScriptText(text);
  const changes = [addEntries(file, part.node as MapNode, [{ key, value }])];
  return [{ title: `Add '${key}: ${shortened(text)}'`, changes, isPreferred }];
}

/** The comment above the part, or that of its table or column in the database. */
export function addDescription(marked: MarkedProblem): Correction[] {
  const part = partWithName(marked);
  const text = part && (commentAbove(marked.file, part) ?? commentInDatabase(marked, part));
  return text === undefined ? [] : addText(marked, 'description', text, true);
}

function commentAbove(file: IndexedFile, { span }: Definition | Member): string | undefined {
  const found: string[] = [];
  let at = lineStart(file.text, span.start);
  while (at > 0) {
    const from = lineStart(file.text, at - 1);
    const line = file.text.slice(from, lineEnd(file.text, from)).trim();
    const [, text] = (file.source.language === 'yaml' ? /^#+(.*)$/ : /^\/\/+(.*)$/).exec(line) ?? [];
    if (text === undefined || /^\s*rule-off\b/.test(text)) break;
    found.unshift(text.trim());
    at = from;
  }
  const text = found.join(' ').trim();
  return text === '' ? undefined : text;
}

function commentInDatabase({ index }: MarkedProblem, part: Definition | Member): string | undefined {
  if (!('definition' in part)) return part.kind === 'cube' ? tableOf(index, part)?.table.comment : undefined;
  const use = columnUses(index, part.definition).find(({ member, isWhole }) => member === part && isWhole);
  const { table, catalog } = (use && tableOf(index, use.cube)) ?? {};
  const found = use && table && catalog?.column(table, use.name);
  return part.kind === 'dimension' && found && 'column' in found ? found.column.comment : undefined;
}

/** The comment above the part, or its description, as a start. */
export function addAiContext(marked: MarkedProblem): Correction[] {
  const part = partWithName(marked);
  if (part?.node.kind !== 'map') return [];
  const { file } = marked;
  const text = commentAbove(file, part) ?? textOf(valueAt(part.node, 'description'));
  if (text === undefined || text.trim() === '') return [];
  const meta = entryOf(part.node, 'meta');
  if (meta && meta.value.kind !== 'map') return [];
  const value = file.source.language === 'yaml' ? yamlText(text) : javaScriptText(text);
  const entry = { key: 'ai_context', value };
  const change = meta
    ? addEntries(file, meta.value as MapNode, [entry])
    : addEntries(file, part.node as MapNode, [{ key: 'meta', value: { entries: [entry] } }]);
  return [{ title: `Add 'ai_context: ${shortened(text)}'`, changes: [change], isPreferred: true }];
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** `total_amount` → `Total Amount`, as the platform makes it of a name. */
export function addTitle(marked: MarkedProblem): Correction[] {
  const part = partWithName(marked);
  const words = part ? snakeCase(part.name).split('_').filter(Boolean) : [];
  const title = words.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join(' ');
  return title === '' ? [] : addText(marked, 'title', title, true);
}

/** A format that fits the name. */
export function addFormat(marked: MarkedProblem): Correction[] {
  const words = snakeCase(partWithName(marked)?.name ?? '');
  const isShare = /(^|_)(rate|ratio|percent|percentage|pct|share)(_|$)/.test(words);
  const isMoney = /(^|_)(amount|price|revenue|cost|costs|sales|profit|spend|value|margin)(_|$)/.test(words);
  return addText(marked, 'format', isShare ? 'percent' : isMoney ? 'currency' : 'number', true);
}

export function hideKey(marked: MarkedProblem): Correction[] {
  const node = partWithName(marked)?.node;
  const entry = entryOf(node, 'public') ?? entryOf(node, 'shown');
  if (!entry || node?.kind !== 'map') return [];
  return [{ title: `Remove '${entry.key}'`, changes: [removeEntry(marked.file, node, entry)], isPreferred: true }];
}

export function removeMember({ file, span }: MarkedProblem): Correction[] {
  const title = `Remove '${file.text.slice(span.start, span.end)}'`;
  const named = entryWithValue(file, span);
  if (named?.list)
    return [{ title, changes: [removeItem(file, named.list.items, named.list.items.indexOf(named.map))] }];
  const keyed = entryAt(file, span);
  return keyed ? [{ title, changes: [removeEntry(file, keyed.map, keyed.entry)] }] : [];
}

/** A dimension can be another one. A measure of a measure would have another type. */
export function useSameDimension(marked: MarkedProblem): Correction[] {
  const { file, index, problem } = marked;
  const part = partWithName(marked);
  const [same] = problem.related ?? [];
  const sql: ValueNode | undefined = part && valueAt(part.node, 'sql');
  if (!part || !('kind' in part) || part.kind !== 'dimension' || sql?.kind !== 'scalar' || same?.file !== file.path)
    return [];
  const name = file.text.slice(index.offsetAt(file.path, same.range.start), index.offsetAt(file.path, same.range.end));
  const change = { file: file.path, ...outerSpan(file, sql), text: sqlText(file.source.language, `{${name}}`) };
  return [{ title: `Use '${name}'`, changes: [change], isPreferred: true }];
}

/** The whole line of a comment that has a line for itself. */
export function removeComment({ file, span }: MarkedProblem): Correction[] {
  const comment = commentsIn(file.source.masked ?? file.text, file.source.language).find(
    ({ start, end }) => start <= span.start && span.end <= end,
  );
  if (!comment) return [];
  const { text, path } = file;
  const from = lineStart(text, comment.start);
  const isAlone = columnOf(text, comment.start) === text.slice(from, comment.start).search(/\S|$/);
  const end = lineEnd(text, comment.end);
  const after = /^(?:\r\n|\n)/.exec(text.slice(end))?.[0].length ?? 0;
  const before = text.slice(from, comment.start).trimEnd().length;
  const change = isAlone
    ? { file: path, start: from, end: end + after, text: '' }
    : { file: path, start: from + before, end: comment.end, text: '' };
  return [{ title: 'Remove the exemption', changes: [change], isPreferred: true }];
}
