/** A branch in memory with the platform's rules. */

import type { Hash } from '../../../../src/base/hash.ts';
import type { Tree } from '../../../../src/sync/plan/tree.ts';
import type { UploadTicket } from '../../../../src/sync/remote/branchPort.ts';
import { findInTheWay } from '../findInTheWay.ts';
import { hashOnce } from '../history.ts';
import { refuse } from './networkFaults.ts';

/** A version that an engine replaced or removed without having listed it: the race that docs/sync.md describes. */
interface WindowLoss {
  path: string;
  hash: Hash;
}

export class MemoryServer {
  readonly files = new Map<string, Uint8Array>();
  readonly hashes = new Map<string, Hash>();
  session: string;
  /** Number of the latest change; the platform calls it the branch's last hash. */
  head = 0;
  readonly branchName: string;
  readonly windowLosses: WindowLoss[] = [];
  readonly problems: string[] = [];
  /** Called when a listing is taken, before its answer is sent. */
  onListed: () => void = () => {};
  /** Called when an upload began. */
  onStarted: () => void = () => {};
  /** Called when a write of an engine was applied. */
  onWritten: (who: string, path: string, hash: Hash) => void = () => {};
  /** The request being applied is one whose sender gave up. */
  late = false;
  /** Paths at which an earlier version returned; a client that saw the version in between sees a real change. */
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
    this.#recordPast(path);
    const hash = hashOnce(bytes);
    if (this.#past.has(`${path} ${hash}`)) this.returned.add(path);
    this.head += 1;
    this.files.set(path, bytes);
    this.hashes.set(path, hash);
  }

  delete(path: string): void {
    this.#recordPast(path);
    this.head += 1;
    this.files.delete(path);
    this.hashes.delete(path);
  }

  put(listed: Tree | undefined, files: readonly { path: string; content: string }[]): void {
    this.#assertNoClash(
      [],
      files.map(({ path }) => path),
    );
    for (const { path } of files) this.#recordLoss(listed, path);
    for (const { path, content } of files) this.write(path, Buffer.from(content, 'utf8'));
  }

  remove(listed: Tree | undefined, paths: readonly string[]): void {
    const missing = paths.find((path) => !this.files.has(path));
    if (missing !== undefined) throw refuse('not-found');
    for (const path of paths) this.#recordLoss(listed, path);
    for (const path of paths) this.delete(path);
  }

  rename(listed: Tree | undefined, moves: readonly { path: string; newPath: string }[]): void {
    for (const { path, newPath } of moves) {
      if (!this.files.has(path)) throw refuse('not-found');
      if (this.files.has(newPath)) throw refuse('rejected');
    }
    this.#assertNoClash(
      moves.map(({ path }) => path),
      moves.map(({ newPath }) => newPath),
    );
    for (const { path, newPath } of moves) {
      this.#recordLoss(listed, path);
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

  /** The paths whose contents an upload has. */
  uploaded({ id }: UploadTicket): string[] {
    return [...(this.#uploads.get(id as number)?.keys() ?? [])];
  }

  finish(listed: Tree | undefined, { id }: UploadTicket, manifest: ReadonlyMap<string, Hash>, prune: boolean): void {
    const upload = this.#uploads.get(id as number);
    if (!upload) throw refuse('not-found');
    const next = new Map(prune ? [] : this.files);
    for (const [path, hash] of manifest) {
      const sent = upload.get(path);
      const found = sent && hashOnce(sent) === hash ? sent : this.hashes.get(path) === hash && this.files.get(path);
      if (!found) throw refuse('rejected');
      next.set(path, found);
    }
    this.#assertNoClash(
      [...this.files.keys()].filter((path) => !next.has(path)),
      [...next.keys()],
    );
    this.#uploads.delete(id as number);
    for (const [path, bytes] of this.files) {
      const after = next.get(path);
      if (after && Buffer.compare(after, bytes) === 0) continue;
      this.#recordLoss(listed, path);
      if (!after) this.delete(path);
    }
    for (const [path, bytes] of next) this.write(path, bytes);
  }

  /** No path is a file and a folder. */
  #assertNoClash(removed: readonly string[], added: readonly string[]): void {
    const files = new Set(this.files.keys());
    for (const path of removed) files.delete(path);
    for (const path of added) files.add(path);
    if (added.some((path) => findInTheWay(files, path).length > 0)) throw refuse('rejected');
  }

  #recordPast(path: string): void {
    this.#past.add(`${path} ${this.hashes.get(path)}`);
  }

  /** Records a version that is replaced although the listing before this write did not show it. */
  #recordLoss(listed: Tree | undefined, path: string): void {
    const hash = this.hashes.get(path);
    if (hash === undefined) return;
    if (this.late || (listed && listed.get(path) !== hash)) this.windowLosses.push({ path, hash });
  }
}
