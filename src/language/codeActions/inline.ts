/** Writes a member's SQL in place of the references to it in the SQL of its cube. */

import type { Member } from '../../model/index/definitions.ts';
import { type Occurrence, occurrenceAt, occurrencesOf } from '../../model/index/lookup.ts';
import type { IndexedFile } from '../../model/index/modelIndex.ts';
import { contains, type Span } from '../../model/source/range.ts';
import { entryOf, type ScalarNode, textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import type { CodeAction } from '../protocol.ts';
import { type ActionPlace, actionOf } from './edits/action.ts';
import { replaceIn, sqlIn } from './edits/scalarEdits.ts';

/** Why the SQL of a member alone does not say what the member is. */
function reasonAgainst({ kind, node }: Member): string | undefined {
  const type = textOf(valueAt(node, 'type')) ?? '';
  if (kind === 'measure' && !['number', 'string', 'time', 'boolean'].includes(type))
    return 'The SQL of this measure is aggregated by its type.';
  for (const key of ['case', 'subQuery', 'multiStage', 'filters', 'rollingWindow', 'mask'])
    if (entryOf(node, key)) return `The member has more than SQL: '${key}'.`;
  const sql = valueAt(node, 'sql');
  return sql?.kind === 'scalar' && !sql.dynamic && sql.value !== null ? undefined : 'The member has no SQL as a text.';
}

function sqlOf(file: IndexedFile, node: ScalarNode): string {
  const sql = sqlIn(file, node).trim();
  const cube = file.source.language === 'yaml' ? '{CUBE}' : `\${CUBE}`;
  if (/^[A-Za-z_]\w*$/.test(sql)) return `${cube}.${sql}`;
  return /^[\w.{}$]+$/.test(sql) ? sql : `(${sql})`;
}

/** The braces around a reference, if nothing else is in them. */
function bracesAround({ text, source }: IndexedFile, { start, end }: Span): Span | undefined {
  const before = (source.language === 'yaml' ? /\{\s*$/ : /\$\{\s*$/).exec(text.slice(Math.max(0, start - 20), start));
  const after = /^\s*\}/.exec(text.slice(end, end + 20));
  return before && after ? { start: start - before[0].length, end: end + after[0].length } : undefined;
}

/** The scalar that contains a span. */
function scalarWith(node: ValueNode, span: Span): ScalarNode | undefined {
  if (node.kind === 'scalar') return contains(node, span) ? node : undefined;
  if (node.kind === 'code') return undefined;
  const children = node.kind === 'map' ? node.entries.map(({ value }) => value) : node.items;
  for (const child of children) {
    const found = scalarWith(child, span);
    if (found) return found;
  }
  return undefined;
}

export function inlinings(place: ActionPlace): CodeAction[] {
  const { index, file, span } = place;
  const found = occurrenceAt(index, file.path, file.lines.positionAt(span.start));
  if (!found || !('member' in found.symbol) || found.view || file.source.broken) return [];
  const { member } = found.symbol;
  const { definition, node, name } = member;
  if (!['dimension', 'measure', 'segment'].includes(member.kind) || definition.kind !== 'cube') return [];
  if (definition.file !== file.path) return [];
  const inSql = ({ reference }: Occurrence) =>
    reference?.role === 'sql' && reference.definition === definition && reference.member !== member;
  const uses = occurrencesOf(index, found.symbol, file.path).filter(inSql);
  const chosen = found.role === 'name' ? uses : uses.filter((one) => one.span.start === found.span.start);
  if (chosen.length === 0) return [];
  const title =
    found.role === 'name' ? `Inline '${name}' where the SQL of '${definition.name}' uses it` : `Inline '${name}'`;
  const reason = reasonAgainst(member);
  if (reason !== undefined) return [{ title, kind: 'refactor.inline', disabled: { reason } }];
  const text = sqlOf(file, valueAt(node, 'sql') as ScalarNode);
  const byScalar = new Map<ScalarNode, (Span & { text: string })[]>();
  for (const { reference } of chosen) {
    const braces = bracesAround(file, reference!.chain);
    const scalar = braces && scalarWith(definition.node, braces);
    if (scalar) byScalar.set(scalar, [...(byScalar.get(scalar) ?? []), { ...braces, text }]);
  }
  const changes = [...byScalar].flatMap(([scalar, parts]) => replaceIn(file, scalar, parts));
  return changes.length === 0 ? [] : [actionOf(place, title, 'refactor.inline', changes)];
}
