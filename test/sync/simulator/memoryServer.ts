/** A branch in memory with the platform's rules, and ports to it over a network that loses, repeats and delays. */

import type { Hash, Tree } from '../../../src/sync/plan/tree.ts';
import type { BranchPort, Probe, UploadTicket } from '../../../src/sync/remote/branchPort.ts';
import { hashOnce } from './history.ts';
import type { Random } from './random.ts';
import type { Owner, Scheduler } from './scheduler.ts';
import type { Tally } from './tally.ts';

export class ServerFailure extends Error {
  readonly outcome: 'not-sent' | 'unknown' | 'refused-by-server';
  readonly kind: string;

  constructor(kind: string, outcome: ServerFailure['outcome']) {
    super(`${kind} (${outcome})`);
    this.kind = kind;
    this.outcome = outcome;
  }
}

const refuse = (what: string) => new ServerFailure(what, 'refused-by-server');

/** Content replaced or removed by an engine that had not seen it, though it asked just before: the window the documents state. */
export interface WindowLoss {
  path: string;
  hash: Hash;
}

export class MemoryServer {
  readonly files = new Map<string, Uint8Array>();
  readonly hashes = new Map<string, Hash>();
  session: string;
  /** The latest change's number: what the platform calls the branch's last hash. */
  head = 0;
  readonly branchName: string;
  readonly windowLosses: WindowLoss[] = [];
  readonly problems: string[] = [];
  /** Called when a listing has been taken, before its answer is on its way. */
  onListed: () => void = () => {};
  /** Called when an upload has begun. */
  onStarted: () => void = () => {};
  /** Called when a write of an engine has been applied. */
  onWritten: (who: string, path: string, hash: Hash) => void = () => {};
  /** A request is being applied that its sender has given up. */
  late = false;
  /** Paths at which an earlier version came back: who saw what was there in between is right to see a change. */
  readonly returned = new Set<string>();
  readonly #past = new Set<string>();
  readonly #uploads = new Map<number, Map<string, Uint8Array>>();
  #nextUpload = 1;

  constructor(branchName: string) {
    this.branchName = branchName;
    this.session = branchName;
  }

  write(path: string, bytes: Uint8Array): void {
    if (this.files.get(path) === bytes) return;
    this.#leave(path);
    const hash = hashOnce(bytes);
    if (this.#past.has(`${path} ${hash}`)) this.returned.add(path);
    this.head += 1;
    this.files.set(path, bytes);
    this.hashes.set(path, hash);
  }

  delete(path: string): void {
    this.#leave(path);
    this.head += 1;
    this.files.delete(path);
    this.hashes.delete(path);
  }

  put(sight: Tree | undefined, files: readonly { path: string; content: string }[]): void {
    for (const { path } of files) this.#note(sight, path);
    for (const { path, content } of files) this.write(path, Buffer.from(content, 'utf8'));
  }

  remove(sight: Tree | undefined, paths: readonly string[]): void {
    const missing = paths.find((path) => !this.files.has(path));
    if (missing !== undefined) throw refuse('not-found');
    for (const path of paths) this.#note(sight, path);
    for (const path of paths) this.delete(path);
  }

  rename(sight: Tree | undefined, moves: readonly { path: string; newPath: string }[]): void {
    for (const { path, newPath } of moves) {
      if (!this.files.has(path)) throw refuse('not-found');
      if (this.files.has(newPath)) throw refuse('rejected');
    }
    for (const { path, newPath } of moves) {
      this.#note(sight, path);
      this.write(newPath, this.files.get(path)!);
      this.delete(path);
    }
  }

  start(): UploadTicket {
    const id = this.#nextUpload++;
    this.#uploads.set(id, new Map());
    return { id };
  }

  upload({ id }: UploadTicket, path: string, bytes: Uint8Array): void {
    const upload = this.#uploads.get(id as number);
    if (!upload) throw refuse('not-found');
    upload.set(path, bytes);
  }

  finish(sight: Tree | undefined, { id }: UploadTicket, manifest: ReadonlyMap<string, Hash>, prune: boolean): void {
    const upload = this.#uploads.get(id as number);
    if (!upload) throw refuse('not-found');
    const next = new Map<string, Uint8Array>(prune ? [] : this.files);
    for (const [path, hash] of manifest) {
      const sent = upload.get(path);
      const found = sent && hashOnce(sent) === hash ? sent : this.hashes.get(path) === hash && this.files.get(path);
      if (!found) throw refuse('rejected');
      next.set(path, found);
    }
    this.#uploads.delete(id as number);
    for (const [path, bytes] of this.files) {
      const after = next.get(path);
      if (after && Buffer.compare(after, bytes) === 0) continue;
      this.#note(sight, path);
      if (!after) this.delete(path);
    }
    for (const [path, bytes] of next) this.write(path, bytes);
  }

  #leave(path: string): void {
    this.#past.add(`${path} ${this.hashes.get(path)}`);
  }

