/** The emulator of this machine: started at its first use, shared by all windows, and started again after it exited. */

import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { delay, raceAbort, throwIfAborted } from '../../base/async.ts';
import { CancelledError, UserError } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { isProcessAlive } from '../../base/process.ts';
import type { EmulatorAccess } from './emulatorAccess.ts';
import { emulatorErrors } from './emulatorErrors.ts';
import { EmulatorProcess, type EmulatorProcessOptions } from './emulatorProcess.ts';
import { EmulatorRecord } from './emulatorRecord.ts';

/** How long another emulator may hold the lock of the data folder while it starts or stops. */
const lockTimeoutMs = 10_000;
const lockRetryMs = 500;
const sharedPollMs = 2_000;

interface LocalEmulatorOptions extends EmulatorProcessOptions {
  /** Further arguments and variables, asked for at each start. */
  source?(): Promise<Required<Pick<EmulatorProcessOptions, 'args' | 'env'>>>;
}

export class LocalEmulator implements Disposable {
  readonly #options: LocalEmulatorOptions;
  readonly #record: EmulatorRecord;
  readonly #ended = new Emitter<void>();
  readonly #lifetime = new Lifetime();
  #starting: Promise<EmulatorAccess> | undefined;
  #child: EmulatorProcess | undefined;
  /** Polls the process of another window's emulator. */
  #sharedPoll: NodeJS.Timeout | undefined;
  /** Aborted by `stop`, so that a start in progress starts no child. */
  #stopped = new AbortController();

  constructor(options: LocalEmulatorOptions) {
    this.#options = options;
    this.#record = new EmulatorRecord(options.dataFolder);
    this.#lifetime.onDispose(() => this.stop());
    this.#lifetime.add(this.#ended);
  }

  /** Fires when an emulator in use exited and `stop` did not cause it. */
  get onDidEnd(): Event<void> {
    return this.#ended.event;
  }

  /** The running emulator; starts it if necessary. @throws UserError, CancelledError */
  start(signal?: AbortSignal): Promise<EmulatorAccess> {
    return raceAbort(this.#starting ?? this.#remember(this.#start(this.#stopped.signal)), signal);
  }

  /** Ends it, deletes its data, and starts it again. @throws UserError `other-window` if another window started it */
  startOver(signal?: AbortSignal): Promise<EmulatorAccess> {
    const again = async () => {
      const running = await this.#record.read();
      if (running && running.pid !== this.#child?.pid) throw emulatorErrors.error('other-window');
      const ended = this.#end();
      const { signal: stopped } = this.#stopped;
      await ended;
      await rm(this.#options.dataFolder, { recursive: true, force: true, maxRetries: 3 });
      return this.#start(stopped);
    };
    return raceAbort(this.#remember(again()), signal);
  }

  /** Stops the emulator if this window started it. Another window's emulator keeps running. */
  stop(): void {
    this.#starting = undefined;
    void this.#end();
  }

  #remember(start: Promise<EmulatorAccess>): Promise<EmulatorAccess> {
    const starting = start.catch((failure: unknown) => {
      if (this.#starting === starting) this.#starting = undefined;
      throw failure;
    });
    this.#starting = starting;
    return starting;
  }

  async #end(): Promise<void> {
    this.#stopped.abort(new CancelledError());
    this.#stopped = new AbortController();
    clearInterval(this.#sharedPoll);
    const child = this.#child;
    this.#child = undefined;
    if (!child) return;
    this.#record.remove();
    await child.kill();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #start(stopped: AbortSignal): Promise<EmulatorAccess> {
    const { script, dataFolder, log, isTrusted } = this.#options;
    if (!isTrusted()) throw emulatorErrors.error('not-trusted');
    if (!existsSync(script)) throw emulatorErrors.error('missing-bundle', [], { where: script });
    await mkdir(dataFolder, { recursive: true });
    const deadline = performance.now() + lockTimeoutMs;
    for (;;) {
      const shared = await this.#findShared(stopped);
      if (shared) return shared;
      throwIfAborted(stopped);
      try {
        return await this.#spawn(stopped);
      } catch (failure) {
        throwIfAborted(stopped);
        const locked = failure instanceof UserError && failure.code === 'data-folder-locked';
        if (!locked || performance.now() > deadline) throw failure;
        log.debug('Another emulator is starting or stopping. Waiting for its lock.');
        await delay(lockRetryMs, stopped);
      }
    }
  }

  /** The emulator of another window, watched until its process ends. */
  async #findShared(stopped: AbortSignal): Promise<EmulatorAccess | undefined> {
    const shared = await this.#record.read();
    if (!shared) return undefined;
    throwIfAborted(stopped);
    const { pid, access } = shared;
    this.#options.log.info(`Using the emulator of another window at ${access.url} (process ${pid})`);
    clearInterval(this.#sharedPoll);
    this.#sharedPoll = setInterval(() => {
      if (!isProcessAlive(pid)) this.#handleEnd('its window was closed');
    }, sharedPollMs);
    this.#sharedPoll.unref();
    return access;
  }

  async #spawn(stopped: AbortSignal): Promise<EmulatorAccess> {
    const { log, args = [], source } = this.#options;
    const more = await source?.();
    throwIfAborted(stopped);
    const child = new EmulatorProcess({ ...this.#options, ...more, args: [...args, ...(more?.args ?? [])] });
    this.#child = child;
    child.onDidExit((reason) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#record.remove();
      log.error(`The local emulator exited. Its last output:\n${child.output}`);
      this.#handleEnd(reason);
    });
    try {
      const access = await child.ready;
      throwIfAborted(stopped);
      await this.#record.write({ pid: child.pid, access });
      return access;
    } catch (failure) {
      if (this.#child === child) this.#child = undefined;
      log.error(`The local emulator did not start. Its last output:\n${child.output}`);
      throw failure;
    }
  }

  #handleEnd(reason: string): void {
    clearInterval(this.#sharedPoll);
    this.#starting = undefined;
    this.#options.log.warn(`The local emulator stopped: ${reason}.`);
    this.#ended.fire();
  }
}
