/** A database server from the system's packages, with its files in a temporary folder. Servers refuse to run as root: then another user runs them. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { messageOf } from '../../src/base/errors.ts';
import { waitFor } from '../run/waitFor.ts';
import { exclusively } from '../vscode/install/exclusively.ts';
import { installPackages } from '../vscode/install/systemPackages.ts';
import { runAtExit } from '../vscode/process/atExit.ts';
import { runProgram } from '../vscode/process/runProgram.ts';
import { type TemporaryFolder, temporaryFolder } from '../vscode/process/temporaryFolder.ts';

const outputKept = 8_000;

/** Finds a program, installs the packages that have it, or skips the suite and says why. */
export async function requireProgram(
  suite: Mocha.Context,
  find: () => string | undefined,
  packages: readonly string[],
): Promise<string> {
  const failure = await exclusively('database packages', async () => {
    if (!find()) await installPackages(packages);
  }).catch(messageOf);
  const found = find();
  if (found) return found;
  console.log(`    Skipped, because ${packages.join(' and ')} cannot be installed. ${failure ?? ''}`);
  return suite.skip();
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class ServerFolder {
  readonly #folder: TemporaryFolder;
  readonly #user: { uid: number; gid: number } | undefined;

  private constructor(folder: TemporaryFolder, user: { uid: number; gid: number } | undefined) {
    this.#folder = folder;
    this.#user = user;
  }

  /** @param user who runs the server if this process is root's */
  static async create(purpose: string, user: string): Promise<ServerFolder> {
    const isRoot = process.getuid?.() === 0;
    const ids = isRoot
      ? await Promise.all(['-u', '-g'].map(async (flag) => Number(await runProgram('id', [flag, user]))))
      : [];
    const folder = temporaryFolder(purpose);
    const owner = isRoot ? { uid: ids[0]!, gid: ids[1]! } : undefined;
    if (owner) chownSync(folder.path, owner.uid, owner.gid);
    return new ServerFolder(folder, owner);
  }

  get path(): string {
    return this.#folder.path;
  }

  /** A file that only the server reads. */
  write(name: string, text: string): void {
    const file = path.join(this.path, name);
    writeFileSync(file, text, { mode: 0o600 });
    this.own(file);
  }

  /** Lets the server read and write what this process made. */
  own(file: string): void {
    if (this.#user) chownSync(file, this.#user.uid, this.#user.gid);
  }

  /** Runs a program of the server to its end. */
  run(program: string, args: readonly string[]): Promise<string> {
    return runProgram(program, args, {
      ...this.#user,
      cwd: this.path,
      env: { PATH: process.env.PATH, HOME: this.path },
    });
  }

  start(program: string, args: readonly string[]): ServerProcess {
    const env = { PATH: process.env.PATH, HOME: this.path };
    return new ServerProcess(
      spawn(program, args, { ...this.#user, cwd: this.path, env, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  }

  remove(): void {
    this.#folder.remove();
  }
}

export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #cancelExitAction: () => void;
  #output = '';
  #hasEnded = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-outputKept);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', () => {
      this.#hasEnded = true;
    });
    child.once('exit', () => {
      this.#hasEnded = true;
    });
    this.#cancelExitAction = runAtExit(() => child.kill('SIGKILL'));
  }

  /** @param connect rejects while the server is not ready */
  async untilReady(connect: () => Promise<unknown>): Promise<void> {
    const isReady = async () => {
      if (this.#hasEnded) throw new Error(`The server ended:\n${this.#output}`);
      return connect().then(
        () => true,
        () => false,
      );
    };
    await waitFor('the server accepts connections', isReady, () => this.#output);
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    if (!this.#hasEnded) {
      this.#child.kill(signal);
      await once(this.#child, 'exit');
    }
    this.#cancelExitAction();
  }
}

/** A server that a test can stop as a crash does, and start again. */
export abstract class DatabaseServer {
  protected readonly folder: ServerFolder;
  protected readonly port: number;
  readonly #crash: NodeJS.Signals;
  #process: ServerProcess | undefined;
  #databases = 0;

  /** @param crash ends the server and all connections at once */
  constructor(folder: ServerFolder, port: number, crash: NodeJS.Signals = 'SIGKILL') {
    this.folder = folder;
    this.port = port;
    this.#crash = crash;
  }

  /** Runs statements as the superuser. */
  abstract execute(sql: string): Promise<readonly unknown[]>;

  protected abstract startProcess(): ServerProcess;

  /** The name of a new database. */
  protected newName(): string {
    this.#databases += 1;
    return `test_${this.#databases}`;
  }

  async start(): Promise<void> {
    this.#process = this.startProcess();
    await this.#process.untilReady(() => this.execute('SELECT 1'));
  }

  async stop(): Promise<void> {
    await this.#process?.stop(this.#crash);
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.folder.remove();
  }
}
