/** The plan that remains after a transfer, from what is known without another scan or listing. */

import type { Hash } from '../base/hash.ts';
import { buildPlan } from './plan/buildPlan.ts';
import type { Filter } from './plan/filter.ts';
import type { PlanInput } from './plan/halts.ts';
import type { Plan } from './plan/planTypes.ts';
import { changedTree, filterTree, type Tree } from './plan/tree.ts';
import type { BaseStore } from './state/baseStore.ts';
import { settleIntents } from './state/intents.ts';

export function remainingPlan(
  plan: Plan,
  known: { local: ReadonlyMap<string, Hash | undefined>; listed: Tree | undefined },
  { base: store, filter }: { base: BaseStore; filter(): Filter },
): Plan {
  const listed = known.listed ?? plan.listed;
  const whole = filter().part(listed);
  const local = changedTree(plan.local, known.local);
  const settled = settleIntents(store.tree, store.intents, local, whole);
  const refused = new Set(plan.refused.flatMap((entry) => (entry.local === undefined ? [entry.path] : [])));
  const isVisible = (path: string) => !refused.has(path);
  // Another window may have advanced the base since. Both sides had these versions then, even if this window did not scan.
  const agreedElsewhere: [string, Hash | undefined][] = [];
  // A file that was read here and is what the other window pushed needs no listing; the plan's one is older.
  const isKnown = (path: string, hash: Hash) => known.local.get(path) === hash && known.listed === undefined;
  for (const [path, hash] of settled) {
    if (hash === plan.base.get(path) || !isVisible(path)) continue;
    if (!known.local.has(path) || isKnown(path, hash)) agreedElsewhere.push([path, hash]);
  }
  for (const path of plan.base.keys()) {
    if (!settled.has(path) && !known.local.has(path)) agreedElsewhere.push([path, undefined]);
  }
  const input: PlanInput = {
    base: refused.size > 0 ? filterTree(settled, isVisible) : settled,
    local: changedTree(local, agreedElsewhere),
    remote: changedTree(refused.size > 0 ? filterTree(whole, isVisible) : whole, agreedElsewhere),
    baseOrigin: store.origin,
    folderRefused: undefined,
    folderMissing: false,
    gitBusy: false,
    unsettled: false,
    contradictory: [],
  };
  return buildPlan(input, listed, plan.refused);
}
