/** The SQL and relationship of a join between two cubes, from their primary keys and the names of their dimensions. */

import type { Definition } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { snakeCase } from '../../model/source/names.ts';
import { valueAt } from '../../model/source/tree.ts';

interface JoinText {
  /** The references are in braces, as in YAML. */
  sql: string;
  relationship: 'many_to_one' | 'one_to_many';
}

/** The dimension that is the primary key; `id` if there is none. */
function primaryKeyOf(index: ModelIndex, cube: Definition): { name: string; isMember: boolean } {
  for (const [name, members] of index.members(cube)) {
    const isKey = members.some(({ kind, node }) => {
      const value = valueAt(node, 'primaryKey');
      return kind === 'dimension' && value?.kind === 'scalar' && String(value.value) === 'true';
    });
    if (isKey) return { name, isMember: true };
  }
  return { name: 'id', isMember: index.member(cube, 'id', ['dimension']) !== undefined };
}

function singularOf(name: string): string {
  return snakeCase(name)
    .replace(/ies$/, 'y')
    .replace(/(?<=[sxz])es$|(?<!s)s$/, '');
}

/** The dimension that refers to another cube by its key, such as `customer_id`. */
function foreignKeyOf(index: ModelIndex, cube: Definition, target: Definition, key: string): string | undefined {
  const wanted = new Set([
    `${singularOf(target.name)}_${snakeCase(key)}`,
    `${snakeCase(target.name)}_${snakeCase(key)}`,
  ]);
  return [...index.members(cube).keys()].find(
    (name) => wanted.has(snakeCase(name)) && index.member(cube, name, ['dimension']),
  );
}

export function joinText(index: ModelIndex, cube: Definition, target: Definition): JoinText {
  const own = primaryKeyOf(index, cube);
  const other = primaryKeyOf(index, target);
  const reference = (name: string, { name: key, isMember }: typeof own) =>
    isMember ? `{${name}.${key}}` : `{${name}}.${key}`;
  const foreign = foreignKeyOf(index, cube, target, other.name);
  const back = foreign === undefined ? foreignKeyOf(index, target, cube, own.name) : undefined;
  if (back !== undefined)
    return { sql: `${reference('CUBE', own)} = {${target.name}.${back}}`, relationship: 'one_to_many' };
  const column = `${singularOf(target.name)}_${snakeCase(other.name)}`;
  const from = foreign === undefined ? `{CUBE}.${column}` : `{CUBE.${foreign}}`;
  return { sql: `${from} = ${reference(target.name, other)}`, relationship: 'many_to_one' };
}