  /** Remembers what goes although the look right before this write did not show it. */
  #note(sight: Tree | undefined, path: string): void {
    const hash = this.hashes.get(path);
    if (hash === undefined) return;
    if (this.late || (sight && sight.get(path) !== hash)) this.windowLosses.push({ path, hash });
  }
}

export interface NetworkFaults {
  /** Shares of requests. */
  lostBefore: number;
  lostAfter: number;
  notSent: number;
  refused: number;
  repeated: number;
  /** The answer never comes, and the request arrives later. */
  late: number;
  partial: number;
  /** The answer says yes, and nothing was done. */
  ignored: number;
  /** The first listing after an upload began shows the branch as it was then. */
  stale: number;
}

export const noFaults: NetworkFaults = {
  lostBefore: 0,
  lostAfter: 0,
  notSent: 0,
  refused: 0,
  repeated: 0,
  late: 0,
  partial: 0,
  ignored: 0,
  stale: 0,
};

/** One engine's way to the server. */
export class MemoryPort implements BranchPort {
  requests = 0;
  faults: NetworkFaults = noFaults;
  /** How long a request is on its way at least, in milliseconds. */
  latencyMs = 0;
  readonly #tally: Tally;
  readonly #server: MemoryServer;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #owner: Owner;
  /** The network outlives a process that is killed: what it sent still arrives. */
  readonly #network: Owner;
  /** The listing that was asked for with or after the last question about the session; good for one write. */
  #sight: Tree | undefined;
  /** The paths that `#sight` has and the answer left out. */
  #leftOut: readonly string[] = [];
  /** The second listing, of another kind, asked for with or after that question. */
  #witness: ReadonlySet<string> | undefined;
  #probed: string | undefined;
  #asked = 0;
  #probedAt = -1;
  #partialLeft = 0;
  /** The branch when the upload under way began; whatever fails on the way ends the upload. */
  #old: { head: number; tree: Tree } | undefined;
  #isStale = false;
  /** The branch when the last probe arrived, where a listing beside it may be too old. */
  #atProbe: Tree | undefined;

  constructor(
    server: MemoryServer,
    scheduler: Scheduler,
    random: Random,
    { owner, network, tally }: { owner: Owner; network: Owner; tally: Tally },
  ) {
    this.#tally = tally;
    this.#server = server;
    this.#network = network;
    this.#scheduler = scheduler;
    this.#random = random;
    this.#owner = owner;
  }

  get branchName(): string {
    return this.#server.branchName;
  }

  async listHashes(): Promise<Tree> {
    const asked = this.#asked++;
    const tree = await this.#request('hashes', () => {
      const whole = new Map(this.#server.hashes);
      this.#server.onListed();
      return whole;
    });
    // The answer that came back, not what a repetition of the request on its way may have seen.
    if (asked > this.#probedAt) this.#sight = tree;
    const old = this.#old;
    this.#old = undefined;
    if (old && old.head !== this.#server.head && this.#random.chance(this.faults.stale)) {
      this.#tally.count('listing stale');
      this.#isStale = true;
      return old.tree;
    }
    const listed = this.#partial(tree);
    if (asked > this.#probedAt) this.#leftOut = [...tree.keys()].filter((path) => !listed.has(path));
    return listed;
  }

  async listPaths(): Promise<ReadonlySet<string>> {
    const paths = new Set(await this.#request('paths', () => [...this.#server.files.keys()]));
    this.#witness = paths;
    return paths;
  }

  async contents(): Promise<ReadonlyMap<string, Uint8Array | null>> {
    return this.#partial(await this.#request('contents', () => new Map(this.#server.files)));
  }

  async probe(): Promise<Probe> {
    this.#probedAt = this.#asked++;
    this.#sight = undefined;
    this.#leftOut = [];
    this.#witness = undefined;
    this.#probed = undefined;
    this.#isStale = false;
    // A listing beside it uses it up, perhaps before this arrives.
    const mayBeStale = this.#old !== undefined;
    const { tree, ...probe } = await this.#request('probe', () => {
      const { session, head, hashes } = this.#server;
      return { branchName: session, lastHash: String(head), tree: mayBeStale ? new Map(hashes) : undefined };
    });
    if (probe.branchName !== this.branchName) this.#old = undefined;
    this.#probed = probe.branchName;
    this.#atProbe = tree;
    return probe;
  }

  put(files: readonly { path: string; content: string }[]): Promise<void> {
    return this.#change('put', (sight) => this.#server.put(sight, files));
  }

  remove(paths: readonly string[]): Promise<void> {
    return this.#change('delete', (sight) => this.#server.remove(sight, paths));
  }

  rename(moves: readonly { path: string; newPath: string }[]): Promise<void> {
    return this.#change('move', (sight) => this.#server.rename(sight, moves));
  }

  /** Who is to be killed is killed around a write rather than anywhere. */
  #hasten(): void {
    if (this.#owner.fuse !== undefined && this.#random.chance(0.2)) this.#owner.fuse = 1 + this.#random.below(6);
  }

