/** People, their folders and windows, one branch, a network: a story that a seed fixes, and the verdict on it. */

import { silentLog } from '../../../src/base/log.ts';
import type { Clock } from '../../../src/sync/disk/clock.ts';
import { openStore } from '../../../src/sync/local/folderStore.ts';
import type { Machine } from '../../../src/sync/local/machine.ts';
import type { Hash } from '../../../src/sync/plan/tree.ts';
import type { PlatformCaller } from '../../../src/sync/remote/remoteBranch.ts';
import { SyncEngine } from '../../../src/sync/syncEngine.ts';
import type { SyncResult } from '../../../src/sync/transfer/syncResult.ts';
import { History, hashOnce } from './history.ts';
import { MemoryDisk, MemoryVolume } from './memoryDisk.ts';
import { MemoryPort, MemoryServer, type NetworkFaults, noFaults } from './memoryServer.ts';
import { MemoryWatcher, type WatcherFaults } from './memoryWatcher.ts';
import { Place, root, type Window } from './place.ts';
import { Random } from './random.ts';
import { type Owner, Scheduler } from './scheduler.ts';
import { Tally } from './tally.ts';

const storage = '/state';
const branchName = 'dev-someone-1';
const allPaths = ['model/a.yml', 'model/b.yml', 'model/cubes/c.yml', 'model/cubes/d.yml', 'cube.js'];

const target = {
  origin: 'https://platform.test',
  deploymentId: 1,
  branchName,
  projectFolder: root,
  modelFolder: 'model',
};

const noClient: PlatformCaller = {
  call: () => Promise.reject(new Error('The simulation has no client.')),
};

export interface Verdict {
  problems: string[];
  trace: string[] | undefined;
}

export interface StoryOptions {
  trace?: boolean;
  /** Every third story has several folders, instead of one in ten: dearer, and quicker to meet what takes two engines. */
  rich?: boolean;
  /** Counts what happened; `in window`: versions replaced within the window the documents state. */
  tally?: Tally;
}

/** Of all stories: those with everything in them, and those with two folders. */
const shares = { usual: { long: 0.01, middle: 0.09 }, rich: { long: 0.05, middle: 0.3 } };

/** Of all stories: those whose windows watch their folder. */
const watchedShare = 0.12;
/** Longer than an engine waits for quiet, and shorter than its patience between two looks by itself. */
const quietMs = 25_000;
const rescanMs = 3 * 60_000;
/**
 * Quiet rounds, in each of which every folder synchronises once, one after the other, until everything is equal. Of three
 * folders the second may have a conflict that ends when the third deletes the file: what it sends in the next round comes
 * too late for the first, which takes part in that round before it.
 */
const quietRounds = (folders: number) => (folders > 2 ? 3 : 2);

export class World {
  readonly #random: Random;
  readonly #scheduler: Scheduler;
  readonly #server = new MemoryServer(branchName);
  readonly #history = new History();
  readonly #network: Owner = { name: 'network', dead: false };
  readonly #places: Place[] = [];
  readonly #problems: string[] = [];
  readonly #faults: NetworkFaults;
  readonly #crashShare: number;
  /** How often somebody changes the very file that an engine is just looking at. */
  readonly #spite: number;
  /** What is no text travels as an upload. */
  readonly #binaryShare: number;
  /** Most stories are small: what goes wrong goes wrong among few. */
  readonly #size: 'small' | 'middle' | 'long';
  readonly #paths: readonly string[];
  #quiet = false;
  /** The file that somebody decides about right now. */
  #resolving: string | undefined;
  #pids = new Set<number>();
  #nextPid = 1;
  #conflicts = 0;
  readonly #tally: Tally;
  /** Whether the windows have a watcher, and how bad it is. */
  readonly #watcherFaults: WatcherFaults | undefined;

