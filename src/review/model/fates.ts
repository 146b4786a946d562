/** The fate of a name of the former model, for queries and tests that still use it. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { PartPair } from './comparison.ts';
import type { PartKind } from './modelChange.ts';
import { keyOfPart, nameOfPart, type Part, type PartName, type Parts, partsOf } from './parts.ts';
import { reviewTexts } from './reviewTexts.ts';

interface Fate {
  /** The change that is the cause. */
  cause: PartPair;
  message: CatalogMessage;
}

const memberKinds: readonly PartKind[] = ['measure', 'dimension', 'segment', 'hierarchy'];

export class Fates {
  readonly #before: PartsByOwner;
  readonly #after: PartsByOwner;
  /** By the key of the former part. */
  readonly #pairs = new Map<string, PartPair>();

  constructor(before: ModelIndex, after: ModelIndex, pairs: readonly PartPair[]) {
    this.#before = new PartsByOwner(before);
    this.#after = new PartsByOwner(after);
    for (const pair of pairs) if (pair.before) this.#pairs.set(keyOfPart(pair.before), pair);
  }

  /** `name` is `orders.count` or `orders.created_at.fiscal_year`. Empty if it means the same as before. */
  of(name: string): Fate[] {
    const [owner = '', local = '', granularity] = name.split('.');
    const pair = this.#pairs.get(keyOfPart({ kind: 'cube', owner, local: '' }));
    const whole = pair && lost(pair);
    if (whole) return [{ cause: pair, message: whole }];
    const members = memberKinds.flatMap((kind) => this.#before.get({ kind, owner, local }) ?? []);
    const isHidden = pair?.before?.isPublic === true && pair.after?.isPublic === false;
    const fates = members.flatMap((part) => this.#ofMember(part, isHidden ? pair : undefined));
    if (granularity === undefined) return fates;
    const inside = this.#pairs.get(keyOfPart({ kind: 'granularity', owner, local: `${local}.${granularity}` }));
    const message = inside && lost(inside);
    return message ? [...fates, { cause: inside, message }] : fates;
  }

  #ofMember(part: Part, hidden: PartPair | undefined): Fate[] {
    const pair = this.#pairs.get(keyOfPart(part));
    const after = pair ? pair.after : this.#after.get(part);
    const name = nameOfPart(part);
    if (pair && !after) {
      const other = memberKinds.find((kind) => this.#after.get({ kind, owner: part.owner, local: part.local }));
      return [{ cause: pair, message: other ? reviewTexts.message('other-kind', [name, other]) : lost(pair)! }];
    }
    const message = pair && lost(pair);
    if (message) return [{ cause: pair, message }];
    if (!after) return [];
    const fates: Fate[] = [];
    const cause = pair ?? this.#originPair(part);
    const newType = retyped(part, after);
    if (cause && newType) fates.push({ cause, message: newType });
    const hider = part.isPublic && !after.isPublic ? (hidden ?? pair) : undefined;
    if (hider) fates.push({ cause: hider, message: reviewTexts.message('hidden', [name]) });
    return fates;
  }

  /** The change of the member that an included or inherited one comes from. */
  #originPair({ kind, origin }: Part): PartPair | undefined {
    return origin && this.#pairs.get(keyOfPart({ kind, owner: origin.owner, local: origin.local }));
  }
}

/** All parts of the cubes and views that are asked for. */
class PartsByOwner {
  readonly #index: ModelIndex;
  readonly #parts = new Map<string, Parts>();

  constructor(index: ModelIndex) {
    this.#index = index;
  }

  get(name: PartName): Part | undefined {
    let parts = this.#parts.get(name.owner);
    if (!parts) {
      const definition = this.#index.cube(name.owner);
      parts = definition ? partsOf(this.#index, definition) : new Map();
      this.#parts.set(name.owner, parts);
    }
    return parts.get(keyOfPart(name));
  }
}

/** Why the former name means nothing any more; undefined if it still does. */
export function lost({ before, after, isRenamed }: PartPair): CatalogMessage | undefined {
  if (!before) return undefined;
  if (!after && before.kind === 'join') return reviewTexts.message('no-join', [before.owner, before.local]);
  if (!after) return reviewTexts.message('gone', [nameOfPart(before)]);
  return isRenamed ? reviewTexts.message('renamed', [nameOfPart(before), nameOfPart(after)]) : undefined;
}

/** Undefined if the type is the same, or not known on a side. */
export function retyped(before: Part, after: Part): CatalogMessage | undefined {
  if (before.type === undefined || after.type === undefined || before.type === after.type) return undefined;
  return reviewTexts.message('retyped', [nameOfPart(after), after.type, before.type]);
}
