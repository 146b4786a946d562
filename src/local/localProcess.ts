/** Starts the process that answers queries on this machine, and asks it. */

import { type ChildProcess, fork } from 'node:child_process';
import { bundlePath } from '../base/bundlePath.ts';
import { Channel } from '../base/channel.ts';
import type { Disposable } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { processPort } from '../database/processPort.ts';
import type { ProjectFolder } from '../model/project/findProject.ts';
import type { LocalRequests } from './localRequests.ts';
import type { AskLocally } from './localTestRunner.ts';

export class LocalProcess implements Disposable {
  readonly #child: ChildProcess;
  readonly #requests: Channel<LocalRequests>;

  constructor(log: Log) {
    this.#child = fork(bundlePath('local.mjs'), [], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#requests = new Channel<LocalRequests>(processPort(this.#child));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => log.debug(`local: ${text.trimEnd()}`));
    this.#child.on('error', (failure) => log.error(`The local planner failed: ${failure.message}`));
  }

  /** @throws UserError, CancelledError */
  open(folder: ProjectFolder, signal?: AbortSignal): Promise<void> {
    return this.#requests.call('open', folder, signal ? { signal } : {});
  }

  readonly ask: AskLocally = (question, signal) => this.#requests.call('load', question, signal ? { signal } : {});

  dispose(): void {
    this.#requests.dispose();
    if (this.#child.connected) this.#child.disconnect();
  }
}
