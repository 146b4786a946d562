/**
 * The emulator as a child process of the editor: started when it is first needed, shared by the windows of this machine,
 * started anew after it ended. Knows how to run it, not what to do with it.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { delay, raceAbort, throwIfAborted } from '../../base/async.ts';
import { describeExit } from '../../base/childPort.ts';
import { CancelledError, UserError } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';

/** What the child says when it listens. */
export interface EmulatorAccess {
  url: string;
  apiKey: string;
  deploymentId: number;
  deployBranch: string;
  /** Of the sample's dashboard, and what it takes to embed it; absent where an older emulator is shared. */
  adminApiKey?: string;
  dashboardPublicId?: string;
  embedTenant?: string;
}

export interface LocalEmulatorOptions {
  /** The emulator's bundle. */
  script: string;
  /** Where deployments and branches are kept. */
  dataFolder: string;
  log: Log;
  /** Arguments beside the data folder. */
  args?: readonly string[];
  /** Milliseconds until a start that says nothing counts as failed; default 60 000. */
  patienceMs?: number;
}

/** Another window's emulator: its parent wrote where it is. */
interface Running extends EmulatorAccess {
  pid: number;
}

const keptLines = 40;
/** How long a folder may still be locked by an emulator that is on its way out. */
const lockPatienceMs = 10_000;

export class LocalEmulator implements Disposable {
  readonly #options: LocalEmulatorOptions;
  readonly #ended = new Emitter<void>();
  readonly #lifetime = new Lifetime();
  #starting: Promise<EmulatorAccess> | undefined;
  #child: ChildProcess | undefined;
  #watched: NodeJS.Timeout | undefined;
  /** Aborted by a stop: a start that has not come to its child yet must not. */
  #stopped = new AbortController();

  constructor(options: LocalEmulatorOptions) {
    this.#options = options;
    this.#lifetime.onDispose(() => this.stop());
    this.#lifetime.add(this.#ended);
  }

  /** Fires when an emulator that was in use ended without being told to. */
  get onDidEnd(): Event<void> {
    return this.#ended.event;
  }

  /** The running emulator; starts it if need be. @throws UserError with the end of what it said, CancelledError. */
  start(signal?: AbortSignal): Promise<EmulatorAccess> {
    if (!this.#starting) {
      const starting = this.#begin(this.#stopped.signal).catch((failure: unknown) => {
        if (this.#starting === starting) this.#starting = undefined;
        throw failure;
      });
      this.#starting = starting;
    }
    return raceAbort(this.#starting, signal);
  }