  async startUpload(): Promise<UploadTicket> {
    this.#hasten();
    const old = { head: this.#server.head, tree: new Map(this.#server.hashes) };
    const ticket = await this.#request('start', () => this.#server.start());
    this.#old = old;
    this.#server.onStarted();
    return ticket;
  }

  uploadFile(ticket: UploadTicket, path: string, bytes: Uint8Array): Promise<void> {
    return this.#request('file', () => this.#server.upload(ticket, path, bytes));
  }

  finishUpload(ticket: UploadTicket, manifest: ReadonlyMap<string, Hash>, prune: boolean): Promise<void> {
    return this.#change('finish', (sight) => this.#server.finish(sight, ticket, manifest, prune));
  }

  /**
   * What the look truthfully showed: a file that its listing left out was last seen, or not, by the witness; behind a listing
   * that was too old stands the last commit that the probe beside it told.
   */
  #seen(): Tree | undefined {
    const witness = this.#witness;
    if (this.#isStale && this.#sight) return this.#atProbe;
    if (!this.#sight || !witness || this.#leftOut.length === 0) return this.#sight;
    const seen = new Map(this.#sight);
    for (const path of this.#leftOut) if (!witness.has(path)) seen.delete(path);
    return seen;
  }

  /** A change of the tree: the engine must have asked about the session, and listed the branch, right before. */
  #change(label: string, apply: (sight: Tree | undefined) => void): Promise<void> {
    const sight = this.#seen();
    if (!sight) this.#server.problems.push(`${this.#owner.name} sent a ${label} without a look`);
    if (this.#probed !== this.branchName) {
      this.#server.problems.push(`${this.#owner.name} sent a ${label} while dev mode was on ${this.#probed}`);
    }
    this.#sight = undefined;
    this.#probed = undefined;
    this.#old = undefined;
    this.#tally.count(`sent ${label}`);
    this.#hasten();
    const ignored = this.#random.chance(this.faults.ignored);
    if (ignored) this.#tally.count('request ignored');
    return this.#request(label, () => {
      if (ignored) return;
      const before = new Map(this.#server.hashes);
      apply(sight);
      for (const [path, hash] of this.#server.hashes) {
        if (before.get(path) !== hash) this.#server.onWritten(this.#owner.name, path, hash);
      }
    });
  }

  async #request<T>(label: string, apply: () => T): Promise<T> {
    this.requests += 1;
    const { faults } = this;
    const fault = this.#chooseFault();
    if (fault) this.#tally.count(`request ${fault}`);
    if (fault && fault !== 'repeated') this.#old = undefined;
    if (fault === 'notSent') {
      await this.#scheduler.turn(this.#owner, `${label} not sent`);
      throw new ServerFailure('refused', 'not-sent');
    }
    // On its way: it arrives even if the one who sent it is gone.
    const arrival =
      this.latencyMs > 0
        ? this.#scheduler.clockOf(this.#network).delay(this.latencyMs)
        : this.#scheduler.turn(this.#network, `${label} arrives`);
    const arrived = arrival.then(() => {
      if (fault === 'lostBefore' || fault === 'late') return undefined;
      if (fault === 'refused') return { failure: refuse('server') };
      try {
        const value = apply();
        if (fault === 'repeated') this.#again(apply);
        return { value };
      } catch (failure) {
        return { failure };
      }
    });
    const answer = await arrived;
    if (fault === 'late') {
      this.#scheduler
        .turn(this.#network, `${label} arrives late`)
        .then(() => this.#scheduler.turn(this.#network, `${label} arrives late`))
        .then(() => this.#again(apply));
    }
    await this.#scheduler.turn(this.#owner, `${label} answered`);
    if (!answer || fault === 'lostAfter') throw new ServerFailure(faults.late > 0 ? 'timeout' : 'reset', 'unknown');
    if ('failure' in answer) throw answer.failure;
    return answer.value as T;
  }

  #again(apply: () => unknown): void {
    this.#server.late = true;
    try {
      apply();
    } catch {
      // The platform refuses what cannot be done twice.
    } finally {
      this.#server.late = false;
    }
  }

  #chooseFault(): keyof NetworkFaults | undefined {
    let chance = this.#random.next();
    for (const kind of ['lostBefore', 'lostAfter', 'notSent', 'refused', 'repeated', 'late'] as const) {
      if (chance < this.faults[kind]) return kind;
      chance -= this.faults[kind];
    }
    return undefined;
  }

  /** A listing that lacks entries; never two in a row, or nobody could tell it from the truth. */
  #partial<T>(listing: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
    if (this.#partialLeft > 0) {
      this.#partialLeft -= 1;
      return listing;
    }
    if (listing.size === 0 || !this.#random.chance(this.faults.partial)) return listing;
    this.#partialLeft = 2;
    this.#tally.count('listing partial');
    const keep = this.#random.next();
    return new Map([...listing].filter(() => this.#random.chance(keep)));
  }
}
