/** The model as a graph: cubes and views with their members, the joins between them, what views include, and what extends what. */

import type { Definition, Member, MemberKind } from '../../model/index/definitions.ts';
import { definitionsIn } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { allViewCubes } from '../../model/index/viewMembers.ts';
import { isPrivate, isTrue } from '../../model/index/visibility.ts';
import { textOf, valueAt } from '../../model/source/tree.ts';
import { relationship, titleOf } from '../hover/properties.ts';

interface GraphMember {
  name: string;
  kind: MemberKind;
  /** As in the source, for example `sum` or `time`. */
  type?: string;
  primaryKey?: true;
  hidden?: true;
  /** `cube.member`, for the member of a view. */
  origin?: string;
}

interface GraphNode {
  /** The name; a definition whose name is known only at run time has its file in addition. */
  id: string;
  name: string;
  title?: string;
  kind: 'cube' | 'view';
  /** Relative to the model folder; '' is the model folder itself. */
  folder: string;
  file: string;
  hidden?: true;
  /** The name is known only at run time. */
  generated?: true;
  members: GraphMember[];
}

interface GraphEdge {
  /** A join from a cube to another, a cube that a view includes, or the definition that is extended. */
  kind: 'join' | 'include' | 'extends';
  from: string;
  to: string;
  /** `one_to_one`, `one_to_many` or `many_to_one`, for a join whose source has one of these. */
  relationship?: Relationship;
  /** The join is that of an extended cube. */
  inherited?: true;
}

type Relationship = 'one_to_one' | 'one_to_many' | 'many_to_one';

export interface ModelGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** If several definitions have one name, the graph has the one that references lead to. View groups are not part of it. */
export function modelGraph(index: ModelIndex): ModelGraph {
  const definitions = graphDefinitions(index);
  const nodes = definitions.map((definition) => nodeOf(index, definition));
  const edges = definitions.flatMap((definition) => edgesOf(index, definition));
  return { nodes, edges };
}

export function graphDefinitions(index: ModelIndex): Definition[] {
  return [...index.files]
    .flatMap(definitionsIn)
    .filter((one) => one.kind !== 'view_group' && (one.pattern !== undefined || index.cube(one.name) === one));
}

export function idOf({ name, pattern, file }: Definition): string {
  return pattern ? `${name} (${file})` : name;
}

/** One cube or view as `modelGraph` has it. */
export function nodeOf(index: ModelIndex, definition: Definition): GraphNode {
  const { name, node, file, pattern } = definition;
  const title = titleOf(node);
  return {
    id: idOf(definition),
    name,
    ...(title ? { title } : {}),
    kind: definition.kind === 'view' ? 'view' : 'cube',
    folder: folderOf(file, index.modelFolder),
    file,
    ...(isPrivate(node) ? { hidden: true } : {}),
    ...(pattern ? { generated: true } : {}),
    members: membersOf(index, definition),
  };
}

function folderOf(file: string, modelFolder: string): string {
  const below = modelFolder !== '.' && file.startsWith(`${modelFolder}/`) ? file.slice(modelFolder.length + 1) : file;
  return below.slice(0, Math.max(0, below.lastIndexOf('/')));
}

function membersOf(index: ModelIndex, definition: Definition): GraphMember[] {
  const own = [...index.members(definition).values()].map(([member]) => memberOf(member!, member!.name));
  if (definition.kind !== 'view') return own;
  const included = [...index.viewMembers(definition).members.values()].map(({ name, sources: [source] }) => ({
    ...memberOf(source!, name),
    origin: `${source!.definition.name}.${source!.name}`,
  }));
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...included.filter(({ name }) => !names.has(name))];
}

function memberOf({ kind, node }: Member, name: string): GraphMember {
  const type = textOf(valueAt(node, 'type'));
  return {
    name,
    kind,
    ...(type ? { type } : {}),
    ...(isTrue(valueAt(node, 'primaryKey')) ? { primaryKey: true } : {}),
    ...(isPrivate(node) ? { hidden: true } : {}),
  };
}

function edgesOf(index: ModelIndex, definition: Definition): GraphEdge[] {
  const from = idOf(definition);
  const target = (name: string) => index.cube(name) ?? index.generatedNamed(name)[0];
  const parentName = index.extendsName(definition);
  const parent = parentName === undefined ? undefined : target(parentName);
  const edges: GraphEdge[] = parent ? [{ kind: 'extends', from, to: idOf(parent) }] : [];
  // A join of the cube itself replaces one that it inherits.
  const joins = new Map(index.joins(definition).map((join) => [join.name, join]));
  for (const join of joins.values()) {
    const to = target(join.name);
    if (!to || definition.kind !== 'cube') continue;
    const cardinality = relationship(join.node);
    edges.push({
      kind: 'join',
      from,
      to: idOf(to),
      ...(isRelationship(cardinality) ? { relationship: cardinality } : {}),
      ...(join.definition === definition ? {} : { inherited: true }),
    });
  }
  if (definition.kind === 'view') {
    const cubes = new Set(allViewCubes(index, definition).map(({ cubeName }) => cubeName && target(cubeName)));
    for (const cube of cubes) if (cube) edges.push({ kind: 'include', from, to: idOf(cube) });
  }
  return edges;
}

function isRelationship(text: string | undefined): text is Relationship {
  return text === 'one_to_one' || text === 'one_to_many' || text === 'many_to_one';
}
