/** The world of one scenario, fixed by a seed: users, computers with windows, one branch, a network. */

import type { SyncTarget } from '../../../src/sync/plan/syncTarget.ts';
import { type Computer, root } from './computer.ts';
import { History } from './history.ts';
import { MemoryServer } from './memory/memoryServer.ts';
import type { WatcherFaults } from './memory/memoryWatcher.ts';
import type { NetworkFaults } from './memory/networkFaults.ts';
import { Random } from './random.ts';
import { type Owner, Scheduler } from './scheduler.ts';
import { Tally } from './tally.ts';

export const storage = '/state';
export const branchName = 'dev-someone-1';
const allPaths = ['model/a.yml', 'model/b.yml', 'model/cubes/c.yml', 'model/cubes/d.yml', 'cube.js'];
/** Names that every object inherits. */
const inheritedNames = [
  'model/__proto__',
  'model/constructor',
  'model/toString/valueOf',
  'model/cubes/d.yml',
  'cube.js',
];
/** Files and folders of one name. */
const clashingNames = ['model/x', 'model/x/y.yml', 'model/a.yml', 'model/x/z.yml', 'model/b.yml/w.yml'];
/** Names on the branch that no folder may get, and that stay on the branch as they are. */
const hostileNames = [
  '../outside.yml',
  'model/../../up.yml',
  '.git/config',
  'model//b.yml',
  'C:/x.yml',
  'model/con.yml',
  'model/a\\b.yml',
  'model/a\u202elmy.exe',
  'model/.env',
  '__proto__',
];

export const target: SyncTarget = {
  origin: 'https://platform.test',
  deploymentId: 1,
  branchName,
  projectFolder: root,
  modelFolder: 'model',
};

export interface ScenarioOptions {
  trace?: boolean;
  /** Every third scenario has several folders, instead of one in ten: slower, but finds faults between engines sooner. */
  rich?: boolean;
  /** Counts events; `in window`: versions replaced in the race that docs/sync.md describes. */
  tally?: Tally;
}

/** Shares of scenarios: those with everything in them, and those with two folders. */
const shares = { usual: { long: 0.01, middle: 0.09 }, rich: { long: 0.05, middle: 0.3 } };

/** Share of scenarios whose windows watch their folder. */
const watchedShare = 0.12;

/** The shared state of one scenario: its random choices, computers, branch and network. */
export class World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly server = new MemoryServer(branchName);
  readonly history = new History();
  readonly network: Owner = { name: 'network', dead: false };
  readonly computers: Computer[] = [];
  readonly problems: string[] = [];
  readonly faults: NetworkFaults;
  readonly crashShare: number;
  /** How often another program changes the file that an engine is working on. */
  readonly interferenceShare: number;
  /** Share of binary files, which are uploaded. */
  readonly binaryShare: number;
  /** Most scenarios are small: few writers are enough to find most faults. */
  readonly size: 'small' | 'middle' | 'long';
  readonly paths: readonly string[];
  /** Files of the branch with hostile names. */
  readonly hostile = new Map<string, Uint8Array>();
  /** Users rename more files, also to new names. */
  readonly movesMuch: boolean;
  /** Top-level nodes in a page of the branch's source tree; undefined: it comes in one page. */
  readonly pageSize: number | undefined;
  quiet = false;
  /** The file of the conflict that is being resolved. */
  resolving: string | undefined;
  pids = new Set<number>();
  nextPid = 1;
  conflicts = 0;
  readonly tally: Tally;
  /** Set when the windows watch their folder. */
  readonly watcherFaults: WatcherFaults | undefined;

  constructor(seed: number, { trace = false, rich = false, tally = new Tally() }: ScenarioOptions) {
    this.tally = tally;
    this.random = new Random(seed);
    const size = this.random.next();
    const { long, middle } = shares[rich ? 'rich' : 'usual'];
    this.size = size < long ? 'long' : size < long + middle ? 'middle' : 'small';
    const kind = this.random.next();
    const names = kind < 0.1 ? inheritedNames : kind < 0.25 ? clashingNames : allPaths;
    if (names === clashingNames) this.tally.count('scenario with type clashes');
    this.paths = names.slice(0, this.size === 'long' ? names.length : 2 + this.random.below(2));
    if (this.random.chance(0.1)) {
      for (const path of new Set([this.random.pick(hostileNames), this.random.pick(hostileNames)]))
        this.hostile.set(path, this.history.write('first author', undefined));
    }
    this.movesMuch = this.random.chance(0.25);
    this.scheduler = new Scheduler(this.random);
    this.scheduler.onCrash = (label) => this.tally.count(`crash at ${label}`);
    this.scheduler.pace = this.random.chance(0.7) ? 3 : 20;
    if (trace) this.scheduler.trace = [];
    const random = this.random;
    const faulty = random.chance(0.6);
    const share = () => (faulty && random.chance(0.5) ? random.next() * 0.25 : 0);
    this.faults = {
      lostBefore: share(),
      lostAfter: share(),
      notSent: share(),
      refused: share(),
      repeated: share(),
      late: random.chance(0.15) ? share() : 0,
      partial: random.chance(0.25) ? random.next() * 0.6 : 0,
      ignored: random.chance(0.1) ? 0.3 : 0,
      endless: random.chance(0.1) ? 0.3 : 0,
      stale: random.chance(0.3) ? 0.7 : 0,
    };
    this.pageSize = random.chance(0.2) ? 1 : undefined;
    const half = () => (random.chance(0.6) ? random.next() * 0.5 : 0);
    if (random.chance(watchedShare)) {
      this.watcherFaults = {
        dropped: half(),
        duplicated: half(),
        delayed: half() / 2,
        failed: random.chance(0.3) ? 0.1 : 0,
      };
    }
    this.crashShare = random.chance(0.5) ? 0.5 : 0;
    this.interferenceShare = random.chance(0.5) ? random.next() * 0.3 : 0;
    // An outdated listing matters for uploads, and when the branch has just changed.
    if (this.faults.stale > 0) this.interferenceShare = Math.max(this.interferenceShare, 0.3);
    this.binaryShare = this.faults.stale > 0 ? 0.6 : 0.15;
  }

  trace(what: string): void {
    this.scheduler.trace?.push(`* ${what.trim()}`);
  }
}
