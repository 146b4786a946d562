/** The reason why nothing can be renamed at a position without a name of the model. */

import type { UserError } from '../../base/errors.ts';
import { definitionsIn, touches } from '../../model/index/lookup.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import type { Reference } from '../../model/index/references.ts';
import { isContextName, isCurrentCube, isGlobal, isStandardGranularity, resolve } from '../../model/index/resolve.ts';
import { camelCase } from '../../model/source/names.ts';
import type { Position } from '../../model/source/range.ts';
import type { Entry, ValueNode } from '../../model/source/tree.ts';
import { renameErrors } from './renameErrors.ts';

const sqlKeys = new Set(['sql', 'sqlTable']);

export function refusalAt(index: ModelIndex, path: string, position: Position): UserError {
  const file = index.file(path);
  if (!file) return renameErrors.error('nothing');
  const offset = file.lines.offsetAt(position);
  for (const definition of definitionsIn(file)) {
    for (const reference of index.references(definition).references) {
      const at = reference.chain.parts.findIndex((part) => touches(part, offset));
      if (at >= 0) return refusedReference(index, reference, at);
    }
  }
  return refusedText(file, offset);
}

function refusedReference(index: ModelIndex, reference: Reference, at: number): UserError {
  const { name } = reference.chain.parts[at]!;
  if ((at === 0 && isContextName(name)) || isGlobal(name) || (at > 0 && isBuiltIn(index, reference, at)))
    return renameErrors.error('built-in', [name]);
  if (reference.role === 'text') return renameErrors.error('nothing');
  return renameErrors.error(resolve(index, reference).failure ? 'unknown' : 'generated', [name]);
}

/** `day` after a dimension, `sql` after a cube, and what follows a name such as `SECURITY_CONTEXT`. */
function isBuiltIn(index: ModelIndex, reference: Reference, at: number): boolean {
  const [first, ...rest] = reference.chain.parts.map(({ name }) => name);
  const name = rest[at - 1]!;
  if (first === 'FILTER_PARAMS') return at > 2;
  if (isContextName(first!) && !isCurrentCube(first!)) return true;
  const target = resolve(index, reference).targets[at];
  if (isStandardGranularity(name)) return target !== undefined && 'granularity' in target;
  return camelCase(name) === 'sql' || name === 'toString';
}

function refusedText({ source, text }: IndexedFile, offset: number): UserError {
  const roots = source.root ? [source.root] : source.definitions.map(({ node }) => node);
  const path: Entry[] = [];
  const visit = (node: ValueNode): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item);
    if (node.kind !== 'map') return;
    for (const entry of node.entries) {
      if (!touches(entry.keySpan, offset) && !touches(entry.value, offset)) continue;
      path.push(entry);
      visit(entry.value);
    }
  };
  for (const root of roots) visit(root);
  const last = path.at(-1);
  if (!last) return renameErrors.error('nothing');
  const { key, keySpan, value } = last;
  if (touches(keySpan, offset)) return renameErrors.error(last.dynamic ? 'generated' : 'keyword', [key]);
  if (value.kind === 'scalar' && value.dynamic)
    return renameErrors.error('generated', [text.slice(value.start, value.end)]);
  return renameErrors.error(path.some(({ name }) => sqlKeys.has(name)) ? 'column' : 'nothing');
}
