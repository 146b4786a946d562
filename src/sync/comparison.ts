/** One look at both sides: scan, listing, base, and the plan that follows from them. Writes nothing to either side. */

import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { LocalFolder, Scan } from './local/localFolder.ts';
import type { Filter } from './plan/filter.ts';
import { type Circumstances, commonHalts, pullHalts, pushHalts } from './plan/halts.ts';
import { byPath, planDifferences } from './plan/plan.ts';
import type { Plan, RefusedEntry } from './plan/planTypes.ts';
import { changedTree, filterTree, type Hash, hashOf, type Tree } from './plan/tree.ts';
import type { BranchReads } from './remote/branchPort.ts';
import type { BaseStore } from './state/baseStore.ts';
import { settleIntents } from './state/intents.ts';

export interface ComparisonTools {
  /** Absolute path of the project folder. */
  root: string;
  folder: LocalFolder;
  port: BranchReads;
  base: BaseStore;
  /** Reads the ignore file anew. */
  loadFilter(): Promise<Filter>;
  isGitBusy(): Promise<boolean>;
}

export interface Comparison {
  plan: Plan;
  seen: Circumstances;
  scan: Scan;
}

/** What a quiet look came to, by its tree of local files. */
const quietLooks = new WeakMap<Tree, { of: readonly unknown[]; compare: Comparison }>();

/** @throws what the port throws. */
export async function look(tools: ComparisonTools, signal?: AbortSignal): Promise<Comparison> {
  const folderRefused = refuseFolder(tools.root);
  if (folderRefused !== undefined) return nothing(folderRefused);
  const first = await lookOnce(tools, signal);
  // A file may really have come or gone between the two listings: a second look tells.
  return first.seen.contradictory.length > 0 ? lookOnce(tools, signal) : first;
}

async function lookOnce(tools: ComparisonTools, signal?: AbortSignal): Promise<Comparison> {
  const filter = await tools.loadFilter();
  // First: what another window agrees on meanwhile is news to an older base, and never a deletion of what was not looked at yet.
  await tools.base.load(filter.fingerprint);
  const { tree, intents, lastKnown, origin, revision } = tools.base;
  const [listed, scan, gitBusy] = await Promise.all([
    tools.port.listHashes(signal),
    tools.folder.scan(),
    tools.isGitBusy(),
  ]);
  // The very same trees lead to the very same plan: ten thousand paths are not compared again.
  const quiet = scan.refused.size === 0 && scan.leftovers.length === 0 && !scan.missing;
  const of = [tools.root, filter, listed, gitBusy, revision, origin];
  const last = quiet ? quietLooks.get(scan.tree) : undefined;
  if (last?.of.every((part, index) => part === of[index])) return last.compare;
  const whole = filter.part(listed);
  const known = origin === 'other-filter' ? filterTree(lastKnown, (path) => filter.includes(path)) : tree;
  // What cannot be seen here is not gone: it is neither deleted there nor brought.
  const unseen = unseenBy(scan);
  const remote = unseen ? filterTree(whole, (path) => !unseen(path)) : whole;
  const settled = settleIntents(known, intents, scan.tree, whole);
  const base = unseen ? filterTree(settled, (path) => !unseen(path)) : settled;
  const absent: string[] = [];
  for (const path of base.keys()) if (!remote.has(path)) absent.push(path);
  const paths = absent.length > 0 ? await tools.port.listPaths(signal) : undefined;
  const seen: Circumstances = {
    base,
    local: scan.missing ? base : scan.tree,
    remote,
    baseOrigin: origin,
    folderRefused: undefined,
    folderMissing: scan.missing,
    gitBusy,
    contradictory: absent.filter((path) => paths?.has(path)),
  };
  const found = { plan: planOf(seen, listed, refusals(scan, listed, filter)), seen, scan };
  if (quiet && !paths) quietLooks.set(scan.tree, { of, compare: found });
  return found;
}

