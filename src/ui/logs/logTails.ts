/** Followed logs: one output channel for each deployment and filter, which continues without repeated lines when it is resumed. */

import * as vscode from 'vscode';
import { CancelledError, isCancellation } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { LogMemory } from '../../platform/logTail.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import { errorText } from '../shell/errorText.ts';
import { showFailure } from '../shell/notifications.ts';
import { pickItem } from '../shell/quickInput.ts';
import { readSetting } from '../shell/settings.ts';
import { logUri } from './logDocuments.ts';
import { filterLabel, type LogFilter } from './logFilter.ts';

interface Tail {
  name: string;
  channel: vscode.OutputChannel;
  /** The lines that were already shown. */
  memory: LogMemory;
  /** Aborting it stops the tail; undefined while the tail is stopped. */
  run: AbortController | undefined;
}

export class LogTails implements Disposable {
  readonly #app: Pick<App, 'log' | 'remedyOf'>;
  readonly #tails = new Map<string, Tail>();

  constructor(app: Pick<App, 'log' | 'remedyOf'>) {
    this.#app = app;
  }

  /** Shows the output channel and follows the logs until `stop`. */
  async start(selected: SelectedDeployment, filter: LogFilter): Promise<void> {
    const tail = await this.#open(selected, filter);
    tail.channel.show(true);
    if (tail.run) return;
    const run = new AbortController();
    tail.run = run;
    this.#updateContextKey();
    this.#follow(tail, selected, filter, run.signal)
      .catch((failure) => {
        if (isCancellation(failure)) return;
        tail.channel.appendLine(`# ${vscode.l10n.t('Stopped: {0}', errorText(failure, vscode.l10n))}`);
        return showFailure(failure, this.#app);
      })
      .finally(() => {
        if (tail.run === run) tail.run = undefined;
        this.#updateContextKey();
      });
  }

  /** Stops a tail that the user picks; without a question if only one runs. @throws CancelledError */
  async stop(): Promise<void> {
    const running = [...this.#tails.values()].filter(({ run }) => run);
    if (running.length <= 1) {
      running[0]?.run?.abort();
      return;
    }
    const picked = await pickItem(
      running.map((tail) => ({ label: tail.name, tail })),
      { title: vscode.l10n.t('Stop Following Logs'), placeHolder: vscode.l10n.t('Select the logs to stop following') },
    );
    if (!picked) throw new CancelledError();
    picked.tail.run?.abort();
  }

  dispose(): void {
    for (const { run, channel } of this.#tails.values()) {
      run?.abort();
      channel.dispose();
    }
    this.#tails.clear();
  }

  async #open(selected: SelectedDeployment, filter: LogFilter): Promise<Tail> {
    const { LogMemory } = await import('../../platform/logTail.ts');
    const key = logUri(selected, filter).toString();
    const known = this.#tails.get(key);
    if (known) return known;
    const name = vscode.l10n.t('Logs: {0} ({1})', selected.name, filterLabel(filter, vscode.l10n));
    const channel = vscode.window.createOutputChannel(name, 'log');
    const tail: Tail = { name, channel, memory: new LogMemory(), run: undefined };
    this.#tails.set(key, tail);
    return tail;
  }

  async #follow(
    { channel, memory }: Tail,
    { deployment }: SelectedDeployment,
    filter: LogFilter,
    signal: AbortSignal,
  ): Promise<void> {
    const { l10n } = vscode;
    const { logEntry } = await import('./logText.ts');
    const { tailLogs } = await import('../../platform/logTail.ts');
    const batches = tailLogs(
      deployment.client,
      { deploymentId: deployment.id, filter: filter as Record<string, unknown> },
      {
        signal,
        intervalMs: Math.max(1, readSetting('dataModel.logs.pollSeconds')) * 1_000,
        memory,
        onInterruption: (failure) => {
          const text = failure ? l10n.t('Interrupted: {0}', errorText(failure, l10n)) : l10n.t('Connected again.');
          channel.appendLine(`# ${text}`);
        },
      },
    );
    for await (const lines of batches) {
      channel.appendLine(lines.map((line) => logEntry(line, filter)).join('\n'));
    }
  }

  #updateContextKey(): void {
    setContextKey(
      'dataModel.tailing',
      [...this.#tails.values()].some(({ run }) => run),
    );
  }
}
