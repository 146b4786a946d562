/** Extracts the selected part of a member's SQL to a new dimension or measure of the same cube. */

import type { Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { resolve } from '../../model/index/resolve.ts';
import { contains, type Span } from '../../model/source/range.ts';
import { type ScalarNode, textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import type { CodeAction } from '../protocol.ts';
import { type ActionPlace, actionOf } from './edits/action.ts';
import { javaScriptText, type NewEntry, yamlText } from './edits/newText.ts';
import { replaceIn } from './edits/scalarEdits.ts';
import { addMember, freeName } from './edits/sourceEdits.ts';
import { definitionAt, partAt } from './edits/treePlaces.ts';

/** The texts of SQL in a member. */
function* sqlNodes(node: ValueNode): Generator<ScalarNode> {
  if (node.kind === 'list') for (const item of node.items) yield* sqlNodes(item);
  if (node.kind !== 'map') return;
  for (const { name, value } of node.entries) {
    if (name === 'sql' && value.kind === 'scalar' && !value.dynamic) yield value;
    else yield* sqlNodes(value);
  }
}

/** Whether all brackets and quotes of a text are closed in it. */
function isBalanced(text: string): boolean {
  const pairs: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
  const open: string[] = [];
  let quote = '';
  for (const char of text) {
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === "'" || char === '"') quote = char;
    else if ('([{'.includes(char)) open.push(char);
    else if (pairs[char] && open.pop() !== pairs[char]) return false;
  }
  return open.length === 0 && quote === '';
}

const aggregate = /^(sum|avg|min|max|count)\s*\(([\s\S]*)\)$/i;

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
  if (kind === 'dimension' && type !== undefined && type !== 'time' && type !== 'geo') return type;
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
  const expression = selected.trim().replace(/\s*\r?\n\s*/g, ' ');
  const isCut = index
    .references(definition)
    .references.some(
      ({ chain }) =>
        chain.start < span.end &&
        span.start < chain.end &&
        !contains({ start: span.start + 1, end: span.end - 1 }, chain),
    );
  if (!node || isCut || !isBalanced(expression)) return [];
  const { language } = source;
  const isYaml = language === 'yaml';
  const word = (one: string) => (isYaml ? one : javaScriptText(one));
  const sqlValue = (sql: string) => (isYaml ? yamlText(sql) : `\`${sql.replace(/`/g, '\\`')}\``);
  const kind = member.kind === 'measure' && isAggregated(index, member, span, expression) ? 'measure' : 'dimension';
  const name = freeName(`new_${kind}`, index.members(definition).keys());
  const { type, sql } =
    kind === 'measure' ? measureOf(expression) : { type: dimensionType(expression, member), sql: expression };
  const fields: NewEntry[] = [
    ...(sql === undefined ? [] : [{ key: 'sql', value: sqlValue(sql) }]),
    { key: 'type', value: word(type) },
  ];
  const changes = [
    ...replaceIn(file, node, [{ ...span, text: isYaml ? `{${name}}` : `\${${name}}` }]),
    addMember(file, definition, `${kind}s`, name, fields),
  ];
  return [actionOf(place, `Extract to ${kind} '${name}'`, 'refactor.extract', changes)];
}
