/**
 * Stores the base, the last agreed state of both sides: a checksummed snapshot and a log of later changes. A base that is lost,
 * damaged or of another folder or branch counts as empty.
 */

import { join, sep } from 'node:path';
import type { Disk, FileStat } from '../../base/disk.ts';
import { type Hash, hashOf } from '../../base/hash.ts';
import type { BaseOrigin } from '../plan/planTypes.ts';
import type { Tree } from '../plan/tree.ts';
import { appendLines, parseLines } from './checkedLines.ts';
import { type Intent, lateArrivalMs } from './intents.ts';

/** The owner of a base. A base is valid only for an equal key. */
export interface BaseKey {
  origin: string;
  deployment: string;
  branch: string;
  /** Real path of the project folder. */
  folder: string;
  algorithm: 'sha1';
}

interface BaseChange {
  /** Paths both sides agree on now; undefined: no file on both. Ends the intents of these paths. */
  agreed?: Iterable<readonly [string, Hash | undefined]>;
  intents?: readonly Intent[];
  /** Intents whose write certainly did not happen; removes the latest of several equal ones. */
  withdrawn?: readonly Intent[];
}

interface Snapshot {
  format: 1;
  generation: number;
  key: BaseKey;
  /** Fingerprint of the filter; with another filter the base is valid only for files in both. */
  filter: string;
  /** A first sync that the user has not confirmed: both sides may differ in other files. */
  unconfirmed?: boolean;
  files: [string, Hash][];
  intents: Intent[];
}

interface LogLine {
  agreed: [string, Hash | null][];
  intents: Intent[];
  withdrawn?: readonly Intent[];
}

const maxLogBytes = 256 * 1024;

export class BaseStore {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #key: BaseKey;
  readonly #newId: () => string;
  #origin: BaseOrigin = 'new';
  #files = new Map<string, Hash>();
  #intents: Intent[] = [];
  #lastKnown: Tree = new Map();
  #hasLostIntents = false;
  #generation = 0;
  #logBytes = 0;
  /** The generation whose log file has a durable name. */
  #namedLog: number | undefined;
  /** The log ends with an incomplete line. Another window may be writing it, so only the holder of the lock repairs it. */
  #torn = false;
  #filter = '';
  #mark: string | undefined;
  #revision: object = {};

  readonly #path: string;

  /** `parent` contains one folder for each key. */
  constructor(disk: Disk, parent: string, key: BaseKey, newId: () => string) {
    this.#disk = disk;
    this.#folder = join(parent, hashOf(Buffer.from(JSON.stringify(key))).slice(0, 16));
    this.#path = join(this.#folder, 'base.json');
    this.#key = key;
    this.#newId = newId;
  }

  get origin(): BaseOrigin {
    return this.#origin;
  }

  /** Empty unless `origin` is `found`, or `new` with files that were equal on both sides. */
  get tree(): Tree {
    return this.#files;
  }

  get intents(): readonly Intent[] {
    return this.#intents;
  }

  /** The base was made with another filter, and writes of it may still arrive. */
  get hasLostIntents(): boolean {
    return this.#origin === 'other-filter' && this.#hasLostIntents;
  }

  /** A new object after every change of the base; equal objects mean that nothing changed. */
  get revision(): object {
    return this.#revision;
  }

  /** The last readable base, even when it is not reliable enough for a plan; for merges only. */
  get lastKnown(): Tree {
    return this.#origin === 'found' ? this.#files : this.#lastKnown;
  }

