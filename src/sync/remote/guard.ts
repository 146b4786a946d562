/**
 * The one gate in front of every call that changes something on the platform: an explicit branch, the credential's open
 * personal branch, and a branch that is still as the plan saw it.
 */

import { setMaxListeners } from 'node:events';
import { Limit } from '../../base/async.ts';
import { isPersonalBranch } from '../../contract/branches.ts';
import type { BodyOf, Operation, ParamsOf, QueryOf, ResponseOf } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { HaltError, halt } from '../plan/halt.ts';
import type { Hash, Tree } from '../plan/tree.ts';
import { type BranchPort, outcomeOf, type Probe, type UploadTicket, type WriteOutcome } from './branchPort.ts';
import type { PlatformCaller } from './remote.ts';

/** Uploads under way at once; the client's own limit of connections may be lower. */
const uploadsAtOnce = 16;

/** So many looks at a branch that does not stand still, before it is left alone for now. */
const looks = 3;

/** A change of the branch's tree. */
export type Write =
  | { kind: 'put'; files: readonly { path: string; content: string }[] }
  | { kind: 'remove'; paths: readonly string[] }
  | { kind: 'rename'; moves: readonly { path: string; newPath: string }[] }
  /** `manifest` names every file there is to be; with `prune` the others go. */
  | { kind: 'finish'; ticket: UploadTicket; manifest: ReadonlyMap<string, Hash>; prune: boolean };

/** An upload transaction, and the branch's last commit when it began; undefined: the platform told none. */
export interface Opened {
  ticket: UploadTicket;
  lastHash: string | undefined;
}

export interface GuardedWrite {
  write: Write;
  /** What the plan saw at every path that the write touches; undefined: no file. */
  expected: ReadonlyMap<string, Hash | undefined>;
}

/** The call that changes the branch failed; whether it changed anything, `outcome` says. */
export class WriteFailure extends Error {
  readonly outcome: WriteOutcome;
  readonly decided: GuardedWrite;

  constructor(decided: GuardedWrite, cause: unknown) {
    super('The write to the branch failed.', { cause });
    this.name = 'WriteFailure';
    this.decided = decided;
    this.outcome = outcomeOf(cause);
  }
}

export class Guard {
  readonly #port: BranchPort;

  constructor(port: BranchPort) {
    this.#port = port;
  }

  /**
   * Lists the branch and asks for the open session, at once; lets `prepare` decide on that very listing; then sends.
   * `witness`: a file is likely to be new, or to be pruned; asks for the second listing at the same time. `lastHash`: the
   * branch's last commit when the work began; where it is another one now, the listing may be older than that: it is taken
   * again, until the branch stood still between two looks.
   * @returns what `prepare` decided.
   * @throws HaltError when a rule does not hold; WriteFailure when the change itself fails; otherwise as the port does.
   */
  async write(
    prepare: (listed: Tree) => Promise<GuardedWrite | undefined>,
    options: { witness: boolean; lastHash?: string | undefined; signal?: AbortSignal | undefined },
  ): Promise<GuardedWrite | undefined> {
    const port = this.#port;
    const { signal } = options;
    demandPersonal(port.branchName);
    const { listed, early } = await this.#look(options);
    const decided = await prepare(listed);
    if (!decided) return undefined;
    demandUnmoved(decided.expected, listed);
    if (needsWitness(decided)) demandWitness(decided, early ?? (await port.listPaths(signal)));
    try {
      await this.#send(decided.write, signal);
    } catch (failure) {
      throw new WriteFailure(decided, failure);
    }
    return decided;
  }

  /** Opens an upload transaction. The tree does not change. @throws HaltError when a rule does not hold */
  async open(signal?: AbortSignal): Promise<Opened> {
    const port = this.#port;
    demandPersonal(port.branchName);
    // Asked before all else: what is written from now on shows, even where a later listing is older than that.
    const probe = await port.probe(signal);
    demandOpen(port.branchName, probe);
    return { ticket: await port.startUpload(signal), lastHash: probe.lastHash };
  }

  /** Carries files into an open upload. The tree does not change. */
  async stage(ticket: UploadTicket, files: ReadonlyMap<string, Uint8Array>, signal?: AbortSignal): Promise<void> {
    const port = this.#port;
    const limit = new Limit(uploadsAtOnce);
    const stop = new AbortController();
    const whole = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    // Each upload under way listens to it: no leak worth a warning.
    setMaxListeners(2 * uploadsAtOnce, whole);
    const sent = Array.from(files, ([path, bytes]) =>
      limit.run(() => port.uploadFile(ticket, path, bytes, whole), whole),
    );
    try {
      await Promise.all(sent);
    } catch (failure) {
      stop.abort();
      await Promise.allSettled(sent);
      throw failure;
    }
  }

