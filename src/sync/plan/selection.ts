/** Which entries of a plan are to be carried out, and whether they may be. Pure. */

import { type Halt, HaltError, halt, nameSome } from './halt.ts';
import { type Circumstances, commonHalts, pullHalts, pushHalts } from './halts.ts';
import type { Plan, PlanEntry, PullEntry, PushEntry } from './planTypes.ts';

/** Confirms one plan. A first sync and every confirmable halt continue only with `confirmed` and the plan that was shown. */
export interface Confirmation {
  confirmed?: boolean;
  plan?: Plan;
}

export type Moving = PushEntry | PullEntry;

export function selectEntries(plan: Plan, direction: 'push' | 'pull', paths: readonly string[] | undefined): Moving[] {
  const all: readonly Moving[] = direction === 'push' ? plan.pushes : plan.pulls;
  if (!paths) return [...all];
  const wanted = new Set(paths);
  return all.filter(({ path, from }) => wanted.has(path) || (from !== undefined && wanted.has(from)));
}

/** @throws HaltError `plan-changed` where the plan a person saw is not the plan there is now. */
export function assertPlanCurrent(
  plan: Plan,
  chosen: readonly Moving[],
  { confirmed, plan: shown }: Confirmation,
): void {
  if (!shown || shown.id === plan.id) return;
  if (confirmed) throw new HaltError(planChanged(changedPaths(shown, plan)));
  const known = new Map(shown.entries.map((entry) => [entry.path, entry]));
  const other = chosen.filter((entry) => !sameEntry(entry, known.get(entry.path))).map(({ path }) => path);
  if (other.length > 0) throw new HaltError(planChanged(other));
}

/** @throws HaltError for the first reason to stop. */
export function assertConfirmed(
  seen: Circumstances,
  plan: Plan,
  chosen: readonly Moving[],
  { direction, confirmed }: { direction: 'push' | 'pull'; confirmed: boolean },
): void {
  const own =
    direction === 'push'
      ? pushHalts(
          chosen.filter((entry) => entry.kind === 'push'),
          seen,
        )
      : pullHalts(
          chosen.filter((entry) => entry.kind === 'pull'),
          seen,
        );
  const halts = [...commonHalts(plan, seen), ...own];
  const final = halts.find((each) => !each.confirmable);
  if (final) throw new HaltError(final);
  const [first] = halts;
  if (first && !confirmed && chosen.length > 0) throw new HaltError(first);
}

export function planChanged(paths: readonly string[]): Halt {
  const about = paths.length > 0 ? `: ${nameSome(paths)}` : '';
  return halt('plan-changed', `The plan has changed since it was shown${about}.`, 'Look at the new plan.', paths);
}

function changedPaths(shown: Plan, now: Plan): string[] {
  const before = new Map(shown.entries.map((entry) => [entry.path, entry]));
  const after = new Map(now.entries.map((entry) => [entry.path, entry]));
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => !sameEntry(after.get(path), before.get(path)));
}

function sameEntry(a: PlanEntry | undefined, b: PlanEntry | undefined): boolean {
  return a?.kind === b?.kind && a?.local === b?.local && a?.remote === b?.remote;
}