  /** Reads the base again if another process may have written it. `filter` is the fingerprint of the current filter. */
  async load(filter: string): Promise<void> {
    const mark = await this.#markOf();
    if (mark !== undefined && mark === this.#mark && filter === this.#filter) return;
    const before = this.#generation;
    const current = await this.#readGeneration('base.json');
    const previous = current?.sound ? undefined : await this.#readGeneration('base.previous.json');
    // From here on without `await`: a parallel comparison sees either the old base or the new one.
    this.#revision = {};
    this.#filter = filter;
    this.#generation = Math.max(current?.snapshot?.generation ?? 0, previous?.snapshot?.generation ?? 0);
    if (!current) this.#origin = previous ? 'lost' : 'new';
    else if (!current.sound) this.#origin = 'lost';
    else this.#origin = current.snapshot!.filter === filter ? 'found' : 'other-filter';
    const readable = current?.sound ? current : previous;
    this.#lastKnown = readable?.files ?? new Map();
    this.#hasLostIntents = (readable?.intents.length ?? 0) > 0;
    const isFound = this.#origin === 'found';
    // Before its confirmation, a first base has what was equal on both sides.
    if (current?.sound && current.snapshot?.unconfirmed) this.#origin = 'new';
    const found = isFound ? current : undefined;
    this.#files = found?.files ?? new Map();
    this.#intents = found?.intents ?? [];
    this.#torn = isFound && current!.torn;
    const now = await this.#markOf();
    // A change during the read is read the next time.
    const hasChanged = current?.snapshot ? current.mark !== now : this.#generation === before && mark !== now;
    this.#mark = this.#torn || hasChanged ? undefined : now;
  }

  /** Whether no other process has written since this was loaded or written. */
  async isCurrent(): Promise<boolean> {
    return (await this.#markOf()) === this.#mark;
  }

  /** Starts a new base with `tree`, after the user confirmed a first sync or a changed filter. */
  begin(tree: Tree): Promise<void> {
    return this.#begin(tree, false);
  }

  /** Keeps what is equal on both sides in a first sync that is not confirmed: `origin` stays `new`. */
  beginUnconfirmed(tree: Tree): Promise<void> {
    return this.#begin(tree, true);
  }

  async #begin(tree: Tree, unconfirmed: boolean): Promise<void> {
    this.#revision = {};
    this.#files = new Map(tree);
    this.#intents = [];
    await this.#writeSnapshot(unconfirmed);
    this.#origin = unconfirmed ? 'new' : 'found';
    this.#mark = await this.#markOf();
  }

  /** Records agreed paths and intents; durable when it resolves. */
  async record(change: BaseChange, now: number): Promise<void> {
    const agreed = [...(change.agreed ?? [])].filter(
      ([path, hash]) => this.#files.get(path) !== hash || this.#intents.some((intent) => intent.path === path),
    );
    const intents = [...(change.intents ?? [])];
    const { withdrawn = [] } = change;
    if (agreed.length + intents.length + withdrawn.length === 0) return;
    const entry: LogLine = {
      agreed: agreed.map(([path, hash]) => [path, hash ?? null]),
      intents,
      ...(withdrawn.length > 0 && { withdrawn }),
    };
    this.#revision = {};
    this.#apply(entry);
    this.#intents = this.#intents.filter(({ lost }) => lost === undefined || now - lost < lateArrivalMs);
    const size = agreed.length * 80 + (intents.length + withdrawn.length) * 120;
    // A line after an incomplete one would be unreadable.
    const needsSnapshot = this.#origin !== 'found' || this.#torn || this.#logBytes + size > maxLogBytes;
    if (needsSnapshot) await this.#writeSnapshot();
    else {
      await appendLines(this.#disk, this.#logPath(this.#generation), [entry], { sync: true });
      if (this.#namedLog !== this.#generation) await this.#disk.syncFolder(this.#folder);
      this.#namedLog = this.#generation;
      this.#logBytes += size;
    }
    this.#origin = 'found';
    this.#mark = await this.#markOf();
  }

  #apply({ agreed, intents, withdrawn = [] }: LogLine): void {
    if (agreed.length > 0) {
      const ended = new Set(agreed.map(([path]) => path));
      // A request without an answer can still arrive, even after a later agreement.
      this.#intents = this.#intents.filter(({ path, lost }) => lost !== undefined || !ended.has(path));
      for (const [path, hash] of agreed) {
        if (hash === null) this.#files.delete(path);
        else this.#files.set(path, hash);
      }
    }
    this.#intents = withoutIntents([...this.#intents, ...intents], withdrawn);
  }

  #logPath(generation: number): string {
    return `${this.#folder}${sep}since-${generation}.log`;
  }

  /** Identifies the version of the stored files. */
  async #markOf(): Promise<string | undefined> {
    const stats = await Promise.all([this.#disk.stat(this.#path), this.#disk.stat(this.#logPath(this.#generation))]);
    return stats[0] && markOf(...stats);
  }

  async #readGeneration(name: string) {
    const file = await this.#disk.read(join(this.#folder, name));
    if (!file) return undefined;
    const snapshot = parseSnapshot(file.bytes);
    if (!snapshot || !isSameKey(snapshot.key, this.#key)) {
      const files = new Map<string, Hash>();
      return { sound: false, torn: false, snapshot: undefined, mark: undefined, files, intents: [] };
    }
    const log = await this.#disk.read(this.#logPath(snapshot.generation));
    const lines = log ? parseLines<LogLine>(log.bytes) : { values: [], torn: false, damaged: false };
    const before = { files: this.#files, intents: this.#intents };
    this.#files = new Map(snapshot.files);
    this.#intents = snapshot.intents;
    for (const entry of lines.values) this.#apply(entry);
    const read = { files: this.#files, intents: this.#intents };
    this.#files = before.files;
    this.#intents = before.intents;
    if (name === 'base.json') this.#logBytes = log?.bytes.length ?? 0;
    return { sound: !lines.damaged, torn: lines.torn, snapshot, mark: markOf(file.before, log?.before), ...read };
  }

  /** Writes a temporary file and renames it over the old one, which stays as the previous generation. */
  async #writeSnapshot(unconfirmed = false): Promise<void> {
    const disk = this.#disk;
    const generation = this.#generation + 1;
    const snapshot: Snapshot = {
      format: 1,
      generation,
      key: this.#key,
      filter: this.#filter,
      ...(unconfirmed && { unconfirmed }),
      files: [...this.#files],
      intents: this.#intents,
    };
    const body = Buffer.from(JSON.stringify(snapshot));
    const path = this.#path;
    const previous = join(this.#folder, 'base.previous.json');
    const temporary = join(this.#folder, `new-${this.#newId()}`);
    await disk.makeFolder(this.#folder);
    await disk.create(temporary, Buffer.concat([Buffer.from(`${hashOf(body)}\n`), body]), { sync: true });
    // A log of this generation can only exist if the base was lost.
    await disk.remove(this.#logPath(generation));
    await disk.remove(previous);
    if (await disk.stat(path)) await disk.link(path, previous);
    await disk.rename(temporary, path);
    await disk.syncFolder(this.#folder);
    await disk.remove(this.#logPath(generation - 2));
    this.#generation = generation;
    this.#logBytes = 0;
    this.#torn = false;
  }
}

function markOf(...stats: (FileStat | undefined)[]): string {
  return stats.map((stat) => (stat ? `${stat.ino}:${stat.size}:${stat.mtimeMs}` : '-')).join(' ');
}

function parseSnapshot(bytes: Uint8Array): Snapshot | undefined {
  const body = bytes.subarray(41);
  const checksum = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(40, bytes.length)).toString('latin1');
  if (hashOf(body) !== checksum) return undefined;
  const snapshot = JSON.parse(Buffer.from(body).toString('utf8')) as Snapshot;
  return snapshot.format === 1 ? snapshot : undefined;
}

/** Removes the last of several equal intents. */
function withoutIntents(intents: readonly Intent[], withdrawn: readonly Intent[]): Intent[] {
  if (withdrawn.length === 0) return [...intents];
  const keyOf = ({ side, path, hash, lost }: Intent) => JSON.stringify([side, path, hash, lost]);
  const left = new Map<string, number>();
  for (const key of withdrawn.map(keyOf)) left.set(key, (left.get(key) ?? 0) + 1);
  const kept = intents.toReversed().filter((intent) => {
    const key = keyOf(intent);
    const times = left.get(key) ?? 0;
    left.set(key, times - 1);
    return times <= 0;
  });
  return kept.reverse();
}

function isSameKey(a: BaseKey, b: BaseKey): boolean {
  return (['origin', 'deployment', 'branch', 'folder', 'algorithm'] as const).every((part) => a[part] === b[part]);
}
