/** The changes of a rename: one name of the model and the names that follow from it in views. */

import { type Definition, granularitiesOf, type Member, timeShiftsOf } from '../../model/index/definitions.ts';
import { definitionsIn, extending } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { allViewCubes, type ViewCube } from '../../model/index/viewMembers.ts';
import type { Span } from '../../model/source/range.ts';
import { baseName, listedAs, type RenameTarget } from './renamable.ts';

export interface Change {
  from: string;
  to: string;
  target: RenameTarget;
  /** The file in which the rename was requested. */
  path: string;
  definition: Definition | undefined;
  /** A member with those that override it or are overridden by it. */
  members: ReadonlySet<Member>;
  /** Views keep the names of their members, by an `alias`. */
  keepViewNames: boolean;
}

export function changeOf(
  index: ModelIndex,
  asked: Pick<Change, 'from' | 'to' | 'target' | 'path' | 'keepViewNames'>,
): Change {
  const symbol = 'symbol' in asked.target ? asked.target.symbol : undefined;
  return {
    ...asked,
    definition: symbol && 'definition' in symbol ? symbol.definition : undefined,
    members: symbol && 'member' in symbol ? familyOf(index, symbol.member) : new Set(),
  };
}

/** One name in the cubes that extend each other is one name for the compiler. Cubes also share members by a YAML alias. */
function familyOf(index: ModelIndex, member: Member): Set<Member> {
  const family = new Set<Member>();
  const queue = [member];
  for (let one = queue.pop(); one; one = queue.pop()) {
    if (family.has(one)) continue;
    family.add(one);
    const { name, definition, nameSpan } = one;
    const roots = index.lineage(definition).filter(({ members }) => members.some((other) => other.name === name));
    const root = roots.at(-1) ?? definition;
    const related = [root, ...extending(index, root)].flatMap(({ members }) => members);
    const inFile = index.file(definition.file);
    const shared = inFile ? definitionsIn(inFile).flatMap(({ members }) => members) : [];
    queue.push(
      ...related.filter((other) => other.name === name),
      ...shared.filter((other) => other.nameSpan.start === nameSpan.start),
    );
  }
  return family;
}

/** The cubes and views in which the changed members have their name. */
export function holdersOf(index: ModelIndex, { members }: Change): Set<Definition> {
  const owners = new Set([...members].map(({ definition }) => definition));
  const inherits = (one: Definition) => index.lineage(one).some((ancestor) => owners.has(ancestor));
  return new Set([...owners, ...(owners.size > 0 ? index.definitions.filter(inherits) : [])]);
}

/** The spans of a symbol's name where it is defined, by file. */
export function definingSpans({ target, definition, members }: Change): { file: string; span: Span }[] {
  if ('alias' in target) return [target.alias];
  if (definition) return [{ file: definition.file, span: definition.nameSpan }];
  if (members.size > 0) return [...members].map((one) => ({ file: one.definition.file, span: one.nameSpan }));
  const { symbol } = target;
  if (!('granularity' in symbol)) return [];
  return [{ file: symbol.dimension.definition.file, span: symbol.granularity.nameSpan }];
}

/** New names by the old ones. */
type NamesOfView = ReadonlyMap<string, string>;

/** The names of views that change with another name. */
export class ViewNames {
  readonly #index: ModelIndex;
  readonly #change: Change;
  readonly #known = new Map<Definition, NamesOfView>();
  #splitViews: NamesOfView | undefined;
  #views: readonly Definition[] | undefined;

  constructor(index: ModelIndex, change: Change) {
    this.#index = index;
    this.#change = change;
  }

  /** The members whose names change. */
  of(view: Definition): NamesOfView {
    const known = this.#known.get(view);
    if (known) return known;
    const changed = new Map<string, string>();
    for (const { name, item, sources } of this.#index.viewMembers(view).members.values()) {
      const prefix = this.prefixOf(item);
      const base = this.#newBase(item, baseName(item, name), sources);
      const renamed = prefix === undefined ? base : `${prefix}_${base}`;
      if (renamed !== name) changed.set(name, renamed);
    }
    this.#known.set(view, changed);
    return changed;
  }

  /** All views whose names change. */
  get views(): readonly Definition[] {
    this.#views ??= this.#index.definitions.filter((one) => one.kind === 'view' && this.of(one).size > 0);
    return this.#views;
  }

  /** Whether the name of a cube is the prefix of its members in a view. */
  isPrefix({ alias, cubeName }: ViewCube): boolean {
    const { definition } = this.#change;
    return definition !== undefined && alias === undefined && this.#index.cube(cubeName ?? '') === definition;
  }

  prefixOf(item: ViewCube): string | undefined {
    const follows = item.prefix !== undefined && this.isPrefix(item) && !this.#change.keepViewNames;
    return follows ? this.#change.to : item.prefix;
  }

  #newBase(item: ViewCube, base: string, sources: readonly Member[]): string {
    const { target, to, keepViewNames } = this.#change;
    const listed = listedAs(item, base);
    if (listed?.aliased) {
      const isChanged =
        'alias' in target &&
        target.alias.file === item.definition.file &&
        target.alias.span.start === listed.aliasSpan.start;
      return isChanged ? to : base;
    }
    return listed && keepViewNames ? base : this.nameInCube(item, base, sources);
  }

  /** The new name of a member in the cube or view of an item. */
  nameInCube({ cubeName }: ViewCube, name: string, sources: readonly Member[]): string {
    const cube = cubeName === undefined ? undefined : this.#index.cube(cubeName);
    if (cube?.kind === 'view' && !this.#index.members(cube).has(name)) return this.of(cube).get(name) ?? name;
    return sources.some((one) => this.#change.members.has(one)) ? this.#change.to : name;
  }

  /** The views that `split` creates and whose names change. */
  get splitViews(): NamesOfView {
    this.#splitViews ??= this.#newSplitViews();
    return this.#splitViews;
  }

  #newSplitViews(): NamesOfView {
    const { definition, to, keepViewNames } = this.#change;
    const changed = new Map<string, string>();
    if (!definition || definition.kind === 'view_group') return changed;
    for (const view of this.#index.definitions) {
      if (view.kind !== 'view' || this.#index.viewMembers(view).splitViews.length === 0) continue;
      for (const item of allViewCubes(this.#index, view)) {
        if (!item.split) continue;
        const last = item.alias ?? item.cubeName;
        const newLast = this.isPrefix(item) && !keepViewNames ? to : last;
        const renamed = `${view === definition ? to : view.name}_${newLast}`;
        if (renamed !== `${view.name}_${last}`) changed.set(`${view.name}_${last}`, renamed);
      }
    }
    return changed;
  }
}

/** The dimension of the granularity or time shift that changes, and the names of all of the same kind. */
export function granularityTarget({
  target,
}: Change): { dimension: Member; isTimeShift: boolean; names: readonly string[] } | undefined {
  if (!('symbol' in target) || !('granularity' in target.symbol)) return undefined;
  const { dimension, isTimeShift } = target.symbol;
  const all = isTimeShift ? timeShiftsOf(dimension) : granularitiesOf(dimension);
  return { dimension, isTimeShift: isTimeShift ?? false, names: all.map(({ name }) => name) };
}