  /** Ends our own child; another window's emulator is left alone. */
  stop(): void {
    this.#starting = undefined;
    this.#stopped.abort(new CancelledError());
    this.#stopped = new AbortController();
    clearInterval(this.#watched);
    const child = this.#child;
    this.#child = undefined;
    if (!child) return;
    // Synchronously: the window may be on its way out.
    rmSync(this.#note, { force: true });
    child.kill();
    const last = setTimeout(() => child.kill('SIGKILL'), 5_000);
    last.unref();
    child.once('exit', () => clearTimeout(last));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  get #note(): string {
    return path.join(this.#options.dataFolder, 'running.json');
  }

  async #begin(stopped: AbortSignal): Promise<EmulatorAccess> {
    const { script, dataFolder, log } = this.#options;
    if (!existsSync(script)) {
      throw new UserError('The platform for this machine is missing from this installation.', {
        where: script,
        action: 'Install the extension again.',
      });
    }
    await mkdir(dataFolder, { recursive: true });
    const until = performance.now() + lockPatienceMs;
    for (;;) {
      const other = await this.#borrowed(stopped);
      if (other) return other;
      throwIfAborted(stopped);
      try {
        return await this.#spawn();
      } catch (failure) {
        if (!isLocked(failure) || performance.now() > until) throw failure;
        log.debug('Another window’s platform is starting or ending; waiting for it.');
        await delay(500, stopped);
      }
    }
  }

  /** The emulator of another window, while its process lives. */
  async #borrowed(stopped: AbortSignal): Promise<EmulatorAccess | undefined> {
    let running: Running;
    try {
      running = JSON.parse(await readFile(this.#note, 'utf8')) as Running;
    } catch {
      return undefined;
    }
    // A process of that number may be another one by now: it must answer, too.
    if (!isAccess(running) || !isAlive(running.pid) || !(await answers(running.url))) {
      await rm(this.#note, { force: true });
      return undefined;
    }
    throwIfAborted(stopped);
    const { pid } = running;
    const access = accessOf(running);
    this.#options.log.info(`Using the platform that another window started (process ${pid}) at ${access.url}`);
    clearInterval(this.#watched);
    this.#watched = setInterval(() => {
      if (!isAlive(pid)) this.#lost('the window that had started it closed it');
    }, 2_000);
    this.#watched.unref();
    return access;
  }

  #spawn(): Promise<EmulatorAccess> {
    const { script, dataFolder, log, args = [], patienceMs = 60_000 } = this.#options;
    const child = fork(script, ['--port', '0', '--json', '--data', dataFolder, ...args], {
      env: childEnvironment(),
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    const tail: string[] = [];
    onLines(child.stderr, (line) => {
      tail.push(line);
      if (tail.length > keptLines) tail.shift();
      log.debug(`emulator: ${line}`);
    });
    return new Promise<EmulatorAccess>((resolve, reject) => {
      let ready = false;
      const fail = (reason: string) => {
        if (this.#child === child) this.#child = undefined;
        if (tail.length > 0) log.error(`The platform on this machine said last:\n${tail.join('\n')}`);
        reject(
          new UserError(`The platform on this machine did not start: ${reason}.`, {
            ...(tail.length > 0 ? { where: tail.at(-1)! } : {}),
            action: 'Show the log for what it said, then try again.',
          }),
        );
      };
      const timer = setTimeout(() => {
        fail(`it said nothing for ${Math.round(patienceMs / 1_000)} seconds`);
        child.kill('SIGKILL');
      }, patienceMs);
      const hear = (message: unknown) => {
        if (ready || this.#child !== child || !isAccess(message)) return;
        ready = true;
        clearTimeout(timer);
        const access = accessOf(message);
        log.info(`The platform on this machine listens at ${access.url}`);
        const text = JSON.stringify({ ...access, pid: child.pid });
        // The key in it opens nothing but this emulator; its own state file beside holds it too.
        writeFile(this.#note, text, { mode: 0o600 }).then(
          () => resolve(access),
          () => resolve(access),
        );
      };
      child.on('message', hear);
      onLines(child.stdout, (line) => hear(parse(line)));
      child.once('error', (failure) => {
        clearTimeout(timer);
        fail(failure.message);
      });
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        if (!ready) fail(describeExit(code, signal));
        else if (this.#child === child) {
          log.error(`The platform on this machine ended: ${describeExit(code, signal)}.\n${tail.join('\n')}`);
          rmSync(this.#note, { force: true });
          this.#child = undefined;
          this.#lost(describeExit(code, signal));
        }
      });
    });
  }

  #lost(reason: string): void {
    clearInterval(this.#watched);
    this.#starting = undefined;
    this.#options.log.warn(`The platform on this machine is gone: ${reason}.`);
    this.#ended.fire();
  }
}

/** What any program needs; nothing of the editor's, and no key for another platform. */
function childEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(DATA_MODEL_|VSCODE_|ELECTRON_|NODE_OPTIONS$|NODE_INSPECT|APPLICATION_INSIGHTS)/.test(name),
  );
  return { ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' };
}

function isAccess(message: unknown): message is EmulatorAccess {
  const { url, apiKey, deploymentId, deployBranch } = (message ?? {}) as Partial<EmulatorAccess>;
  return (
    typeof url === 'string' &&
    typeof apiKey === 'string' &&
    typeof deploymentId === 'number' &&
    typeof deployBranch === 'string'
  );
}

function accessOf(message: EmulatorAccess): EmulatorAccess {
  const { url, apiKey, deploymentId, deployBranch, adminApiKey, dashboardPublicId, embedTenant } = message;
  const optional = Object.entries({ adminApiKey, dashboardPublicId, embedTenant }).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  );
  return { url, apiKey, deploymentId, deployBranch, ...Object.fromEntries(optional) };
}

function isLocked(failure: unknown): boolean {
  return failure instanceof UserError && /uses this data folder/.test(failure.where ?? '');
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { timeout: 2_000, agent: false }, (response) => {
      response.resume();
      resolve(true);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function parse(line: string): unknown {
  try {
    return line.startsWith('{') ? JSON.parse(line) : undefined;
  } catch {
    return undefined;
  }
}

function onLines(stream: NodeJS.ReadableStream | null, hear: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') hear(line.trimEnd());
  });
}
