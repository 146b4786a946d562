/** Joins between cubes: from tests of relationships, foreign keys, and entities that semantic models share. */

import type { CubeDraft, Warn } from '../../model/generate/cubeDraft.ts';
import { isColumnName, type Quoting } from '../../model/generate/sqlText.ts';
import type { SemanticModel } from './manifestSchema.ts';
import type { Relationship, TestedColumns } from './testsOf.ts';

interface JoinInput {
  /** By the id of the model. */
  cubes: ReadonlyMap<string, CubeDraft>;
  keys: ReadonlyMap<string, readonly string[]>;
  tests: TestedColumns;
  semanticModels: ReadonlyMap<string, readonly SemanticModel[]>;
  quoting: Quoting;
  warn: Warn;
}

/** Adds the joins, and keeps the members of a cube from having the names of cubes it joins. */
export function addJoins({ cubes, keys, tests, semanticModels, quoting, warn }: JoinInput): void {
  const joined = new Map<string, Relationship>();
  for (const relationship of [...tests.relationships, ...entityRelationships(semanticModels)]) {
    const { from, column, to, field } = relationship;
    const cube = cubes.get(from);
    const target = cubes.get(to);
    if (!cube || !target) continue;
    const pair = `${from} ${to}`;
    const other = joined.get(pair);
    if (other?.column === column && other.field === field) continue;
    const skip = (reason: string) => warn(`${cube.name}.${column} is not joined to ${target.name}: ${reason}`);
    if (cube === target) skip('a cube cannot be joined to itself');
    else if (other) skip(`two cubes have one join only, which uses ${other.column}`);
    else if (!keys.get(from)?.length) skip(`${cube.name} has no primary key`);
    else if (!keys.get(to)?.length) skip(`${target.name} has no primary key`);
    else {
      const isKey = keys.get(from)!.length === 1 && keys.get(from)![0] === column;
      joined.set(pair, relationship);
      cube.joins.push({
        name: target.name,
        sql: `${quoting.column('CUBE', column)} = ${quoting.column(target.name, field)}`,
        relationship: isKey || tests.of(from).unique.has(column) ? 'one_to_one' : 'many_to_one',
      });
      cube.names.reserve(target.name);
    }
  }
}

/** A foreign entity refers to the model whose primary or unique entity has its name. */
function entityRelationships(semanticModels: JoinInput['semanticModels']): Relationship[] {
  const owners = new Map<string, { model: string; field: string }>();
  const each = [...semanticModels].flatMap(([model, all]) =>
    all.flatMap(({ entities }) =>
      (entities ?? []).map((entity) => ({ model, ...entity, column: entity.expr ?? entity.name })),
    ),
  );
  for (const kind of ['primary', 'unique']) {
    for (const { model, name, type, column } of each) {
      if (type === kind && isColumnName(column) && !owners.has(name)) owners.set(name, { model, field: column });
    }
  }
  return each.flatMap(({ model, name, type, column }) => {
    const owner = owners.get(name);
    if (type !== 'foreign' || !owner || !isColumnName(column)) return [];
    return [{ from: model, column, to: owner.model, field: owner.field }];
  });
}
