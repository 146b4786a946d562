/** The differences between two compiled models: the SQL of each public member, and of each saved query and test. */

import { Limit } from '../../base/async.ts';
import { CancelledError } from '../../base/errors.ts';
import { Asked, type AskedSides, batchesOf, type CompiledUse, compareBatch, type Outcome } from './askedSides.ts';
import { type SharedMember, sharedMembers } from './memberQueries.ts';
import { renamedQuery } from './renamedQuery.ts';

interface MemberOutcome extends Outcome {
  name: string;
  previousName: string;
}

export interface CompiledDifference<Use> {
  members: readonly MemberOutcome[];
  uses: ReadonlyMap<Use, Outcome>;
}

interface CompareOptions<Use> extends AskedSides {
  uses: readonly Use[];
  /** Cubes and views that are asked for first. */
  first: ReadonlySet<string>;
}

const concurrency = 8;

/** @throws CancelledError when `signal` aborts */
export async function compareCompiled<Use extends CompiledUse>(
  options: CompareOptions<Use>,
): Promise<CompiledDifference<Use>> {
  const { before, after, renames, uses, first, signal } = options;
  const asked = new Asked(options);
  const open = { before: before.unrestricted ?? before, after: after.unrestricted ?? after };
  const askedOpen = new Asked({ ...options, ...open });
  const members = sharedMembers(open.before.meta, open.after.meta, renames);
  const isFirst = ({ group }: SharedMember) => first.has(group.slice(0, group.indexOf(' ')));
  const ordered = [...members.filter(isFirst), ...members.filter((one) => !isFirst(one))];
  const found = new Map<SharedMember, Outcome>();
  const byUse = new Map<Use, Outcome>();
  const former = new Map([...renames].map(([old, now]) => [now, old]));
  // One batch is divided before the next one starts, so that the end of the budget leaves few batches half known.
  const limit = new Limit(concurrency);
  await Promise.all([
    ...uses.map((use) =>
      limit.run(async () => {
        const old = renamedQuery(use.query, former);
        const outcome = await asked.pair(old, use.query, use.as);
        const isAnswered = outcome.effect === 'same' || outcome.effect === 'changed';
        byUse.set(use, (isAnswered && (await asked.hidden(old, use))) || outcome);
      }),
    ),
    ...batchesOf(ordered).map((batch) => limit.run(() => compareBatch(batch, askedOpen, found))),
  ]);
  if (signal.aborted) throw new CancelledError();
  const outcomes = new Map<string, MemberOutcome>();
  for (const member of members) {
    const { name, previousName } = member;
    const outcome = found.get(member) ?? { effect: undefined };
    const known = outcomes.get(name);
    if (!known || rank(outcome) > rank(known)) outcomes.set(name, { name, previousName, ...outcome });
  }
  return { members: [...outcomes.values()], uses: byUse };
}

/** The query that says most about a difference decides among the queries for one member. */
function rank({ effect }: Outcome): number {
  return (['same', undefined, 'neither', 'accepted', 'changed', 'refused'] as const).indexOf(effect);
}
