/** Properties of definitions and members as a hover shows them. */

import { isTrue } from '../../model/index/visibility.ts';
import { presentRelationship } from '../../model/lint/deprecatedKeys.ts';
import { snakeCase } from '../../model/source/names.ts';
import { type ScalarNode, textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';

const maxLines = 20;

export function titleOf(node: ValueNode): string | undefined {
  return textOf(valueAt(node, 'title'));
}

/** Type, format and such: short texts. */
export function factsOf(node: ValueNode): string[] {
  const shown = ['type', 'format', 'currency', 'interval', 'offset', 'origin', 'granularity'];
  const facts = shown.flatMap((name) => textOf(valueAt(node, name)) ?? []);
  const isKey = isTrue(valueAt(node, 'primaryKey'));
  return isKey ? [...facts, 'primary key'] : facts;
}

/** The SQL of a member, or the table or query of a cube, as in the source. */
export function sqlOf(node: ValueNode, text: string): string | undefined {
  const sql = valueAt(node, 'sql') ?? valueAt(node, 'sqlTable');
  if (!sql || sql.kind === 'map' || sql.kind === 'list' || isEmpty(sql)) return undefined;
  const [first, ...rest] = text.slice(sql.start, sql.end).split(/\r\n|\n|\r/);
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  const lines = [first!, ...rest.map((line) => line.slice(indent))].map((line) => line.trimEnd());
  return lines.length > maxLines ? `${lines.slice(0, maxLines).join('\n')}\n…` : lines.join('\n');
}

function isEmpty(node: ValueNode): boolean {
  return node.kind === 'scalar' && (node as ScalarNode).value === null;
}

/** The relationship of a join, in one spelling for each. */
export function relationship(join: ValueNode): string | undefined {
  const value = textOf(valueAt(join, 'relationship'));
  return value === undefined ? undefined : presentRelationship(snakeCase(value));
}
