/** Selects the entries of a plan to carry out, and checks whether they may be carried out. */

import { type Halt, HaltError, halt, listSome } from './halt.ts';
import { commonHalts, type PlanInput, pullHalts, pushHalts } from './halts.ts';
import { nestsWith } from './names.ts';
import type { Plan, PlanEntry, TransferEntry } from './planTypes.ts';

export type Direction = 'push' | 'pull';

/** Confirms one plan. A first sync and every confirmable halt continue only with `confirmed` and the plan that was shown. */
export interface Confirmation {
  confirmed?: boolean;
  plan?: Plan;
}

export function selectEntries(
  plan: Plan,
  direction: Direction,
  paths: readonly string[] | undefined,
): readonly TransferEntry[] {
  const all: readonly TransferEntry[] = direction === 'push' ? plan.pushes : plan.pulls;
  if (!paths) return all;
  const wanted = new Set(paths);
  const selected = all.filter(({ path, from }) => wanted.has(path) || (from !== undefined && wanted.has(from)));
  // A file cannot replace a folder, or a folder a file, without the deletion of the other one.
  const isInPlaceOf = nestsWith(selected.filter(({ change }) => change !== 'delete').map(({ path }) => path));
  const selection = new Set(selected);
  return all.filter((entry) => selection.has(entry) || (entry.change === 'delete' && isInPlaceOf(entry.path)));
}

/** @throws HaltError `plan-changed` when the plan the user saw is not the current plan. */
export function assertPlanCurrent(
  plan: Plan,
  selection: readonly TransferEntry[],
  { confirmed, plan: shown }: Confirmation,
): void {
  if (!shown || shown.id === plan.id) return;
  if (confirmed) throw new HaltError(planChangedHalt(changedPaths(shown, plan)));
  const known = new Map(shown.entries.map((entry) => [entry.path, entry]));
  const changed = selection.filter((entry) => !isSameEntry(entry, known.get(entry.path))).map(({ path }) => path);
  if (changed.length > 0) throw new HaltError(planChangedHalt(changed));
}

/** @throws HaltError for the first reason to stop. */
export function assertConfirmed(
  input: PlanInput,
  plan: Plan,
  selection: readonly TransferEntry[],
  confirmed: boolean,
): void {
  // A selection has one direction.
  const pushes = selection.filter((entry) => entry.kind === 'push');
  const pulls = selection.filter((entry) => entry.kind === 'pull');
  const halts = [...commonHalts(plan, input), ...pushHalts(pushes, input), ...pullHalts(pulls, input)];
  const final = halts.find((each) => !each.confirmable);
  if (final) throw new HaltError(final);
  const [first] = halts;
  if (first && !confirmed && selection.length > 0) throw new HaltError(first);
}

export function planChangedHalt(paths: readonly string[]): Halt {
  return paths.length > 0 ? halt('plan-changed-files', [listSome(paths)], paths) : halt('plan-changed', [], paths);
}

function changedPaths(shown: Plan, now: Plan): string[] {
  const before = new Map(shown.entries.map((entry) => [entry.path, entry]));
  const after = new Map(now.entries.map((entry) => [entry.path, entry]));
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => !isSameEntry(after.get(path), before.get(path)));
}

function isSameEntry(a: PlanEntry | undefined, b: PlanEntry | undefined): boolean {
  return a?.kind === b?.kind && a?.local === b?.local && a?.remote === b?.remote;
}
