/** Adds the join that a path of a view or a reference needs. */

import type { Definition } from '../../model/index/definitions.ts';
import { touches } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { resolve } from '../../model/index/resolve.ts';
import { javaScriptText } from '../../model/source/quotes.ts';
import type { CodeAction } from '../protocol/protocol.ts';
import { type ActionPlace, actionOf, type Correction, type MarkedProblem } from './edits/action.ts';
import { sqlText } from './edits/newText.ts';
import { addMember } from './edits/sourceEdits.ts';
import { definitionAt } from './edits/treePlaces.ts';
import { joinText } from './joinText.ts';

function joining(index: ModelIndex, cube: Definition, target: Definition): Correction | undefined {
  const file = index.file(cube.file);
  if (!file || file.source.broken || cube.kind !== 'cube' || cube === target) return undefined;
  const { language } = cube;
  const { sql, relationship } = joinText(index, cube, target);
  const fields = [
    { key: 'sql', value: sqlText(language, sql) },
    { key: 'relationship', value: language === 'yaml' ? relationship : javaScriptText(relationship) },
  ];
  return {
    title: `Join '${target.name}' to '${cube.name}' (${relationship})`,
    changes: [addMember(file, cube, 'joins', target.name, fields)],
  };
}

/** A step of a join path is marked that its cubes have no join for. */
export function joinOfPath({ index, file, span }: MarkedProblem): Correction[] {
  const view = definitionAt(file, span);
  for (const { chain } of view ? index.references(view).references : []) {
    const at = chain.parts.findIndex(({ start }) => start === span.start);
    const from = at > 0 ? index.cube(chain.parts[at - 1]!.name) : undefined;
    const to = at > 0 ? index.cube(chain.parts[at]!.name) : undefined;
    const join = from && to && joining(index, from, to);
    if (join) return [{ ...join, isPreferred: true }];
  }
  return [];
}

/** Whether joins lead from one cube to another. */
function isReachable(index: ModelIndex, from: Definition, to: Definition): boolean {
  const seen = new Set<Definition>([from]);
  for (const cube of seen) {
    if (cube === to) return true;
    for (const { name } of index.joins(cube)) {
      const next = index.cube(name);
      if (next) seen.add(next);
    }
  }
  return false;
}

/** The reference at the cursor names a cube that no joins lead to. */
export function joinOfReference(place: ActionPlace): CodeAction[] {
  const { index, file, span } = place;
  const definition = definitionAt(file, span);
  if (definition?.kind !== 'cube') return [];
  for (const reference of index.references(definition).references) {
    if (reference.role !== 'sql' || !touches(reference.chain, span.start)) continue;
    const [first] = resolve(index, reference).targets;
    if (!first || !('definition' in first) || isReachable(index, definition, first.definition)) continue;
    const join = joining(index, definition, first.definition);
    return join ? [actionOf(place, join.title, 'refactor.rewrite', join.changes)] : [];
  }
  return [];
}
