/** Leads from a node or member of the graph to the source, and back. */

import { kindOfName } from '../../model/documents/documentKind.ts';
import type { Definition } from '../../model/index/definitions.ts';
import { definitionsIn, type SourceLocation, touches } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { startOfFile } from '../../model/source/problem.ts';
import type { Position, Span } from '../../model/source/range.ts';
import { graphDefinitions, idOf } from './modelGraph.ts';

export interface GraphPlace {
  /** The id of the node. */
  node: string;
  member: string | null;
}

/** The name of a cube, view or member. For a member that a view includes: its name there, or the `*`. For a query or test document: its file. */
export function sourceOf(index: ModelIndex, { node, member }: GraphPlace): SourceLocation | undefined {
  const document = /^(?:query|test):(?!.*\.\.)(.+)$/.exec(node)?.[1];
  if (document !== undefined && kindOfName(document)) return { file: document, range: startOfFile };
  const definition = graphDefinitions(index).find((one) => idOf(one) === node);
  if (!definition) return undefined;
  const at = (file: string, span: Span) => ({ file, range: index.rangeOf(file, span) });
  if (member === null) return at(definition.file, definition.nameSpan);
  const own = index.members(definition).get(member)?.[0];
  if (own) return at(own.definition.file, own.nameSpan);
  const included = definition.kind === 'view' ? index.viewMembers(definition).members.get(member) : undefined;
  return included && at(included.definition.file, included.span);
}

/** The cube or view around a position, and the member if the position is within one. */
export function graphPlaceAt(index: ModelIndex, path: string, position: Position): GraphPlace | undefined {
  const file = index.file(path);
  if (!file) return undefined;
  const offset = file.lines.offsetAt(position);
  const definition = definitionsIn(file).find(({ span, kind }) => kind !== 'view_group' && touches(span, offset));
  return definition && { node: idOf(definition), member: memberAt(index, definition, offset) };
}

function memberAt(index: ModelIndex, definition: Definition, offset: number): string | null {
  const own = definition.members.find(({ span }) => touches(span, offset));
  if (own) return own.name;
  if (definition.kind !== 'view') return null;
  for (const { name, span, definition: view, item } of index.viewMembers(definition).members.values())
    if (view === definition && item.includes !== '*' && touches(span, offset)) return name;
  return null;
}