  async #look(options: { witness: boolean; lastHash?: string | undefined; signal?: AbortSignal | undefined }) {
    const { witness, signal } = options;
    const port = this.#port;
    let { lastHash } = options;
    for (let left = looks; left > 0; left -= 1) {
      const [probe, listed, early] = await Promise.all([
        port.probe(signal),
        port.listHashes(signal),
        witness ? port.listPaths(signal) : undefined,
      ]);
      demandOpen(port.branchName, probe);
      if (lastHash === undefined || probe.lastHash === undefined || probe.lastHash === lastHash)
        return { listed, early };
      lastHash = probe.lastHash;
    }
    throw movedOn('Somebody else keeps writing to the branch just now.');
  }

  #send(write: Write, signal?: AbortSignal): Promise<void> {
    switch (write.kind) {
      case 'put':
        return this.#port.put(write.files, signal);
      case 'remove':
        return this.#port.remove(write.paths, signal);
      case 'rename':
        return this.#port.rename(write.moves, signal);
      case 'finish':
        return this.#port.finishUpload(write.ticket, write.manifest, write.prune, signal);
    }
  }
}

function pruned({ write }: GuardedWrite): ReadonlyMap<string, Hash> | undefined {
  return write.kind === 'finish' && write.prune ? write.manifest : undefined;
}

function needsWitness(decided: GuardedWrite): boolean {
  return pruned(decided) !== undefined || [...decided.expected.values()].includes(undefined);
}

/** A listing may be partial: where absence matters, a second listing of another kind must agree. */
function demandWitness(decided: GuardedWrite, seen: ReadonlySet<string>): void {
  const { expected } = decided;
  const hidden = [...expected].filter(([path, hash]) => hash === undefined && seen.has(path)).map(([path]) => path);
  const manifest = pruned(decided);
  if (manifest) for (const path of seen) if (!manifest.has(path) && !expected.has(path)) hidden.push(path);
  if (hidden.length > 0) throw partialListing(hidden);
}

export function partialListing(paths: readonly string[]): HaltError {
  return new HaltError(
    halt(
      'partial-listing',
      'Two listings of the branch contradict each other: one of them lacks files that the other has.',
      'Try again; nothing was changed.',
      paths,
    ),
  );
}

function demandPersonal(branchName: string): void {
  if (isPersonalBranch(branchName)) return;
  const named = branchName === '' ? 'No branch is named' : `“${branchName}” is not a personal dev branch`;
  throw new HaltError(
    halt('not-dev-branch', `${named}.`, 'Open a branch in dev mode and use the dev branch it opens.'),
  );
}

function demandOpen(branchName: string, { branchName: open }: Probe): void {
  if (open === branchName) return;
  const where = open === undefined ? 'no dev-mode session is open' : `the open dev-mode session is on “${open}”`;
  throw new HaltError(
    halt(
      'session-moved',
      `This credential’s dev mode is not on “${branchName}” any more: ${where}.`,
      `Open “${branchName}” in dev mode again, or follow the other branch.`,
    ),
  );
}

function demandUnmoved(expected: ReadonlyMap<string, Hash | undefined>, listed: Tree): void {
  const moved = [...expected].filter(([path, hash]) => listed.get(path) !== hash).map(([path]) => path);
  if (moved.length === 0) return;
  throw movedOn('Somebody else changed the same files on the branch just now.', moved);
}

function movedOn(message: string, paths?: readonly string[]): HaltError {
  return new HaltError(halt('remote-moved', message, 'Look at the new plan.', paths));
}

/** Operations that act on the personal branch of the open session only. */
const onOpenBranch: ReadonlySet<string> = new Set(['commit', 'putFiles', 'deleteFiles', 'renameFiles', 'finishUpload']);

/**
 * Sends a changing operation that is not file sync (commit, merge, pull on the server, delete a branch, …) once its rules
 * hold: an explicit branch, named the same in the input; and for a commit, or a pull into a personal branch, that this is
 * the credential's open session. @throws HaltError when one does not; otherwise as the client does.
 */
export async function guarded<O extends Operation>(
  client: PlatformCaller,
  target: { deploymentId: string | number; branchName: string },
  operation: O,
  input: { query?: Partial<QueryOf<O>>; body?: BodyOf<O> },
  signal?: AbortSignal,
): Promise<ResponseOf<O>> {
  const { deploymentId, branchName } = target;
  const named = [input.query, input.body].map((part) => (part as { branchName?: unknown } | undefined)?.branchName);
  if (
    branchName === '' ||
    !named.includes(branchName) ||
    named.some((name) => name !== undefined && name !== branchName)
  ) {
    throw new HaltError(
      halt('not-dev-branch', 'The operation does not say which branch it is about.', 'Choose the branch explicitly.'),
    );
  }
  const personalOnly = onOpenBranch.has(operation.id);
  if (personalOnly) demandPersonal(branchName);
  if (personalOnly || (operation.id === operations.pull.id && isPersonalBranch(branchName))) {
    const status = await client.call(operations.getBuildStatus, { params: { deploymentId } }, { signal });
    const open = status.branchName ?? undefined;
    demandOpen(branchName, { branchName: open !== undefined && isPersonalBranch(open) ? open : undefined });
  }
  return client.call(operation, { params: { deploymentId } as ParamsOf<O>, ...input }, { signal });
}
