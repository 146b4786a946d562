/** Checks that joins lead to the cubes whose members SQL and pre-aggregations use. */

import { type Definition, type Member, namedItems } from '../index/definitions.ts';
import type { Derivation } from '../index/derivedValues.ts';
import { extending } from '../index/lookup.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Reference } from '../index/references.ts';
import { resolve } from '../index/resolve.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import type { Span } from '../source/range.ts';
import { entryOf, textOf, valueAt } from '../source/tree.ts';
import { memberSql } from './checkInterpolations.ts';
import { describe, type Findings } from './findings.ts';

/** The cubes on the way of a reference, up to that of its member. */
interface Use {
  reference: Reference;
  cubes: readonly Definition[];
}

/** The needs of one query: the SQL of a member, or a rollup with all its members. */
interface Need {
  uses: readonly Use[];
  /** The SQL of a member needs its own cube, a rollup only those of its members. */
  member?: Member;
}

/** Without those that the joins of the cube itself fulfil, which are nearly all. */
const needs: Derivation<ModelIndex, Definition, readonly Need[]> = {
  compute(index, definition) {
    if (definition.kind !== 'cube') return [];
    const found: Need[] = [];
    const rollups = new Map<Member, Use[]>();
    for (const reference of index.references(definition).references) {
      const { member, role, path, chain } = reference;
      if (!member || chain.called) continue;
      if (role === 'sql' && memberSql.test(path) && !valueAt(member.node, 'multiStage')) {
        const cubes = cubesOf(index, reference);
        if (cubes && !isJoinedBy(index, definition, cubes)) found.push({ uses: [{ reference, cubes }], member });
      } else if (role === 'member' && isRollup(member) && !path.includes('.indexes.')) {
        const cubes = cubesOf(index, reference);
        if (!cubes) continue;
        const uses = rollups.get(member);
        if (uses) uses.push({ reference, cubes });
        else rollups.set(member, [{ reference, cubes }]);
      }
    }
    for (const uses of rollups.values()) {
      const cubes = uses.flatMap((use) => use.cubes);
      if (!cubes.includes(definition) || !isJoinedBy(index, definition, cubes)) found.push({ uses });
    }
    return found;
  },
};

/** Whether a cube itself joins all of the others. */
function isJoinedBy(index: ModelIndex, root: Definition, cubes: readonly Definition[]): boolean {
  return cubes.every((cube) => cube === root || index.joins(root).some(({ name }) => name === cube.name));
}

function isRollup({ kind, node }: Member): boolean {
  return kind === 'preAggregation' && (textOf(valueAt(node, 'type')) ?? 'rollup') === 'rollup';
}

/** Undefined if the reference does not name a member, or goes over a view. */
function cubesOf(index: ModelIndex, { definition, chain, ...rest }: Reference): Definition[] | undefined {
  const { targets, failure } = resolve(index, { definition, chain, ...rest });
  if (failure || targets.length < chain.parts.length) return undefined;
  if (!targets.some((target) => 'member' in target)) return undefined;
  const cubes = targets.flatMap((target) => ('definition' in target ? [target.definition] : []));
  const all = cubes.length > 0 ? cubes : [definition];
  return all.every(({ kind }) => kind === 'cube') ? all : undefined;
}

/** Computes what `checkJoinPaths` needs of a definition. */
export function prepareJoinPaths(index: ModelIndex, definition: Definition): void {
  index.derive(needs, definition);
}

export function checkJoinPaths(index: ModelIndex, findings: Findings): void {
  const graph = new JoinGraph(index, findings);
  for (const definition of index.definitions) {
    for (const need of index.derive(needs, definition)) {
      if (isPossible(graph, definition, definition, need)) continue;
      // The parent of a cube may leave a join to its children.
      if (extending(index, definition).some((child) => isPossible(graph, definition, child, need))) continue;
      if (need.member) add(definition, need.uses[0]!, findings, memberFails);
      else addRollup(graph, definition, need.uses, findings);
    }
  }
}

