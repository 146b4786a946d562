/** Checks relations between cubes: cycles of `extends`, joins without primary keys, SQL that uses other cubes. */

import type { Definition, Join, Member } from '../index/definitions.ts';
import type { Derivation } from '../index/derivedValues.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { isCurrentCube, resolve } from '../index/resolve.ts';
import { camelCase, snakeCase } from '../source/names.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { entryOf, valueAt } from '../source/tree.ts';
import { describe, type Finding, type Findings } from './findings.ts';
import { isName } from './shapeProblems.ts';

export function checkExtends(index: ModelIndex, definition: Definition, findings: Findings): void {
  const entry = entryOf(definition.node, 'extends');
  if (!entry) return;
  const { value } = entry;
  if (
    definition.language === 'javascript' &&
    value.kind === 'scalar' &&
    typeof value.value === 'string' &&
    !value.chains
  ) {
    findings.add({
      file: definition.file,
      span: value,
      ...problemCatalog.wrongValue(
        `\`extends\` needs the ${definition.kind} itself, not a text: write its name without quotes.`,
      ),
      ...(isName(value.value) ? { fix: { kind: 'replace', texts: [value.value], as: 'literal' } } : {}),
    });
    return;
  }
  const line = [definition];
  for (let parent = index.parentOf(definition); parent; parent = index.parentOf(parent)) {
    if (parent === definition) {
      const names = [...line, definition].map((one) => `\`${one.name}\``).join(' → ');
      findings.add({
        file: definition.file,
        span: entry.value.end > entry.value.start ? entry.value : entry.keySpan,
        ...problemCatalog.circularExtends(
          line.length === 1
            ? `${describe(definition)} extends itself.`
            : `These extend each other in a cycle: ${names}.`,
        ),
        ...(line.length === 1 ? likelyParents(index, definition) : {}),
      });
      return;
    }
    if (line.includes(parent)) return;
    line.push(parent);
  }
}

/** A cube is often named after its parent: `late_orders` extends `orders`. */
function likelyParents(index: ModelIndex, { name }: Definition): Pick<Finding, 'fix'> {
  const words = `_${snakeCase(name)}_`;
  const texts = index.cubeNames.filter((one) => one !== name && words.includes(`_${snakeCase(one)}_`)).slice(0, 3);
  return texts.length === 0 ? {} : { fix: { kind: 'replace', texts } };
}

function isPrimaryKey(member: Member): boolean {
  const value = valueAt(member.node, 'primaryKey');
  if (!value) return false;
  return value.kind !== 'scalar' || value.dynamic || value.value === true || value.value === 'true';
}

/** Whether a cube has measures that count rows twice after a join, unless a primary key prevents it. */
function needsPrimaryKey(index: ModelIndex, cube: Definition): boolean {
  for (const members of index.members(cube).values()) {
    for (const member of members) {
      if (member.kind !== 'measure') continue;
      const type = valueAt(member.node, 'type');
      if (type?.kind !== 'scalar' || typeof type.value !== 'string') continue;
      if (['sum', 'avg', 'count', 'number'].includes(camelCase(type.value))) return true;
    }
  }
  return false;
}

function hasPrimaryKey(index: ModelIndex, cube: Definition): boolean {
  return [...index.members(cube).values()].some((members) =>
    members.some((one) => one.kind === 'dimension' && isPrimaryKey(one)),
  );
}

interface JoinWithoutKey {
  join: Join;
  /** The joining cube or the joined one, or both. */
  cubes: readonly Definition[];
}

const joinsWithoutKey: Derivation<ModelIndex, Definition, readonly JoinWithoutKey[]> = {
  compute: (index, definition) =>
    index.joins(definition).flatMap((join) => {
      const target = index.cube(join.name);
      const cubes = (target ? [definition, target] : []).filter(
        (cube) =>
          cube.kind === 'cube' && !index.isOpen(cube) && !hasPrimaryKey(index, cube) && needsPrimaryKey(index, cube),
      );
      return cubes.length > 0 ? [{ join, cubes }] : [];
    }),
};

/** Computes what `checkPrimaryKeys` needs of a definition. */
export function preparePrimaryKeys(index: ModelIndex, definition: Definition): void {
  index.derive(joinsWithoutKey, definition);
}

export function checkPrimaryKeys(index: ModelIndex, definition: Definition, findings: Findings): void {
  for (const { join, cubes } of index.derive(joinsWithoutKey, definition)) {
    const cube = cubes.find(({ file, span }) => !findings.hasError(file, span));
    if (!cube) continue;
    findings.add({
      file: cube.file,
      span: cube.nameSpan,
      ...problemCatalog.primaryKeyMissing(
        describe(cube),
        definition.language === 'yaml' ? 'primary_key' : 'primaryKey',
      ),
      related: [{ file: join.definition.file, span: join.nameSpan, message: 'The join.' }],
    });
  }
}

/** The SQL of a member may use members of other cubes, but not their columns. */
export function checkForeignSql(index: ModelIndex, definition: Definition, findings: Findings): void {
  for (const reference of index.references(definition).references) {
    const { member, chain } = reference;
    if (
      reference.role !== 'sql' ||
      !member ||
      reference.path.split('.').length !== 3 ||
      !reference.path.endsWith('.sql')
    )
      continue;
    if (!['measure', 'dimension', 'segment'].includes(member.kind)) continue;
    const subQuery = valueAt(member.node, 'subQuery');
    if (subQuery && !(subQuery.kind === 'scalar' && subQuery.value === false)) continue;
    if (chain.called) continue;
    const last = resolve(index, reference).targets.at(-1);
    if (!last || !('definition' in last) || last.definition === definition) continue;
    if (isCurrentCube(chain.parts.at(-1)!.name) || resolve(index, reference).targets.length < chain.parts.length)
      continue;
    if (index.lineage(definition).includes(last.definition)) continue;
    findings.add({
      file: definition.file,
      span: chain,
      ...problemCatalog.foreignSql(member.name, describe(last.definition), last.definition.name),
    });
  }
}
