/** Starts the process that answers queries on this machine, and asks it. */

import { type ChildProcess, fork } from 'node:child_process';
import { bundlePath } from '../../base/bundlePath.ts';
import { Channel } from '../../base/channel.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { processPort } from '../../database/processPort.ts';
import type { ProjectFolder } from '../../model/project/findProject.ts';
import type { AskLocally } from '../localTestRunner.ts';
import type { LocalProgress, LocalReplies, LocalRequests } from './localRequests.ts';

/** The requests about a model that take a while: what each needs, and its answer. */
export type LongRequests = {
  [Name in Exclude<keyof LocalRequests, 'open' | 'load'>]: {
    needs: Parameters<LocalRequests[Name]>[0];
    answer: Awaited<ReturnType<LocalRequests[Name]>>;
  };
};

export class LocalProcess implements Disposable {
  readonly #child: ChildProcess;
  readonly #requests: Channel<LocalRequests>;
  #onProgress: ((progress: LocalProgress) => void) | undefined;

  constructor(log: Log) {
    this.#child = fork(bundlePath('local.mjs'), [], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const replies: LocalReplies = { progress: (progress) => this.#onProgress?.(progress) };
    this.#requests = new Channel<LocalRequests>(processPort(this.#child), replies);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => log.debug(`local: ${text.trimEnd()}`));
    this.#child.on('error', (failure) => log.error(`The local planner failed: ${failure.message}`));
  }

  /** @throws UserError, CancelledError */
  open(folder: ProjectFolder, signal?: AbortSignal): Promise<void> {
    return this.#requests.call('open', folder, signal ? { signal } : {});
  }

  readonly ask: AskLocally = (question, signal) => this.#requests.call('load', question, signal ? { signal } : {});

  /** @throws UserError, CancelledError */
  request<Name extends keyof LongRequests>(
    name: Name,
    needs: LongRequests[Name]['needs'],
    signal: AbortSignal,
  ): Promise<LongRequests[Name]['answer']> {
    return this.#requests.call(name, needs, { signal });
  }

  /** A request with progress; one at a time. @throws UserError, CancelledError */
  run<Name extends keyof LongRequests>(
    name: Name,
    needs: LongRequests[Name]['needs'],
    signal: AbortSignal,
    onProgress: (progress: LocalProgress) => void,
  ): Promise<LongRequests[Name]['answer']> {
    this.#onProgress = onProgress;
    return this.request(name, needs, signal);
  }

  dispose(): void {
    this.#requests.dispose();
    if (this.#child.connected) this.#child.disconnect();
  }
}
