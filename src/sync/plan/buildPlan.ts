/** Builds the plan of a comparison: the differences of three trees, and the halts they cause. */

import { hashOf } from '../../base/hash.ts';
import { commonHalts, type PlanInput, pullHalts, pushHalts } from './halts.ts';
import { planDifferences } from './planDifferences.ts';
import { byPath, type Plan, type RefusedEntry } from './planTypes.ts';
import type { Tree } from './tree.ts';

export function buildPlan(input: PlanInput, listed: Tree, refused: readonly RefusedEntry[]): Plan {
  const { base, local, remote } = input;
  const differences = planDifferences(base, local, remote, listed);
  const { identity, pushes, pulls, conflicts, agreed } = differences;
  const colliding = new Set(differences.refused.map(({ path }) => path));
  const others = refused.filter(({ path }) => !colliding.has(path));
  const common = commonHalts(differences, input);
  const halts = {
    push: [...common, ...pushHalts(pushes, input)],
    pull: [...common, ...pullHalts(pulls, input)],
  };
  const kinds = [...halts.push.map(({ kind }) => kind), '|', ...halts.pull.map(({ kind }) => kind)];
  return {
    id: hashOf(Buffer.from(`${identity} ${kinds.join(' ')}`)).slice(0, 16),
    entries: others.length > 0 ? [...differences.entries, ...others].sort(byPath) : differences.entries,
    pushes,
    pulls,
    conflicts,
    refused: others.length > 0 ? [...differences.refused, ...others] : differences.refused,
    agreed,
    halts,
    base,
    local,
    remote,
    listed,
  };
}
