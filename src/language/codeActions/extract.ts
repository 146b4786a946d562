/** Extracts the selected part of a member's SQL to a new dimension or measure of the same cube. */

import type { Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { resolve } from '../../model/index/resolve.ts';
import { joined, unitsOf } from '../../model/index/scalarText.ts';
import { javaScriptText } from '../../model/source/quotes.ts';
import { contains, type Span } from '../../model/source/range.ts';
import { endOfSql, isBalanced } from '../../model/source/sqlScan.ts';
import { textOf, valueAt } from '../../model/source/tree.ts';
import type { CodeAction } from '../protocol/protocol.ts';
import { type ActionPlace, actionOf } from './edits/action.ts';
import { type NewEntry, yamlBlock } from './edits/newText.ts';
import { replaceUnits, unitsIn } from './edits/scalarEdits.ts';
import { addMember, freeName } from './edits/sourceEdits.ts';
import { definitionAt, partAt, sqlNodes } from './edits/treePlaces.ts';
import { isWritten, textsAfter } from './edits/writtenTexts.ts';

const aggregate = /^(sum|avg|min|max|count)\s*\(([\s\S]*)\)$/i;

/** Words that look like a column, and that the compiler would make one. */
const constants =
  /^(null|true|false|default|current_\w+|local(?:time|timestamp)|session_user|user|sysdate|systimestamp)$/i;

/** The type and SQL of a measure with that expression. */
function measureOf(expression: string): { type: string; sql?: string } {
  const [, name, inner = ''] = aggregate.exec(expression) ?? [];
  if (name === undefined || !isBalanced(inner)) return { type: 'number', sql: expression };
  if (name.toLowerCase() !== 'count') return { type: name.toLowerCase(), sql: inner.trim() };
  const [, distinct] = /^distinct\s+([\s\S]*)$/i.exec(inner.trim()) ?? [];
  if (distinct !== undefined) return { type: 'count_distinct', sql: distinct };
  return /^\s*(\*|1)\s*$/.test(inner) ? { type: 'count' } : { type: 'number', sql: expression };
}

function dimensionType(expression: string, { node, kind }: Member): string {
  const type = textOf(valueAt(node, 'type'));
  const isText = /^'(?:[^']|'')*'$/.test(expression);
  if (kind === 'dimension' && type !== undefined && type !== 'geo' && !(type === 'time' && isText)) return type;
  if (/[<>=]|\b(?:in|like|is|and|or|not)\b/i.test(expression) && !/\bcase\b/i.test(expression)) return 'boolean';
  return /[-+*/]/.test(expression.replace(/'[^']*'/g, '')) || (kind === 'measure' && !/^count/.test(type ?? 'count'))
    ? 'number'
    : 'string';
}

/** Whether the selection refers to measures or aggregates rows, so that it cannot be a dimension. */
function isAggregated(index: ModelIndex, member: Member, span: Span, expression: string): boolean {
  if (/\b(?:sum|avg|min|max|count|array_agg|string_agg|percentile_cont)\s*\(/i.test(expression)) return true;
  return index.references(member.definition).references.some((reference) => {
    const last = contains(span, reference.chain) ? resolve(index, reference).targets.at(-1) : undefined;
    return last !== undefined && 'member' in last && last.member.kind === 'measure';
  });
}

/** Whether the text around a part lets it stand for itself: it is not part of a name, a path, a string or a comment. */
function isApart(before: string, part: string, after: string): boolean {
  if (/[\w.$\\]$/.test(before) && /^[\w.]/.test(part)) return false;
  if (/\.\s*$/.test(before) || /^\s*[.(]/.test(after)) return false;
  if (/\w$/.test(part) && /^\w/.test(after)) return false;
  return endOfSql(before).in === 'code' && isBalanced(part);
}

export function extractions(place: ActionPlace): CodeAction[] {
  const { index, file } = place;
  const { text, source } = file;
  const selected = text.slice(place.span.start, place.span.end);
  const span = {
    start: place.span.end - selected.trimStart().length,
    end: place.span.start + selected.trimEnd().length,
  };
  const definition = selected.trim() === '' || source.broken ? undefined : definitionAt(file, span);
  const member = definition && partAt(definition, span);
  if (definition?.kind !== 'cube' || !member || !('kind' in member)) return [];
  if (!['measure', 'dimension', 'segment'].includes(member.kind)) return [];
  const node = [...sqlNodes(member.node)].find((one) => contains(one, span));
  const isCut = index
    .references(definition)
    .references.some(
      ({ chain }) =>
        chain.start < span.end &&
        span.start < chain.end &&
        !contains({ start: span.start + 1, end: span.end - 1 }, chain),
    );
  const units = node && unitsOf(file, node);
  const part = units && unitsIn(units, span);
  if (!part || isCut || !isApart(joined(units.slice(0, part.start)), part.text, joined(units.slice(part.end))))
    return [];
  const expression = part.text;
  const isYaml = source.language === 'yaml';
  const kind = member.kind === 'measure' && isAggregated(index, member, span, expression) ? 'measure' : 'dimension';
  const name = freeName(`new_${kind}`, index.members(definition).keys());
  const { type, sql } =
    kind === 'measure' ? measureOf(expression) : { type: dimensionType(expression, member), sql: expression };
  const written = sql !== undefined && constants.test(sql) ? `(${sql})` : sql;
  const fields: NewEntry[] = [
    ...(written === undefined ? [] : [{ key: 'sql', value: isYaml ? yamlBlock(written) : `\`${written}\`` }]),
    { key: 'type', value: isYaml ? type : javaScriptText(type) },
  ];
  const edit = replaceUnits(file, node, [{ ...part, text: isYaml ? `{${name}}` : `\${${name}}` }]);
  if (!edit) return [];
  const changes = [...edit.changes, addMember(file, definition, `${kind}s`, name, fields)];
  const expected = new Map([[member.name, textsAfter(file, member.node, new Map([[node, edit.text]]))]]);
  if (written !== undefined) expected.set(name, [written]);
  if (!isWritten(index, definition, changes, expected)) return [];
  return [actionOf(place, `Extract to ${kind} '${name}'`, 'refactor.extract', changes)];
}
