/** Compares both sides: scan, listing and base, and the plan that results from them. Writes nothing to either side. */

import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { CatalogMessage } from '../base/errors.ts';
import type { Hash } from '../base/hash.ts';
import type { LocalFolder, Scan } from './local/localFolder.ts';
import { buildPlan } from './plan/buildPlan.ts';
import type { Filter } from './plan/filter.ts';
import type { PlanInput } from './plan/halts.ts';
import type { Plan, RefusedEntry } from './plan/planTypes.ts';
import { syncReasons } from './plan/syncReasons.ts';
import { filterTree, type Tree } from './plan/tree.ts';
import type { BranchReads } from './remote/branchPort.ts';
import type { BaseStore } from './state/baseStore.ts';
import { settleIntents } from './state/intents.ts';

interface ComparisonTools {
  /** Absolute path of the project folder. */
  root: string;
  folder: LocalFolder;
  port: BranchReads;
  base: BaseStore;
  /** Reads the ignore file again. */
  loadFilter(): Promise<Filter>;
  isGitBusy(): Promise<boolean>;
}

export interface Comparison {
  plan: Plan;
  input: PlanInput;
  scan: Scan;
}

/** The last comparison of a tree of local files, with everything else it depends on. */
const lastComparisons = new WeakMap<Tree, { dependencies: readonly unknown[]; comparison: Comparison }>();

/** @throws what the port throws */
export async function compareSides(tools: ComparisonTools, signal?: AbortSignal): Promise<Comparison> {
  const folderRefused = refuseFolder(tools.root);
  if (folderRefused !== undefined) return emptyComparison(folderRefused);
  const first = await compareOnce(tools, signal);
  // A file may really have changed between the two listings, so contradictory listings are requested again.
  return first.input.contradictory.length > 0 ? compareOnce(tools, signal) : first;
}

async function compareOnce(tools: ComparisonTools, signal?: AbortSignal): Promise<Comparison> {
  const filter = await tools.loadFilter();
  // Load the base before scan and listing: a newer base could make a new file look deleted.
  await tools.base.load(filter.fingerprint);
  const { tree, intents, lastKnown, origin, revision } = tools.base;
  const [listed, scan, gitBusy] = await Promise.all([
    tools.port.listHashes(signal),
    tools.folder.scan(),
    tools.isGitBusy(),
  ]);
  const isCacheable = scan.refused.size === 0 && scan.leftovers.length === 0 && !scan.missing;
  const dependencies = [tools.root, filter, listed, gitBusy, revision, origin];
  const last = isCacheable ? lastComparisons.get(scan.tree) : undefined;
  if (last?.dependencies.every((part, index) => part === dependencies[index])) return last.comparison;
  const whole = filter.part(listed);
  const known = origin === 'other-filter' ? filterTree(lastKnown, (path) => filter.includes(path)) : tree;
  // A file the scan cannot see is not deleted: it is left out on all sides.
  const hiddenBy = hiddenPaths(scan);
  const isVisible = (path: string) => hiddenBy!(path) === undefined;
  const remote = hiddenBy ? filterTree(whole, isVisible) : whole;
  const settled = settleIntents(known, intents, scan.tree, whole);
  const base = hiddenBy ? filterTree(settled, isVisible) : settled;
  const absent: string[] = [];
  for (const path of base.keys()) if (!remote.has(path)) absent.push(path);
  const paths = absent.length > 0 ? await tools.port.listPaths(signal) : undefined;
  const input: PlanInput = {
    base,
    local: scan.missing ? base : scan.tree,
    remote,
    baseOrigin: origin,
    folderRefused: undefined,
    folderMissing: scan.missing,
    gitBusy,
    unsettled: tools.base.hasLostIntents,
    contradictory: absent.filter((path) => paths?.has(path)),
  };
  const comparison = { plan: buildPlan(input, listed, findRefused(scan, listed, filter)), input, scan };
  if (isCacheable && !paths) lastComparisons.set(scan.tree, { dependencies, comparison });
  return comparison;
}

/** Finds the refused path that hides a path from the scan: the path itself, or a parent. undefined: nothing is hidden. */
function hiddenPaths({ refused }: Scan): ((path: string) => string | undefined) | undefined {
  if (refused.size === 0) return undefined;
  return (path) => {
    if (refused.has(path)) return path;
    for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
      if (refused.has(path.slice(0, end))) return path.slice(0, end);
    }
    return undefined;
  };
}

function findRefused(scan: Scan, listed: Tree, filter: Filter): RefusedEntry[] {
  const refused = new Map<string, { reason: CatalogMessage; remote: Hash | undefined }>();
  const hiddenBy = hiddenPaths(scan);
  if (hiddenBy) {
    for (const [path, remote] of filter.part(listed)) {
      const at = hiddenBy(path);
      if (at !== undefined)
        refused.set(path, { reason: syncReasons.message('hidden', [at, scan.refused.get(at)!]), remote });
    }
  }
  for (const [path, reason] of scan.refused) refused.set(path, { reason, remote: listed.get(path) });
  for (const [path, reason] of filter.refusals(listed)) refused.set(path, { reason, remote: listed.get(path) });
  return Array.from(refused, ([path, { reason, remote }]) => {
    return { kind: 'refused', path, base: undefined, local: undefined, remote, reason };
  });
}

/** The home folder and the root of a disk are never a project. */
function refuseFolder(root: string): PlanInput['folderRefused'] {
  const folder = resolve(root);
  if (folder === dirname(folder)) return 'root-folder';
  if (folder === resolve(homedir())) return 'home-folder';
  return undefined;
}

function emptyComparison(folderRefused: PlanInput['folderRefused']): Comparison {
  const none: Tree = new Map();
  const input: PlanInput = {
    base: none,
    local: none,
    remote: none,
    baseOrigin: 'found',
    folderRefused,
    folderMissing: false,
    gitBusy: false,
    unsettled: false,
    contradictory: [],
  };
  const scan: Scan = { tree: new Map(), refused: new Map(), missing: false, leftovers: [] };
  return { plan: buildPlan(input, none, []), input, scan };
}
