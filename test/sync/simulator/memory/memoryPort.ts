/** One engine's connection to the server, over a network that loses, repeats and delays requests. `MemoryClient` gives it the platform's form. */

import type { Hash } from '../../../../src/base/hash.ts';
import type { Tree } from '../../../../src/sync/plan/tree.ts';
import type { Probe, UploadTicket } from '../../../../src/sync/remote/branchPort.ts';
import type { Random } from '../random.ts';
import type { Owner, Scheduler } from '../scheduler.ts';
import type { Tally } from '../tally.ts';
import type { MemoryServer } from './memoryServer.ts';
import { type NetworkFaults, noFaults, refuse, ServerFailure } from './networkFaults.ts';

export class MemoryPort {
  faults: NetworkFaults = noFaults;
  /** Minimum travel time of a request, in milliseconds. */
  latencyMs = 0;
  /** Top-level nodes in a page of the source tree; undefined: all in one page. */
  pageSize: number | undefined;
  /** Changes that arrived since the user's last action. */
  changes = 0;
  readonly #tally: Tally;
  readonly #server: MemoryServer;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #owner: Owner;
  /** Requests of a killed process still arrive. */
  readonly #network: Owner;
  /** The listing requested with or after the last probe; valid for one write. */
  #listed: Tree | undefined;
  /** Paths of `#listed` that the answer left out. */
  #leftOut: readonly string[] = [];
  /** The second listing, requested with or after that probe. */
  #secondListing: ReadonlySet<string> | undefined;
  #probed: string | undefined;
  #asked = 0;
  #probedAt = -1;
  #partialLeft = 0;
  /** The branch when the running upload began; any failure ends the upload. */
  #old: { head: number; tree: Tree } | undefined;
  #isStale = false;
  /** The branch when the last probe arrived, if the listing next to it may be outdated. */
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
    // The returned answer, not that of a repeated request.
    if (asked > this.#probedAt) this.#listed = tree;
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

  /** A page of the source tree: the files of the top-level nodes after the node `after`, as they are when it is requested. */
  async listPage(withContent: boolean, after = '') {
    const whole = await this.#request(withContent ? 'contents' : 'paths', () => new Map(this.#server.files));
    const nodes = [...new Set([...whole.keys()].map(topLevel))].sort().filter((node) => node > after);
    const named = new Set(nodes.slice(0, this.pageSize));
    let files: ReadonlyMap<string, Uint8Array> = new Map([...whole].filter(([path]) => named.has(topLevel(path))));
    if (withContent) files = this.#partial(files);
    else this.#secondListing = new Set([...(after === '' ? [] : (this.#secondListing ?? [])), ...files.keys()]);
    const hasNextPage = nodes.length > named.size;
    if (after !== '' || hasNextPage) this.#tally.count('page');
    if (!this.#random.chance(this.faults.endless))
      return { files, hasNextPage, endCursor: nodes[named.size - 1] ?? null };
    this.#tally.count('page without end');
    return { files, hasNextPage: true, endCursor: after === '' ? null : after };
  }

  async probe(): Promise<Probe> {
    this.#probedAt = this.#asked++;
    this.#listed = undefined;
    this.#leftOut = [];
    this.#secondListing = undefined;
    this.#probed = undefined;
    this.#isStale = false;
    // A parallel listing may reset `#old` before the probe arrives.
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
    const named = files.map(({ path }) => path);
    return this.#change('put', named, (listed) => this.#server.put(listed, files));
  }

  remove(paths: readonly string[]): Promise<void> {
    return this.#change('delete', paths, (listed) => this.#server.remove(listed, paths));
  }

  rename(moves: readonly { path: string; newPath: string }[]): Promise<void> {
    const named = moves.flatMap(({ path, newPath }) => [path, newPath]);
    return this.#change('move', named, (listed) => this.#server.rename(listed, moves));
  }

  /** Moves a planned crash close to a write. */
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
    const named = this.#server.uploaded(ticket);
    return this.#change('finish', named, (listed) => this.#server.finish(listed, ticket, manifest, prune));
  }

  /**
   * The content that the guard's requests really showed: the second listing contains a file that the first one left out; for an outdated
   * listing, the probe sent with it returns the last commit.
   */
  #seen(): Tree | undefined {
    const secondListing = this.#secondListing;
    if (this.#isStale && this.#listed) return this.#atProbe;
    if (!this.#listed || !secondListing || this.#leftOut.length === 0) return this.#listed;
    const seen = new Map(this.#listed);
    for (const path of this.#leftOut) if (!secondListing.has(path)) seen.delete(path);
    return seen;
  }

  /**
   * A change of the tree: the engine must have probed the session and listed the branch right before, and the request changes
   * no path that it does not name.
   */
  #change(label: string, named: readonly string[], apply: (listed: Tree | undefined) => void): Promise<void> {
    const listed = this.#seen();
    if (!listed) this.#server.problems.push(`${this.#owner.name} sent a ${label} without a listing`);
    if (this.#probed !== this.branchName) {
      this.#server.problems.push(`${this.#owner.name} sent a ${label} while dev mode was on ${this.#probed}`);
    }
    this.#listed = undefined;
    this.#probed = undefined;
    this.#old = undefined;
    this.#tally.count(`sent ${label}`);
    this.#hasten();
    const ignored = this.#random.chance(this.faults.ignored);
    if (ignored) this.#tally.count('request ignored');
    return this.#request(label, () => {
      if (ignored) return;
      const before = new Map(this.#server.hashes);
      this.changes += 1;
      apply(listed);
      const { hashes, problems } = this.#server;
      for (const [path, hash] of hashes) {
        if (before.get(path) !== hash) this.#server.onWritten(this.#owner.name, path, hash);
      }
      for (const path of new Set([...before.keys(), ...hashes.keys()])) {
        if (before.get(path) === hashes.get(path) || named.includes(path)) continue;
        problems.push(`${this.#owner.name} sent a ${label} that changed ${path}, which it does not name`);
      }
    });
  }

  async #request<T>(label: string, apply: () => T): Promise<T> {
    const { faults } = this;
    const fault = this.#chooseFault();
    if (fault) this.#tally.count(`request ${fault}`);
    if (fault && fault !== 'repeated') this.#old = undefined;
    if (fault === 'notSent') {
      await this.#scheduler.turn(this.#owner, `${label} not sent`);
      throw new ServerFailure('refused', 'not-sent');
    }
    // The request arrives even if its sender is killed.
    const arrival =
      this.latencyMs > 0
        ? this.#scheduler.clockOf(this.#network).delay(this.latencyMs)
        : this.#scheduler.turn(this.#network, `${label} arrives`);
    const arrived = arrival.then(() => {
      if (fault === 'lostBefore' || fault === 'late') return undefined;
      if (fault === 'refused') return { failure: refuse('server') };
      try {
        const value = apply();
        if (fault === 'repeated') this.#applyAgain(apply);
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
        .then(() => this.#applyAgain(apply));
    }
    await this.#scheduler.turn(this.#owner, `${label} answered`);
    if (!answer || fault === 'lostAfter') throw new ServerFailure(faults.late > 0 ? 'timeout' : 'reset', 'unknown');
    if ('failure' in answer) throw answer.failure;
    return answer.value as T;
  }

  #applyAgain(apply: () => unknown): void {
    this.#server.late = true;
    try {
      apply();
    } catch {
      // The platform refuses some repeated requests.
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

  /** A listing that lacks entries; never twice in a row, because that cannot be detected. */
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

function topLevel(path: string): string {
  const end = path.indexOf('/');
  return end < 0 ? path : path.slice(0, end);
}