  constructor(seed: number, { trace = false, rich = false, tally = new Tally() }: StoryOptions = {}) {
    this.#tally = tally;
    this.#random = new Random(seed);
    const size = this.#random.next();
    const { long, middle } = shares[rich ? 'rich' : 'usual'];
    this.#size = size < long ? 'long' : size < long + middle ? 'middle' : 'small';
    this.#paths = allPaths.slice(0, this.#size === 'long' ? allPaths.length : 2 + this.#random.below(2));
    this.#scheduler = new Scheduler(this.#random);
    this.#scheduler.onCrash = (label) => this.#tally.count(`crash at ${label}`);
    this.#scheduler.pace = this.#random.chance(0.7) ? 3 : 20;
    if (trace) this.#scheduler.trace = [];
    const random = this.#random;
    const stormy = random.chance(0.6);
    const share = () => (stormy && random.chance(0.5) ? random.next() * 0.25 : 0);
    this.#faults = {
      lostBefore: share(),
      lostAfter: share(),
      notSent: share(),
      refused: share(),
      repeated: share(),
      late: random.chance(0.15) ? share() : 0,
      partial: random.chance(0.25) ? random.next() * 0.6 : 0,
      ignored: random.chance(0.1) ? 0.3 : 0,
      stale: random.chance(0.3) ? 0.7 : 0,
    };
    const half = () => (random.chance(0.6) ? random.next() * 0.5 : 0);
    if (random.chance(watchedShare)) {
      this.#watcherFaults = {
        dropped: half(),
        duplicated: half(),
        delayed: half() / 2,
        failed: random.chance(0.3) ? 0.1 : 0,
      };
    }
    this.#crashShare = random.chance(0.5) ? 0.5 : 0;
    this.#spite = random.chance(0.5) ? random.next() * 0.3 : 0;
    // An old listing matters to an upload, and where the branch has just changed.
    if (this.#faults.stale > 0) this.#spite = Math.max(this.#spite, 0.3);
    this.#binaryShare = this.#faults.stale > 0 ? 0.6 : 0.15;
  }

  async play(): Promise<Verdict> {
    const random = this.#random;
    for (const path of this.#paths)
      if (random.chance(0.6)) this.#server.write(path, this.#history.write('somebody', undefined));
    // A small story has one folder and the browser: two writers all the same.
    const folders = this.#size === 'small' ? 1 : this.#size === 'long' && random.chance(0.5) ? 3 : 2;
    for (let index = 0; index < folders; index += 1) {
      const place = new Place(`folder${index}`, new MemoryVolume(() => this.#scheduler.now));
      place.volume.onTouched = (path) => {
        if (path.startsWith(root) && random.chance(this.#spite)) this.#meddle(place, path.slice(root.length + 1));
      };
      if (this.#watcherFaults) {
        place.volume.onChanged = (path, changedAt) => {
          if (!path.startsWith(`${root}/`)) return;
          for (const { watcher, owner } of place.windows)
            if (!owner.dead) watcher.changed(path.slice(root.length + 1), changedAt);
        };
      }
      place.volume.onRemoved = (path) => {
        if (path.endsWith('/lock')) place.holder = undefined;
      };
      place.volume.onNamed = (path, bytes) => {
        if (path.endsWith('/lock')) this.#demandSoleHolder(place, bytes);
      };
      place.volume.makeFolder(`${root}/model/cubes`);
      this.#places.push(place);
      if (random.chance(0.7)) await this.#syncedBefore(place);
      else if (random.chance(0.6)) {
        // A folder that has files before it is ever synced, some equal to the branch's.
        for (const path of this.#paths) {
          if (!random.chance(0.4)) continue;
          const theirs = this.#server.files.get(path);
          const bytes = theirs && random.chance(0.5) ? theirs : this.#history.write(place.name, undefined);
          place.volume.save(`${root}/${path}`, bytes, true);
        }
      }
      const windows = random.chance(0.2) ? 2 : 1;
      for (let count = 0; count < windows; count += 1) place.windows.push(this.#open(place, count));
    }
    this.#server.onListed = () => {
      // Nothing is worse than a change of the very file that somebody is deciding about.
      const about = this.#resolving;
      if (!random.chance(about === undefined ? this.#spite : this.#spite * 2)) return;
      this.#tally.count('branch edited in between');
      this.#editBranch(about);
    };
    this.#server.onStarted = () => {
      if (random.chance(this.#spite * 2)) this.#editBranch();
    };
    this.#server.onWritten = (who, path, hash) => {
      const place = this.#places.find(({ name }) => who.startsWith(name));
      place?.sent.add(`${path} ${hash}`);
      place?.sentVersions.add(hash);
    };
    const people = this.#places.flatMap((place) => place.windows.map((_, index) => this.#person(place, index)));
    if (this.#size === 'small' || random.chance(0.5)) people.push(this.#web());
    if (random.chance(0.15)) people.push(this.#wanderer());
    await this.#scheduler.run(Promise.all(people), 40_000);
    await this.#calm();
    if (this.#watcherFaults) await this.#scheduler.run(this.#followed(), 20_000);
    await this.#settle();
    this.#tally.count('steps', this.#scheduler.steps);
    this.#tally.count('in window', this.#server.windowLosses.length);
    this.#tally.count(`story of ${folders} ${folders === 1 ? 'folder' : 'folders'}`);
    if (this.#watcherFaults) this.#tally.count('story watched');
    return {
      problems: [...this.#problems, ...this.#server.problems],
      trace: this.#scheduler.trace,
    };
  }

  /** Most stories begin in the midst of things: both sides are equal, and the base knows. */
  async #syncedBefore(place: Place): Promise<void> {
    for (const [path, bytes] of this.#server.files) {
      place.volume.save(`${root}/${path}`, bytes, true);
      place.remember(path, hashOnce(bytes));
      place.synced.add(hashOnce(bytes));
    }
    const machine: Machine = {
      disk: new MemoryDisk(place.volume, () => Promise.resolve(), { byOthers: () => false, mayCrash: () => false }),
      newId: () => this.#random.token(),
      pid: 0,
      host: place.name,
      isAlive: () => false,
    };
    const clock = this.#scheduler.clockOf({ name: place.name, dead: false });
    const store = await openStore(target, storage, clock, machine);
    await store.base.load(store.filter().fingerprint);
    await store.base.begin(this.#server.hashes);
    this.#tally.count('folder synced before');
  }

  #open(place: Place, index: number): Window {
    const pid = this.#nextPid++;
    this.#pids.add(pid);
    const owner: Owner = { name: `${place.name}.${index}#${pid}`, dead: false };
    const turn = (label: string) => this.#scheduler.turn(owner, label);
    const faults = this.#watcherFaults ?? { dropped: 1, duplicated: 0, delayed: 0, failed: 0 };
    const watcher = new MemoryWatcher({
      scheduler: this.#scheduler,
      random: this.#random,
      owner,
      tally: this.#tally,
      faults,
    });
    const machine: Machine = {
      disk: new MemoryDisk(place.volume, turn, {
        byOthers: (path) => !this.#quiet && (place.windows.length > 1 || path.startsWith(root)),
        mayCrash: () => owner.fuse !== undefined,
      }),
      newId: () => this.#random.token(),
      pid,
      host: place.name,
      isAlive: (other) => this.#pids.has(other),
      watch: watcher.source,
    };
    const tally = this.#tally;
    const port = new MemoryPort(this.#server, this.#scheduler, this.#random, { owner, network: this.#network, tally });
    port.faults = this.#quiet ? noFaults : this.#faults;
    const engine = new SyncEngine({
      target,
      client: noClient,
      storageFolder: storage,
      log: silentLog,
      clock: this.#scheduler.clockOf(owner),
      machine,
      port,
    });
    if (this.#watcherFaults) engine.watch();
    let kill = () => {};
    const killed = new Promise<void>((resolve) => {
      kill = () => {
        this.#scheduler.kill(owner);
        this.#pids.delete(pid);
        resolve();
      };
    });
    owner.onFuse = () => {
      this.#tally.count('process killed');
      kill();
      if (this.#random.chance(0.5)) return;
      // Power fails for the whole computer: every window on this folder goes with it.
      for (const window of place.windows) if (!window.owner.dead) window.kill();
      this.#losePower(place);
      if (this.#random.chance(0.25)) this.#damageBase(place);
    };
    return { place, owner, port, watcher, engine, killed, kill };
  }

  /** What a person's program had not put on the disk, and what never reached the branch, goes with the power: nobody's fault. */
  #losePower(place: Place): void {
    const before = [...place.files().values()];
    place.volume.losePower(this.#random);
    // A half-finished copy of ours is no place where anybody would find it.
    const found = [...place.files()].filter(([path]) => !path.endsWith('.sync-new'));
    const left = new Set(found.map(([, bytes]) => hashOnce(bytes)));
    for (const bytes of before) {
      const arrived = place.synced.has(hashOnce(bytes)) || place.sentVersions.has(hashOnce(bytes));
      if (!left.has(hashOnce(bytes)) && !arrived) this.#history.giveUp(bytes);
    }
    this.#note(`${place.name} lost its power`);
    this.#tally.count('power lost');
  }

  /** A disk that gives back something else than was written. */
  #damageBase(place: Place): void {
    for (const [path, inode] of place.volume.files) {
      if (!path.endsWith('/base.json')) continue;
      if (this.#random.chance(0.5)) place.volume.files.delete(path);
      else {
        const bytes = Buffer.from(inode.bytes);
        const at = this.#random.below(bytes.length);
        bytes[at] = bytes[at]! ^ 1;
        inode.bytes = bytes;
        inode.synced = bytes;
      }
      place.amnesia = true;
      this.#tally.count('base damaged');
      this.#note(`${place.name} has a damaged base`);
    }
  }

  /** Somebody who works in one window: edits, saves, pushes, pulls, chooses in conflicts. */
  async #person(place: Place, index: number): Promise<void> {
    const random = this.#random;
    const self: Owner = { name: `person ${place.name}.${index}`, dead: false };
    const actions = this.#size === 'long' ? 3 + random.below(7) : 1 + random.below(3);
    for (let count = 0; count < actions; count += 1) {
      await this.#scheduler.turn(self, 'thinks');
      let window = place.windows[index]!;
      if (window.owner.dead) {
        window = this.#open(place, index);
        place.windows[index] = window;
      }
      window.owner.fuse = undefined;
      if (random.chance(this.#crashShare)) window.owner.fuse = 1 + random.below(random.chance(0.5) ? 25 : 70);
      const chance = random.next();
      if (window.engine.state.value.conflicts.length > 0 && random.chance(0.3)) await this.#resolveOne(place, window);
      else if (chance < 0.5) {
        const path = await this.#edit(place, self);
        if (path && random.chance(0.5)) await this.#ask(window, (engine) => engine.save([path]));
      } else if (chance < 0.7) await this.#transfer(window, 'push');
      else if (chance < 0.88) await this.#transfer(window, 'pull');
      else if (chance < 0.93) await this.#ask(window, (engine) => engine.refresh().then(() => undefined));
      else await this.#resolveOne(place, window);
      window.owner.fuse = undefined;
    }
    const window = place.windows[index]!;
    if (!window.owner.dead && random.chance(0.5)) await this.#resolveOne(place, window);
  }

  /** Changes something in a folder without any regard for the engine. @returns the path that was saved. */
  async #edit(place: Place, self: Owner): Promise<string | undefined> {
    const random = this.#random;
    const path = random.pick(this.#paths);
    const absolute = `${root}/${path}`;
    // Two programs that write one file at once spoil it without any help.
    if (place.saving) return undefined;
    const before = place.at(path);
    if (before) place.replaced.add(hashOnce(before));
    const chance = random.next();
    if (before && chance < 0.12) {
      place.volume.removeDurably(absolute);
      this.#note(`${self.name} deletes ${path}`);
      this.#history.giveUp(before);
      return undefined;
    }
    if (before && chance < 0.24) {
      const other = random.pick(this.#paths.filter((each) => each !== path));
      const replaced = place.at(other);
      if (replaced && Buffer.compare(replaced, before) !== 0) this.#history.giveUp(replaced);
      this.#note(`${self.name} renames ${path} to ${other}`);
      place.volume.renameDurably(absolute, `${root}/${other}`);
      place.bringBack(other, hashOnce(before));
      return undefined;
    }
    if (before && chance < 0.3) {
      // Back to a version that was there before: the present one is given up.
      const old = random.pick([...this.#server.files.values(), before]);
      if (Buffer.compare(old, before) !== 0) {
        this.#history.giveUp(before);
        place.bringBack(path, hashOnce(old));
      }
      // A version both sides have is not sent again, and so not put on the disk by anybody else.
      place.volume.save(absolute, old, true);
      this.#note(`${self.name} goes back in ${path} to ${old}`);
      return path;
    }
    const bytes = this.#history.write(place.name, place.inSight(path), random.chance(this.#binaryShare));
    this.#note(`${self.name} writes ${path}: ${bytes}`);
    const fill = random.chance(0.4) ? place.volume.truncate(absolute) : undefined;
    if (fill) {
      place.saving = true;
      await this.#scheduler.turn(self, 'is saving');
      fill(bytes);
      place.saving = false;
    } else place.volume.save(absolute, bytes, this.#random.chance(0.5));
    return path;
  }

  /** Pushes or pulls as a person does who reads the plan and agrees to it. */
  async #transfer(window: Window, direction: 'push' | 'pull'): Promise<SyncResult | undefined> {
    const first = await this.#ask(window, (engine) => engine[direction]());
    if (!first?.halt?.confirmable) return first;
    return this.#ask(window, (engine) => engine[direction]({ confirmed: true, plan: first.plan }));
  }

  async #resolveOne(place: Place, window: Window): Promise<void> {
    const { engine } = window;
    const conflict = engine.state.value.conflicts[0];
    if (!conflict) return;
    const choice = this.#random.pick(['local', 'remote', 'both'] as const);
    const mine = place.at(conflict.path);
    const theirs = this.#server.files.get(conflict.path);
    this.#tally.count(`resolved with ${choice}`);
    this.#resolving = conflict.path;
    await this.#ask(window, () => engine.resolve(conflict.path, choice));
    this.#resolving = undefined;
    this.#maybeGiveUp(conflict, choice, mine, theirs);
  }

  /** The person looked at both versions and chose; whether the engine got that far is another matter. */
  #maybeGiveUp(
    conflict: { local: Hash | undefined; remote: Hash | undefined },
    choice: 'local' | 'remote' | 'both',
    mine: Uint8Array | undefined,
    theirs: Uint8Array | undefined,
  ): void {
    if (choice === 'local' && theirs && hashOnce(theirs) === conflict.remote) this.#history.giveUp(theirs);
    if (choice === 'remote' && mine && hashOnce(mine) === conflict.local) this.#history.giveUp(mine);
  }

  /** Calls an engine; a crash or an expected failure ends the call. */
  async #ask<T extends SyncResult | undefined>(
    window: Window,
    call: (engine: SyncEngine) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      const result = await Promise.race([call(window.engine), window.killed.then(() => undefined)]);
      if (result?.halt) this.#tally.count(`halt ${result.halt.kind}`);
      if (result) {
        const done = result.done.map(({ direction, change, path: at }) => `${direction} ${change} ${at}`).join(', ');
        this.#note(`${window.owner.name} did: ${done} ${result.halt?.kind ?? ''}`);
      }
      for (const { path, hash } of result?.done ?? []) {
        if (hash === undefined || !result?.verified) continue;
        window.place.remember(path, hash);
        window.place.synced.add(hash);
      }
      for (const { direction } of result?.done ?? []) {
        this.#tally.count(direction === 'push' ? 'pushed' : 'pulled');
      }
      return result;
    } catch (failure) {
      const { outcome } = failure as { outcome?: unknown };
      if (outcome === undefined) this.#problems.push(`Unexpected failure: ${(failure as Error).stack}`);
      return undefined;
    }
  }

  /** Somebody who edits the branch in a browser. */
  async #web(): Promise<void> {
    const random = this.#random;
    const self: Owner = { name: 'web', dead: false };
    const actions = 1 + random.below(this.#size === 'small' ? 2 : 4);
    for (let count = 0; count < actions; count += 1) {
      await this.#scheduler.turn(self, 'edits the branch');
      for (let pause = random.below(40); pause > 0; pause -= 1) await this.#scheduler.turn(self, 'reads');
      this.#editBranch();
    }
  }

  #editBranch(about?: string): void {
    const random = this.#random;
    if (this.#quiet) return;
    const path = about ?? random.pick(this.#paths);
    const before = this.#server.files.get(path);
    const chance = random.next();
    if (before && chance < 0.15) {
      this.#note(`web deletes ${path}`);
      this.#history.giveUp(before);
      this.#server.delete(path);
    } else if (before && chance < 0.25) {
      const other = random.pick(this.#paths);
      if (other === path || this.#server.files.has(other)) return;
      this.#note(`web renames ${path} to ${other}`);
      this.#server.delete(path);
      this.#server.write(other, before);
    } else {
      const bytes = this.#history.write('web', before);
      this.#note(`web writes ${path}: ${bytes}`);
      this.#server.write(path, bytes);
    }
  }

  /** Somebody saves the very file an engine has just touched. */
  #meddle(place: Place, touched: string): void {
    const temporary = /^(.*\/)?\.([^/]+)\.[0-9a-f]{8}\.sync-(?:new|old)$/.exec(touched);
    const path = temporary ? `${temporary[1] ?? ''}${temporary[2]}` : touched;
    if (this.#quiet || place.saving || !this.#paths.includes(path)) return;
    const before = place.inSight(path);
    if (!before) return;
    place.replaced.add(hashOnce(before));
    const bytes = this.#history.write(place.name, before);
    this.#tally.count('edited in between');
    this.#note(`${place.name} meddles with ${path}: ${bytes}`);
    place.volume.save(`${root}/${path}`, bytes, this.#random.chance(0.5));
  }

  /** Another program of the same credential that opens dev mode elsewhere for a while. */
  async #wanderer(): Promise<void> {
    const self: Owner = { name: 'wanderer', dead: false };
    for (let pause = this.#random.below(80); pause > 0; pause -= 1) await this.#scheduler.turn(self, 'waits');
    this.#tally.count('session moved');
    this.#server.session = 'dev-someone-2';
    for (let pause = this.#random.below(80); pause > 0; pause -= 1) await this.#scheduler.turn(self, 'waits');
    this.#server.session = branchName;
  }

  /** The network is sound again, and what is under way arrives. */
  async #calm(): Promise<void> {
    this.#quiet = true;
    this.#server.session = branchName;
    const self: Owner = { name: 'quiet', dead: false };
    const drained = async () => {
      while (this.#scheduler.isWaiting(this.#network)) await this.#scheduler.turn(self, 'waits');
    };
    await this.#scheduler.run(drained(), 10_000);
    for (const { windows } of this.#places) for (const { port } of windows) port.faults = noFaults;
  }

  /**
   * Nobody asks for anything any more: what the windows show must be the truth, soon where anything told them of the last
   * change, and in any case after the pause between two looks.
   */
  async #followed(): Promise<void> {
    const clock = this.#scheduler.clockOf({ name: 'time', dead: false });
    const told: Place[] = [];
    for (const place of this.#places) {
      for (const [index, window] of place.windows.entries()) {
        if (window.owner.dead) place.windows[index] = this.#open(place, index);
      }
      if (await this.#lastChange(place, clock)) told.push(place);
    }
    await clock.delay(quietMs);
    for (const place of told) this.#demandShown(place, 'soon', false);
    await clock.delay(rescanMs + quietMs);
    for (const place of this.#places) this.#demandShown(place, 'in the end', true);
  }

  /** Somebody changes a file a last time. @returns whether the windows have any reason to know. */
  async #lastChange(place: Place, clock: Clock): Promise<boolean> {
    const random = this.#random;
    const path = random.pick(this.#paths);
    const how = random.pick(['told', 'told late', 'watcher fails', 'untold', 'return', 'in a transfer'] as const);
    this.#tally.count(`last change ${how}`);
    const share = { dropped: 0, duplicated: 0, delayed: 0, failed: 0 };
    if (how === 'told late') share.delayed = 1;
    else if (how === 'watcher fails') share.failed = 1;
    else if (how === 'untold' || how === 'return') share.dropped = 1;
    else if (random.chance(0.5)) share.duplicated = 1;
    let transfer: Promise<unknown> | undefined;
    if (how === 'in a transfer') {
      const window = place.windows[0]!;
      window.port.latencyMs = 2_000;
      transfer = this.#transfer(window, 'push');
      await clock.delay(500);
    }
    for (const { watcher } of place.windows) watcher.expect(share);
    const before = place.inSight(path);
    const bytes = this.#history.write(place.name, before);
    this.#note(`${place.name} writes ${path} a last time (${how}): ${bytes}`);
    place.replaced.add(hashOnce(before ?? bytes));
    place.volume.save(`${root}/${path}`, bytes, true);
    if (how === 'return') for (const { engine } of place.windows) engine.requestRescan();
    if (transfer) {
      await transfer;
      for (const { port } of place.windows) port.latencyMs = 0;
    }
    // What the engine itself has still to write is told as it should be.
    await clock.delay(quietMs / 5);
    for (const { watcher } of place.windows) watcher.expect({ dropped: 0, duplicated: 0, delayed: 0, failed: 0 });
    return how !== 'untold';
  }

  #demandShown(place: Place, when: string, remoteToo: boolean): void {
    for (const { engine, owner } of place.windows) {
      const { plan } = engine.state.value;
      for (const path of this.#paths) {
        const here = place.at(path);
        if (!plan || plan.local.get(path) !== (here && hashOnce(here)))
          this.#problems.push(`${owner.name} does not show ${when} what ${path} is in the folder`);
        if (remoteToo && plan?.remote.get(path) !== this.#server.hashes.get(path))
          this.#problems.push(`${owner.name} does not show ${when} what ${path} is on the branch`);
      }
    }
  }

  /** Everybody comes back: a few rounds for each of them must make everything equal, conflicts apart; then people choose. */
  async #settle(): Promise<void> {
    // Computers that do nothing lose their power too.
    for (const place of this.#places) {
      if (this.#crashShare === 0 || !this.#random.chance(0.4)) continue;
      for (const window of place.windows) if (!window.owner.dead) window.kill();
      this.#losePower(place);
    }
    const windows = this.#places.map((place) => {
      const window = place.windows[0]!;
      if (!window.owner.dead) return { place, window };
      const reopened = this.#open(place, 0);
      place.windows[0] = reopened;
      return { place, window: reopened };
    });
    // The others are closed; their locks go with them.
    for (const place of this.#places) for (const window of place.windows.slice(1)) this.#close(window);
    const round = async () => {
      for (const { place, window } of windows) {
        await this.#transfer(window, 'pull');
        // Who has pulled everything has mostly nothing to send.
        if (this.#random.chance(0.2) || !this.#isEqual(place)) await this.#transfer(window, 'push');
      }
    };
    const rest = async () => {
      const rounds = quietRounds(windows.length);
      for (let left = rounds; left > 0; left -= 1) {
        await this.#scheduler.run(round(), 20_000);
        if (await this.#isQuiet(windows, left === 1)) return this.#tally.count(`at rest after ${rounds - left + 1}`);
      }
    };
    await rest();
    this.#demandNothingLost('before conflicts were settled');
    const choose = async (looked: boolean) => {
      for (const { place, window } of windows) {
        if (!looked) await this.#ask(window, (engine) => engine.refresh().then(() => undefined));
        for (let left = this.#paths.length; left > 0 && window.engine.state.value.conflicts.length > 0; left -= 1) {
          await this.#resolveOne(place, window);
        }
      }
    };
    this.#tally.count('conflict at rest', this.#conflicts);
    // Many stories end here: each conflict costs as much as everything before.
    if (this.#conflicts > 0 && this.#random.chance(0.6)) return this.#end();
    // What one folder chose may be another one's conflict.
    for (let turns = 3; turns > 0 && this.#conflicts > 0; turns -= 1) {
      await this.#scheduler.run(choose(turns === 3 && windows.length === 1), 20_000);
      if (!windows.every(({ place }) => this.#isEqual(place)) || this.#random.chance(0.2)) await rest();
      else this.#conflicts = 0;
    }
    for (const { place } of windows) this.#demandEqual(place);
    this.#demandNothingLost('in the end');
    this.#end();
  }

  #end(): void {
    for (const place of this.#places) for (const window of place.windows) this.#close(window);
  }

  #note(what: string): void {
    this.#scheduler.trace?.push(`* ${what.trim()}`);
  }

  #close(window: Window): void {
    window.kill();
    // What is killed hears nothing any more; to end each engine in order would only take time.
    if (this.#watcherFaults) window.engine.dispose();
  }

  /** Whether nothing but conflicts is left to do anywhere; `demanded` makes the contrary a problem. */
  async #isQuiet(windows: readonly { place: Place; window: Window }[], demanded: boolean): Promise<boolean> {
    this.#conflicts = 0;
    // Mostly no engine need be asked where everything is equal.
    if (this.#random.chance(0.8) && windows.every(({ place }) => this.#isEqual(place))) return true;
    let quiet = true;
    const look = async () => {
      for (const { place, window } of windows) {
        // What an engine says by itself after its work must be as good as what it finds out when it is asked.
        const known = windows.length === 1 && this.#random.chance(0.7) ? window.engine.state.value.plan : undefined;
        const plan = known ?? (await window.engine.refresh());
        this.#conflicts += plan.conflicts.length;
        for (const conflict of plan.conflicts) this.#demandReal(place, conflict);
        const left = [...plan.pushes, ...plan.pulls].map(({ kind, change, path }) => `${kind} ${change} ${path}`);
        if (left.length === 0) continue;
        quiet = false;
        if (demanded) this.#problems.push(`${place.name} is not quiet after its rounds: ${left.join(', ')}`);
      }
    };
    await this.#scheduler.run(look(), 20_000);
    return quiet;
  }

  /** A conflict is false where one side was made on top of what both sides had in common, and the other is just that. */
  #demandReal(
    place: Place,
    { path, local, remote }: { path: string; local?: Hash | undefined; remote?: Hash | undefined },
  ): void {
    if (place.amnesia || this.#server.returned.has(path) || place.returned.has(path)) return;
    if (local === undefined || remote === undefined) return;
    const common = place.common.get(path) ?? new Set();
    const ahead = this.#history.descends(local, remote) && (common.has(remote) || place.sent.has(`${path} ${remote}`));
    const behind = this.#history.descends(remote, local) && common.has(local);
    if (ahead || behind) this.#problems.push(`${place.name}: a false conflict in ${path}`);
  }

  /** A lock is taken: its last holder has given it back, or is dead. */
  #demandSoleHolder(place: Place, bytes: Uint8Array): void {
    const { pid, since } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { pid: number; since: number };
    const last = place.holder;
    if (last && last.pid !== pid && this.#pids.has(last.pid) && since - last.since < 10_000)
      this.#problems.push(`${place.name}: a window took the lock of another one that works`);
    place.holder = { pid, since };
  }

  #isEqual(place: Place): boolean {
    let here = 0;
    for (const [path, { bytes }] of place.volume.files) {
      if (!path.startsWith(`${root}/`) || isKept(path)) continue;
      const theirs = this.#server.files.get(path.slice(root.length + 1));
      if (!theirs || Buffer.compare(theirs, bytes) !== 0) return false;
      here += 1;
    }
    return here === this.#server.files.size;
  }

  #demandEqual(place: Place): void {
    const files = place.files();
    for (const [path, bytes] of files) {
      if (isKept(path)) continue;
      const theirs = this.#server.files.get(path);
      if (!theirs || Buffer.compare(theirs, bytes) !== 0)
        this.#problems.push(`${place.name}: ${path} differs in the end`);
    }
    for (const path of this.#server.files.keys()) {
      if (!files.has(path)) this.#problems.push(`${place.name}: ${path} is missing in the end`);
    }
  }

  #demandNothingLost(when: string): void {
    const live = new Set<Hash>(this.#server.hashes.values());
    for (const place of this.#places) for (const bytes of place.files().values()) live.add(hashOnce(bytes));
    const kept = new Set<Hash>();
    for (const { volume } of this.#places) {
      for (const [path, { bytes }] of volume.files) if (path.startsWith(storage)) kept.add(hashOnce(bytes));
    }
    for (const { name, volume, replaced } of this.#places) {
      for (const { path, bytes } of volume.removed) {
        const hash = hashOnce(bytes);
        // A new file that found its place taken was the branch's, and still is.
        if (!path.startsWith(root) || path.endsWith('.sync-new')) continue;
        if (!this.#history.isVersion(hash) || live.has(hash) || replaced.has(hash)) continue;
        const inTrash = [...volume.files].some(([at, file]) => at.startsWith(storage) && hashOnce(file.bytes) === hash);
        if (!inTrash) this.#problems.push(`${name}: the old bytes of ${path} are in no trash`);
      }
    }
    for (const { hash } of this.#server.windowLosses) {
      // In the stated window: an engine's folder had it, so its trash has it; what was typed on the server only is gone. What
      // it was made from was given up by whoever made it.
      const author = this.#history.authorOf(hash);
      if (kept.has(hash) || author === 'web' || author === 'somebody') live.add(hash);
    }
    for (const { hash, text } of this.#history.lost(live)) {
      const trash = kept.has(hash) ? ' (only in a trash or a store)' : '';
      this.#problems.push(`Lost ${when}: ${text.trim()}${trash}`);
    }
  }
}

/** The local version that “keep both” put beside the branch's. */
function isKept(path: string): boolean {
  return path.includes('.kept-');
}

export function play(seed: number, options?: StoryOptions): Promise<Verdict> {
  return new World(seed, options).play();
}
