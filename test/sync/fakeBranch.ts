/** A branch in memory for tests of one engine, with the platform's rules and hooks before and after each request. */

import { type Hash, hashOf } from '../../src/base/hash.ts';
import { foldersOf, type Tree } from '../../src/sync/plan/tree.ts';
import type { BranchPort, Probe, UploadTicket } from '../../src/sync/remote/branchPort.ts';

export class FakeFailure extends Error {
  readonly kind: string;
  readonly writeState: 'not-sent' | 'unknown' | 'refused-by-server';

  constructor(kind: string, writeState: FakeFailure['writeState']) {
    super(`The request failed: ${kind}.`);
    this.kind = kind;
    this.writeState = writeState;
  }
}

export class FakeBranch implements BranchPort {
  readonly branchName = 'dev-someone-1';
  readonly files = new Map<string, Uint8Array>();
  /** Names of the calls, in order. */
  readonly calls: string[] = [];
  session: string | undefined = 'dev-someone-1';
  /** Runs before each call; may throw instead of it. */
  before: (call: string) => void = () => {};
  /** Runs after each call; may throw instead of the answer. */
  after: (call: string) => void = () => {};
  #upload = new Map<string, Uint8Array>();

  constructor(files: Record<string, string | Uint8Array> = {}) {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  get requests(): number {
    return this.calls.length;
  }

  write(path: string, content: string | Uint8Array): void {
    this.files.set(path, Buffer.from(content as string));
  }

  texts(): Record<string, string> {
    return Object.fromEntries(Array.from(this.files, ([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]));
  }

  listHashes(): Promise<Tree> {
    return this.#call('hashes', () => new Map(Array.from(this.files, ([path, bytes]) => [path, hashOf(bytes)])));
  }

  listPaths(): Promise<ReadonlySet<string>> {
    return this.#call('paths', () => new Set(this.files.keys()));
  }

  contents(): Promise<ReadonlyMap<string, Uint8Array>> {
    // As text, like the platform returns it.
    return this.#call(
      'contents',
      () => new Map(Object.entries(this.texts()).map(([path, text]) => [path, Buffer.from(text)])),
    );
  }

  probe(): Promise<Probe> {
    return this.#call('probe', () => ({ branchName: this.session }));
  }

  put(files: readonly { path: string; content: string }[]): Promise<void> {
    return this.#call('put', () => {
      this.#replaceFiles(files.map(({ path, content }) => [path, Buffer.from(content)]));
    });
  }

  remove(paths: readonly string[]): Promise<void> {
    return this.#call('remove', () => {
      for (const path of paths) if (!this.files.delete(path)) throw new FakeFailure('not-found', 'refused-by-server');
    });
  }

  rename(moves: readonly { path: string; newPath: string }[]): Promise<void> {
    return this.#call('rename', () => {
      const moved = moves.map(({ path, newPath }): [string, Uint8Array] => {
        const bytes = this.files.get(path);
        if (!bytes || this.files.has(newPath)) throw new FakeFailure('rejected', 'refused-by-server');
        return [newPath, bytes];
      });
      this.#replaceFiles(
        moved,
        moves.map(({ path }) => path),
      );
    });
  }

  startUpload(): Promise<UploadTicket> {
    return this.#call('start', () => {
      this.#upload = new Map();
      return { id: 1 };
    });
  }

  uploadFile(_: UploadTicket, path: string, bytes: Uint8Array): Promise<void> {
    return this.#call('file', () => {
      this.#upload.set(path, bytes);
    });
  }

  finishUpload(_: UploadTicket, manifest: ReadonlyMap<string, Hash>): Promise<void> {
    return this.#call('finish', () => {
      const named = Array.from(manifest, ([path, hash]): [string, Uint8Array] => {
        const found = [this.#upload.get(path), this.files.get(path)].find((bytes) => bytes && hashOf(bytes) === hash);
        if (!found) throw new FakeFailure('rejected', 'refused-by-server');
        return [path, found];
      });
      this.#replaceFiles(named);
    });
  }

  #replaceFiles(written: readonly [string, Uint8Array][], removed: readonly string[] = []): void {
    const next = new Map(this.files);
    for (const path of removed) next.delete(path);
    for (const [path, bytes] of written) next.set(path, bytes);
    const clash = [...next.keys()].find((path) => foldersOf(path).some((folder) => next.has(folder)));
    if (clash !== undefined) throw new FakeFailure('rejected', 'refused-by-server');
    this.files.clear();
    for (const [path, bytes] of next) this.files.set(path, bytes);
  }

  async #call<T>(name: string, work: () => T): Promise<T> {
    await new Promise((resolve) => setImmediate(resolve));
    this.calls.push(name);
    this.before(name);
    const answer = work();
    this.after(name);
    return answer;
  }
}