const memberFails = { effect: 'queries that use this will fail', severity: 'warning' } as const;

/** Whether a query can have what `definition` needs, if it is asked of `owner`, which may be its child. */
function isPossible(graph: JoinGraph, definition: Definition, owner: Definition, { uses, member }: Need): boolean {
  const own = (cube: Definition) => (cube === definition ? owner : cube);
  const cubes = uses.flatMap((use) => use.cubes.map(own));
  if (!member) return graph.isJoined(cubes, cubes);
  const all = [owner, ...cubes];
  return graph.isJoined(all, all) || graph.haveCommonSource(all);
}

function addRollup(graph: JoinGraph, definition: Definition, uses: readonly Use[], findings: Findings): void {
  // Cubes that are joined with this one, but in different directions, are not joined with each other.
  const foreign = uses.filter(({ cubes }) => cubes.some((cube) => cube !== definition));
  const apart = foreign.filter(({ cubes }) => {
    const pair = [definition, ...cubes];
    return !graph.isJoined(pair, pair);
  });
  for (const use of apart.length > 0 ? apart : foreign.slice(-1))
    add(definition, use, findings, { effect: `every query of ${describe(definition)} fails` });
}

function add(
  definition: Definition,
  { reference, cubes }: Use,
  findings: Findings,
  more: { effect: string; severity?: 'warning' },
): void {
  const target = cubes.find((cube) => cube !== definition)!;
  const span: Span = reference.chain.parts.find(({ name }) => name === target.name) ?? reference.chain;
  const found = problemCatalog.noJoinPath(describe(definition), describe(target));
  findings.add({ file: definition.file, span, ...found, ...more });
}

class JoinGraph {
  readonly #index: ModelIndex;
  readonly #findings: Findings;
  readonly #reached = new Map<Definition, ReadonlySet<Definition> | 'all'>();

  constructor(index: ModelIndex, findings: Findings) {
    this.#index = index;
    this.#findings = findings;
  }

  /** Whether joins lead from one of `roots` to all of the cubes. */
  isJoined(cubes: readonly Definition[], roots: Iterable<Definition>): boolean {
    for (const root of new Set(roots)) {
      if (cubes.every((cube) => cube === root || this.#joins(root, cube))) return true;
    }
    return false;
  }

  /** Whether a query with a member of another cube can join them. Generated cubes may join anything. */
  haveCommonSource(cubes: readonly Definition[]): boolean {
    return this.#index.open || this.isJoined(cubes, this.#index.definitions);
  }

  #joins(from: Definition, to: Definition): boolean {
    if (this.#index.joins(from).some(({ name }) => name === to.name)) return true;
    const reached = this.#reached.get(from) ?? this.#reach(from);
    this.#reached.set(from, reached);
    return reached === 'all' || reached.has(to);
  }

  #reach(from: Definition): ReadonlySet<Definition> | 'all' {
    const reached = new Set([from]);
    for (const cube of reached) {
      // An error may be the reason why a join is missing.
      if (mayJoinMore(this.#index, cube) || this.#findings.hasError(cube.file, cube.span)) return 'all';
      for (const { name } of this.#index.joins(cube)) {
        const next = this.#index.cube(name);
        if (!next) return 'all';
        reached.add(next);
      }
    }
    return reached;
  }
}

/** Whether a cube may have joins that cannot be read from the text. */
function mayJoinMore(index: ModelIndex, cube: Definition): boolean {
  const line = index.lineage(cube);
  if (entryOf(line.at(-1)!.node, 'extends') && !index.parentOf(line.at(-1)!)) return true;
  return line.some(({ node, open }) => {
    const joins = valueAt(node, 'joins');
    if (node.open || open === 'unread') return true;
    if (joins?.kind === 'map') return joins.open;
    if (joins?.kind === 'list') return joins.open || namedItems(joins).length < joins.items.length;
    return joins !== undefined;
  });
}
