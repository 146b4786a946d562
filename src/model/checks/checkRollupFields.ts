/** Finds fields of pre-aggregations that the compiler accepts although they stop every query of the cube. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Reference } from '../index/references.ts';
import { isCurrentCube, resolve } from '../index/resolve.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { type ValueNode, valueAt } from '../source/tree.ts';
import { describe, type Finding, type Findings } from './findings.ts';

/** The compiler calls functions of lists with the values of these fields. */
const listField = /^preAggregations\.\w+\.(measures|dimensions|rollups)$/;

export function checkRollupFields(index: ModelIndex, definition: Definition, findings: Findings): void {
  for (const reference of index.references(definition).references) {
    if (!reference.path.startsWith('preAggregations.')) continue;
    const found = pathText(index, reference) ?? missingList(reference);
    if (found)
      findings.add({ file: definition.file, effect: `every query of ${describe(definition)} fails`, ...found });
  }
}

type FieldFinding = Omit<Finding, 'file'>;

/** A text in a program is a path that starts with a cube: the names of members are not looked up. */
function pathText(index: ModelIndex, reference: Reference): FieldFinding | undefined {
  const { chain, role, definition } = reference;
  if (definition.language !== 'javascript' || (role !== 'member' && role !== 'rollup')) return undefined;
  if (!/["'`]/.test(index.file(definition.file)!.text[chain.start - 1] ?? '')) return undefined;
  const [first, ...rest] = chain.parts.map(({ name }) => name);
  const isPath = index.cube(first!) !== undefined && rest.length > 0;
  const name = isCurrentCube(first!) ? rest.join('.') : [first, ...rest].join('.');
  if (isPath || name === '' || resolve(index, reference).failure) return undefined;
  return {
    span: { start: chain.start - 1, end: chain.end + 1 },
    ...problemCatalog.textReference(name),
    fix: { kind: 'replace', texts: [`CUBE.${name}`] },
  };
}

function missingList({ chain, path, member }: Reference): FieldFinding | undefined {
  const key = listField.exec(path)?.[1];
  const value: ValueNode | undefined = key === undefined ? undefined : valueAt(member?.node, key);
  if (!value || (value.kind !== 'scalar' && value.kind !== 'code')) return undefined;
  if (value.start !== chain.start || value.end !== chain.end) return undefined;
  return { span: value, ...problemCatalog.wrongValue(`\`${key}\` must be a list, even of one name.`) };
}
