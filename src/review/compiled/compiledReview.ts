/** The effects of a change in the compiled models: which members and queries it affects, and which public names it removes. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { DataMeta } from '../../contract/dataApi.ts';
import type { Range } from '../../model/source/range.ts';
import { membersIn, withoutMembers } from '../../query/compare/withoutMembers.ts';
import { namesIn } from '../../query/tests/memberGraph.ts';
import type { AffectedQuery } from '../model/affectedQueries.ts';
import type { Aspect, Breakage, ModelChange, PartKind, ReviewPlace, User } from '../model/modelChange.ts';
import { reviewTexts } from '../model/reviewTexts.ts';
import type { CompiledSide } from './askedSides.ts';
import { type CompiledDifference, compareCompiled } from './compareCompiled.ts';
import { publicParts } from './publicParts.ts';
import { renamedMember } from './renamedQuery.ts';
import type { Renames } from './sameSql.ts';
import { compareSeen, type SeenOutcome, type SeenTest } from './seenMembers.ts';

/** A public member of both models whose SQL differs, or which the platform refuses on one side. */
export interface AffectedMember {
  name: string;
  /** Set only if it differs. */
  previousName?: string;
  effect: 'changed' | 'refused' | 'accepted';
  /** The platform's message about a refused member. */
  message?: string;
  /** The statements of both models, of the first changed members only. */
  sql?: Record<'before' | 'after', string>;
  /** The changed parts of the sources that explain it; empty for example if a macro or a variable is the cause. */
  causes: readonly string[];
}

/** A public name that the newer model does not have, or has for other data. Other programs may use it. */
export interface ConsumerChange {
  kind: PartKind;
  name: string;
  change: 'removed' | 'renamed' | 'type';
  /** Only of a renamed one. */
  newName?: string;
  /** What uses it in the project, and of the platform's content. */
  uses?: readonly User[];
}

export function consumerMessage({ name, change, newName = '' }: ConsumerChange): CatalogMessage {
  if (change === 'renamed') return reviewTexts.message('renamed', [name, newName]);
  return reviewTexts.message(change === 'type' ? 'other-type' : 'gone', [name]);
}

export interface CompileError {
  side: ReviewPlace['side'];
  branch: string;
  file: string;
  range: Range;
  message: string;
}

/** The number of items that were not compared, and why. */
interface NotCompared {
  members: number;
  queries: number;
  /** Different texts of the platform, a few at most. */
  reasons: readonly string[];
}

export interface CompiledReview {
  /** The errors of the branches that do not compile. Then nothing else is known. */
  errors: readonly CompileError[];
  /** Why the compiled models are not compared; empty: they are. */
  missing: readonly Breakage['message'][];
  /** Why both models were compiled on this computer; empty: they are those of the platform, or there is no platform. */
  compiledHere: readonly CatalogMessage[];
  affected: readonly AffectedMember[];
  /**
   * Saved queries and tests that ran on the former model and are refused by the newer one, unless a change of the model lists them;
   * tests that expect a refusal of the former model which the newer one does not refuse; tests whose user sees what should be hidden, or
   * does not see what should be visible.
   */
  failing: readonly Breakage[];
  consumers: readonly ConsumerChange[];
  /** The content of the platform that was not searched for these names, and why. */
  contentNotRead: readonly CatalogMessage[];
  /** Number of members and queries with a known answer. */
  compared: { members: number; queries: number };
  notCompared: NotCompared;
}

export const nothingCompiled: CompiledReview = {
  errors: [],
  missing: [],
  compiledHere: [],
  affected: [],
  failing: [],
  consumers: [],
  contentNotRead: [],
  compared: { members: 0, queries: 0 },
  notCompared: { members: 0, queries: 0, reasons: [] },
};

/** Who compiled the models, if not the platform, and why. */
export function compiledHereMessages({ compiledHere }: CompiledReview): readonly CatalogMessage[] {
  return compiledHere.length === 0 ? [] : [reviewTexts.message('compiled-here'), ...compiledHere];
}