/** The plan of three trees with its halts. */
export function planOf(seen: Circumstances, listed: Tree, refused: readonly RefusedEntry[]): Plan {
  const { base, local, remote } = seen;
  const differences = planDifferences(base, local, remote);
  const { identity, pushes, pulls, conflicts, agreed } = differences;
  const clashing = new Set(differences.refused.map(({ path }) => path));
  const others = refused.filter(({ path }) => !clashing.has(path));
  const common = commonHalts(differences, seen);
  const halts = {
    push: [...common, ...pushHalts(pushes, seen)],
    pull: [...common, ...pullHalts(pulls, seen)],
  };
  const kinds = [...halts.push, '|' as const, ...halts.pull].map((each) => (each === '|' ? each : each.kind));
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

/** What is left of a plan after work, from what is known now: no scan, no listing. */
export function planLeft(
  plan: Plan,
  known: { local: ReadonlyMap<string, Hash | undefined>; listed: Tree | undefined },
  { base: store, filter }: { base: BaseStore; filter(): Filter },
): Plan {
  const listed = known.listed ?? plan.listed;
  const whole = filter().part(listed);
  const here = changedTree(plan.local, known.local);
  const settled = settleIntents(store.tree, store.intents, here, whole);
  const refused = new Set(plan.refused.flatMap((entry) => (entry.local === undefined ? [entry.path] : [])));
  const isSeen = (path: string) => !refused.has(path);
  // What another window agreed on since was so on both sides then, though this one has not looked, or looked before.
  const elsewhere: [string, Hash | undefined][] = [];
  for (const [path, hash] of settled) {
    if (hash !== plan.base.get(path) && !known.local.has(path) && isSeen(path)) elsewhere.push([path, hash]);
  }
  for (const path of plan.base.keys()) {
    if (!settled.has(path) && !known.local.has(path)) elsewhere.push([path, undefined]);
  }
  const seen: Circumstances = {
    base: refused.size > 0 ? filterTree(settled, isSeen) : settled,
    local: changedTree(here, elsewhere),
    remote: changedTree(refused.size > 0 ? filterTree(whole, isSeen) : whole, elsewhere),
    baseOrigin: store.origin,
    folderRefused: undefined,
    folderMissing: false,
    gitBusy: false,
    contradictory: [],
  };
  return planOf(seen, listed, plan.refused);
}

/** Tells of a path whether the scan could not see it: it refused the very path, or what stands in its way; undefined: it saw all. */
function unseenBy({ refused }: Scan): ((path: string) => string | undefined) | undefined {
  if (refused.size === 0) return undefined;
  return (path) => {
    if (refused.has(path)) return path;
    for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
      if (refused.has(path.slice(0, end))) return path.slice(0, end);
    }
    return undefined;
  };
}

function refusals(scan: Scan, listed: Tree, filter: Filter): RefusedEntry[] {
  const refused = new Map<string, { reason: string; remote: Hash | undefined }>();
  const unseen = unseenBy(scan);
  if (unseen) {
    for (const [path, remote] of filter.part(listed)) {
      const at = unseen(path);
      if (at !== undefined) refused.set(path, { reason: `${at} here: ${scan.refused.get(at)}`, remote });
    }
  }
  for (const [path, reason] of scan.refused) refused.set(path, { reason, remote: listed.get(path) });
  for (const [path, reason] of filter.refusals(listed)) refused.set(path, { reason, remote: listed.get(path) });
  return Array.from(refused, ([path, { reason, remote }]) => {
    return { kind: 'refused', path, base: undefined, local: undefined, remote, reason };
  });
}

/** The home folder and the root of a disk are never a project. */
export function refuseFolder(root: string): string | undefined {
  const folder = resolve(root);
  if (folder === dirname(folder)) return 'The root of a disk is never synced.';
  if (folder === resolve(homedir())) return 'The home folder is never synced.';
  return undefined;
}

function nothing(folderRefused: string): Comparison {
  const none: Tree = new Map();
  const seen: Circumstances = {
    base: none,
    local: none,
    remote: none,
    baseOrigin: 'found',
    folderRefused,
    folderMissing: false,
    gitBusy: false,
    contradictory: [],
  };
  const scan: Scan = { tree: new Map(), refused: new Map(), missing: false, leftovers: [] };
  return { plan: planOf(seen, none, []), seen, scan };
}
