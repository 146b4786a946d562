/** Writes a member's SQL in place of the references to it in the SQL of its cube. */

import type { Member } from '../../model/index/definitions.ts';
import { type Occurrence, occurrenceAt, occurrencesOf } from '../../model/index/lookup.ts';
import type { IndexedFile } from '../../model/index/modelIndex.ts';
import { scalarText, unitsOf } from '../../model/index/scalarText.ts';
import { contains, type Span } from '../../model/source/range.ts';
import { endOfSql, isBalanced } from '../../model/source/sqlScan.ts';
import { entryOf, type ScalarNode, textOf, valueAt } from '../../model/source/tree.ts';
import type { CodeAction } from '../protocol/protocol.ts';
import { type ActionPlace, actionOf } from './edits/action.ts';
import { type ReplacedUnits, replaceUnits, unitsIn } from './edits/scalarEdits.ts';
import { sqlNodes } from './edits/treePlaces.ts';
import { isWritten, textsAfter } from './edits/writtenTexts.ts';

/** Why the SQL of a member alone does not say what the member is. */
function reasonAgainst(file: IndexedFile, { kind, node }: Member): string | undefined {
  const type = textOf(valueAt(node, 'type')) ?? '';
  if (kind === 'measure' && !['number', 'string', 'time', 'boolean'].includes(type))
    return 'The SQL of this measure is aggregated by its type.';
  for (const key of ['case', 'subQuery', 'multiStage', 'filters', 'rollingWindow', 'mask'])
    if (entryOf(node, key)) return `The member has more than SQL: '${key}'.`;
  const sql = valueAt(node, 'sql');
  const text = sql?.kind === 'scalar' ? scalarText(file, sql) : undefined;
  if (text === undefined || text.trim() === '') return 'The member has no SQL as a text.';
  return isBalanced(text) ? undefined : 'The SQL of the member is not complete in itself.';
}

function sqlOf(file: IndexedFile, node: ScalarNode): string {
  const sql = scalarText(file, node)!.trim();
  const cube = file.source.language === 'yaml' ? '{CUBE}' : `\${CUBE}`;
  if (/^[A-Za-z_]\w*$/.test(sql)) return `${cube}.${sql}`;
  if (/^[\w.{}$]+$/.test(sql)) return sql;
  // Behind a comment, the bracket would be part of it.
  return endOfSql(sql).in === 'line comment' ? `(${sql}\n)` : `(${sql})`;
}

/** The braces around a reference, if nothing else is in them. */
function bracesAround({ text, source }: IndexedFile, { start, end }: Span): Span | undefined {
  const before = (source.language === 'yaml' ? /\{\s*$/ : /\$\{\s*$/).exec(text.slice(Math.max(0, start - 20), start));
  const after = /^\s*\}/.exec(text.slice(end, end + 20));
  return before && after ? { start: start - before[0].length, end: end + after[0].length } : undefined;
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
  const reason = reasonAgainst(file, member);
  if (reason !== undefined) return [{ title, kind: 'refactor.inline', disabled: { reason } }];
  const text = sqlOf(file, valueAt(node, 'sql') as ScalarNode);
  const parts = new Map<ScalarNode, ReplacedUnits[]>();
  const users = new Set<Member>();
  for (const { reference } of chosen) {
    const braces = bracesAround(file, reference!.chain);
    const user = reference!.member;
    const scalar = braces && user && [...sqlNodes(user.node)].find((one) => contains(one, braces));
    const units = scalar && unitsOf(file, scalar);
    const part = units && unitsIn(units, braces);
    if (!part || !user) continue;
    users.add(user);
    parts.set(scalar, [...(parts.get(scalar) ?? []), { ...part, text }]);
  }
  const edits = [...parts].flatMap(([scalar, all]) => {
    const edit = replaceUnits(file, scalar, all);
    return edit ? [[scalar, edit] as const] : [];
  });
  const changes = edits.flatMap(([, edit]) => edit.changes);
  const texts = new Map(edits.map(([scalar, edit]) => [scalar, edit.text]));
  const expected = new Map([...users].map((one) => [one.name, textsAfter(file, one.node, texts)]));
  if (changes.length === 0 || !isWritten(index, definition, changes, expected)) return [];
  return [actionOf(place, title, 'refactor.inline', changes)];
}