const maxReasons = 5;
const maxStatements = 200;

interface ReviewInput {
  before: CompiledSide;
  after: CompiledSide;
  changes: readonly ModelChange[];
  queries: readonly AffectedQuery[];
  seen: readonly SeenTest[];
  /** Cubes and views that are compared first. */
  first: ReadonlySet<string>;
  budget: { statements: number; ms: number };
  signal: AbortSignal;
}

interface Reviewed {
  compiled: CompiledReview;
  model: readonly ModelChange[];
  /** Those whose values are to be compared. */
  queries: readonly AffectedQuery[];
}

/** `queries` of the input: all saved queries and tests. @throws CancelledError */
export async function reviewCompiled(input: ReviewInput): Promise<Reviewed> {
  const { before, after, changes, queries, signal } = input;
  const renames = renamesOf(changes);
  const [found, seen] = await Promise.all([
    compareCompiled({ ...input, renames, uses: queries, signal }),
    compareSeen(input.seen, { ...input, renames }),
  ]);
  let statements = 0;
  const affected = found.members.flatMap(({ name, previousName, effect, message, sql }): AffectedMember[] => {
    if (effect === undefined || effect === 'same' || effect === 'neither') return [];
    const isKept = sql !== undefined && statements < maxStatements;
    if (isKept) statements += 1;
    const more = {
      ...(previousName !== name && { previousName }),
      ...(message !== undefined && { message }),
      ...(isKept && { sql: { before: sql.before.text, after: sql.after.text } }),
    };
    return [{ name, effect, ...more, causes: causesOf(name, changes) }];
  });
  const isSame = new Map(found.members.map(({ name, effect }) => [name, effect === 'same']));
  const model = changes
    .flatMap((one) => withoutSameSql(one, isSame) ?? [])
    .map((one) => withoutWorking(one, found.uses))
    .map((one) => withoutHidden(one, seen));
  const affectedNames = new Set(affected.map(({ name }) => name));
  // A query that both models refuse is not affected; a member may be.
  const unknownMembers = found.members.filter(({ effect }) => effect === undefined || effect === 'neither');
  const unknownUses = [
    ...[...found.uses.values()].filter(({ effect }) => effect === undefined),
    ...seen.filter(({ isKnown }) => !isKnown),
  ];
  const [known, now] = [publicParts(before.meta), publicParts(after.meta)];
  const former = new Map([...renames].map(([old, now]) => [now, old]));
  // Members that both models hide can be in filters.
  const isNew = (name: string) => now.has(name) && !known.has(renamedMember(name, former));
  return {
    model,
    queries: queries.flatMap((query): AffectedQuery[] => {
      const effect = found.uses.get(query)?.effect;
      const isAffected =
        effect === undefined ? query.members.length > 0 : effect === 'changed' || effect === 'accepted';
      if (!isAffected) return [];
      const names = [...namesIn(query.query)];
      const members = names.filter((name) => affectedNames.has(name) || query.members.includes(name)).sort();
      const newMembers = effect === 'accepted' ? [...membersIn(query.query)].filter(isNew) : [];
      // A refusal, or a query of new members only, has no former values.
      if (effect === 'accepted' && query.expectedError !== undefined) return [];
      if (newMembers.length > 0 && !withoutMembers(query.query, new Set(newMembers)).query) return [];
      return [{ ...query, members: members.length > 0 ? members : names.sort(), former, newMembers }];
    }),
    compiled: {
      ...nothingCompiled,
      affected,
      failing: failingUses(found.uses, seen, model),
      consumers: consumerChanges((before.unrestricted ?? before).meta, (after.unrestricted ?? after).meta, renames),
      compared: {
        members: found.members.length - unknownMembers.length,
        queries: found.uses.size + seen.length - unknownUses.length,
      },
      notCompared: {
        members: unknownMembers.length,
        queries: unknownUses.length,
        reasons: [...new Set([...unknownMembers, ...unknownUses].flatMap(({ message }) => message ?? []))].slice(
          0,
          maxReasons,
        ),
      },
    },
  };
}

/** New names of cubes, views and members by their former ones. */
export function renamesOf(changes: readonly ModelChange[]): Renames {
  const kinds: readonly PartKind[] = ['cube', 'view', 'measure', 'dimension', 'segment'];
  return new Map(
    changes.flatMap(({ kind, name, previousName }) =>
      previousName !== undefined && kinds.includes(kind) ? [[previousName, name] as const] : [],
    ),
  );
}

/** Names of the former metadata that the newer one lacks, or has with another type. Members of a missing cube are not listed. */
function consumerChanges(before: DataMeta, after: DataMeta, renames: Renames): ConsumerChange[] {
  const [old, now] = [publicParts(before), publicParts(after)];
  const changes: ConsumerChange[] = [];
  for (const { kind, name, owner, type } of old.values()) {
    const same = now.get(name);
    if (same) {
      if (same.kind !== kind || same.type !== type) changes.push({ kind, name, change: 'type' });
      continue;
    }
    if (owner !== undefined && !now.has(owner)) continue;
    const newName = renamedMember(name, renames);
    changes.push(
      newName !== name && now.has(newName)
        ? { kind, name, change: 'renamed', newName }
        : { kind, name, change: 'removed' },
    );
  }
  return changes.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** They change no SQL. */
const shownAspects: ReadonlySet<Aspect> = new Set(['title', 'description', 'format', 'visibility']);

/** The changes whose part, or what is made of it, is the member. */
function causesOf(name: string, changes: readonly ModelChange[]): string[] {
  const owner = name.slice(0, name.indexOf('.'));
  const isShown = ({ change, aspects }: ModelChange) =>
    change === 'changed' && aspects.every((one) => shownAspects.has(one));
  const isCause = (change: ModelChange) =>
    change.name === name ||
    change.name === owner ||
    change.name.startsWith(`${name}.`) ||
    change.reach.members.includes(name) ||
    ((change.kind === 'join' || change.kind === 'access_policy') && change.name.startsWith(`${owner}.`));
  return [...new Set(changes.filter((one) => isCause(one) && !isShown(one)).map((one) => one.name))];
}

/** SQL that differs in the source only, for example because a reference follows a rename. Undefined: nothing else differs. */
function withoutSameSql(change: ModelChange, isSame: ReadonlyMap<string, boolean>): ModelChange | undefined {
  const isMember = ['measure', 'dimension', 'segment'].includes(change.kind);
  if (!isMember || change.change === 'added' || change.change === 'removed' || !isSame.get(change.name)) return change;
  const aspects = change.aspects.filter((aspect) => aspect !== 'sql' && aspect !== 'filters');
  if (aspects.length === change.aspects.length) return change;
  return aspects.length > 0 || change.change === 'renamed' || change.breaking.length > 0
    ? { ...change, aspects }
    : undefined;
}

type Uses = CompiledDifference<AffectedQuery>['uses'];

function useKey(kind: string, file: string, name: string): string {
  return JSON.stringify([kind, file, name]);
}

/**
 * A query that the newer model answers breaks only by another type; one that the former model refused, or that should be refused, not
 * by the change.
 */
function withoutWorking(change: ModelChange, uses: Uses): ModelChange {
  if (change.breaking.length === 0) return change;
  const byKey = new Map<string, boolean[]>();
  for (const [{ path, test, definedAs = test, expectedError }, { effect }] of uses) {
    const expectsError = expectedError !== undefined;
    const key = definedAs === undefined ? useKey('query', path, path) : useKey('test', path, definedAs);
    const isBroken = !expectsError && (effect === undefined || effect === 'refused');
    const isAnswered = effect === 'same' || effect === 'changed';
    const known = byKey.get(key) ?? [false, false];
    byKey.set(key, [known[0]! || isBroken, known[1]! || (isAnswered && !expectsError)]);
  }
  const breaking = change.breaking.filter(({ by, message }) => {
    const [isBroken, isAnswered] = byKey.get(useKey(by.kind, by.place?.file ?? '', by.name)) ?? [true, true];
    return isBroken || (isAnswered && otherTypes.has(message.text.message));
  });
  return breaking.length === change.breaking.length ? change : { ...change, breaking };
}

const { retyped, 'other-type': otherType, 'other-kind': otherKind } = reviewTexts.texts;
const otherTypes: ReadonlySet<string> = new Set([retyped, otherType, otherKind].map(({ message }) => message));

/** A member that the change hides does not break a test that expects it to be hidden. */
function withoutHidden(change: ModelChange, seen: readonly SeenOutcome[]): ModelChange {
  if (change.breaking.length === 0) return change;
  const keyOf = ({ path, test, definedAs = test }: SeenTest) => useKey('test', path, definedAs);
  const ofViews = seen.filter(({ test }) => !test.hasQuery);
  const broken = new Set(ofViews.filter(({ isFine }) => !isFine).map(({ test }) => keyOf(test)));
  const fine = new Set(ofViews.map(({ test }) => keyOf(test)).filter((key) => !broken.has(key)));
  const breaking = change.breaking.filter(
    ({ by, message }) =>
      message.text.message !== reviewTexts.texts.hidden.message ||
      !fine.has(useKey(by.kind, by.place?.file ?? '', by.name)),
  );
  return breaking.length === change.breaking.length ? change : { ...change, breaking };
}

function failingUses(uses: Uses, seen: readonly SeenOutcome[], model: readonly ModelChange[]): Breakage[] {
  const listed = new Set(
    model.flatMap(({ breaking }) => breaking.map(({ by }) => useKey(by.kind, by.place?.file ?? '', by.name))),
  );
  const byQuery = [...uses].flatMap(([use, { effect, message: text = '', hidden }]) => {
    const { path, test, definedAs = test, line = 1, expectedError } = use;
    const kind = test === undefined ? 'query' : 'test';
    const name = test ?? path;
    const isBroken =
      expectedError === undefined ? effect === 'refused' : effect === 'accepted' && text.includes(expectedError);
    if (!isBroken || listed.has(useKey(kind, path, definedAs ?? path))) return [];
    const message =
      expectedError !== undefined
        ? reviewTexts.message('accepted', [expectedError])
        : hidden
          ? reviewTexts.message('unseen', [hidden.join(', ')])
          : reviewTexts.message('refused', [text]);
    return [breakage({ kind, name, path, line }, message)];
  });
  const known = new Set([...listed, ...byQuery.map(({ by }) => useKey(by.kind, by.place?.file ?? '', by.name))]);
  const bySight = seen.flatMap(({ test: { path, test, definedAs = test, line }, exposed, unseen }) => {
    if (exposed.length + unseen.length === 0) return [];
    if (known.has(useKey('test', path, definedAs)) || known.has(useKey('test', path, test))) return [];
    const message =
      exposed.length > 0
        ? reviewTexts.message('exposed', [exposed.join(', ')])
        : reviewTexts.message('unseen', [unseen.join(', ')]);
    return [breakage({ kind: 'test', name: test, path, line }, message)];
  });
  return [...byQuery, ...bySight];
}

function breakage(
  { kind, name, path, line }: { kind: 'query' | 'test'; name: string; path: string; line: number },
  message: CatalogMessage,
): Breakage {
  const at = { line: line - 1, character: 0 };
  const place = { file: path, range: { start: at, end: at }, side: 'after' } as const;
  return { by: { kind, name, place }, reason: message.message, message };
}
