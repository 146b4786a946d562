/**
 * A deployment's logs: the current tail as a document, and a live tail in an output channel that survives outages and builds
 * and goes on without repeats where it was stopped.
 */

import * as vscode from 'vscode';
import { CancelledError, isCancellation } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { LogLine } from '../../contract/deployments.ts';
import type { LogMemory } from '../../platform/logTail.ts';
import { chooseDeployment, type SelectedDeployment } from '../deployments/deploymentChoice.ts';
import type { App } from '../shell/app.ts';
import type { CommandTable } from '../shell/commands.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import { errorText } from '../shell/errorText.ts';
import { showFailure } from '../shell/notifications.ts';
import { type DocumentAddress, documentUri, type ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { readSetting } from '../shell/settings.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { filterLabel, type LogFilter, logDocument, logEntry } from './logText.ts';

interface Tail {
  name: string;
  channel: vscode.OutputChannel;
  /** What was shown already. */
  memory: LogMemory;
  run: AbortController | undefined;
}

export class Logs implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();
  readonly #tails = new Map<string, Tail>();

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    this.#documents = documents;
    this.#lifetime.add(documents.serve(['logs'], (address, signal) => this.#read(address, signal)));
  }

  commands(): Pick<CommandTable, 'dataModel.logs.open' | 'dataModel.logs.tail' | 'dataModel.logs.stopTail'> {
    return {
      'dataModel.logs.open': (argument?: unknown) => this.#open(argument),
      'dataModel.logs.tail': (argument?: unknown) => this.#tail(argument),
      'dataModel.logs.stopTail': () => this.#stop(),
    };
  }

  dispose(): void {
    for (const { run, channel } of this.#tails.values()) {
      run?.abort();
      channel.dispose();
    }
    this.#tails.clear();
    this.#lifetime.dispose();
  }

  async #open(argument: unknown): Promise<void> {
    const chosen = await chooseDeployment(this.#app, argument);
    const filter = await pickFilter(chosen);
    const uri = logUri(chosen, filter);
    const title = vscode.l10n.t('Loading logs of {0}', chosen.name);
    const document = await withSlowProgress(title, async () => {
      // One that is open already is read anew.
      this.#documents.changed(uri);
      return vscode.workspace.openTextDocument(uri);
    });
    const editor = await vscode.window.showTextDocument(document, { preview: true });
    // The newest lines stand at the end.
    const end = document.lineAt(document.lineCount - 1).range.end;
    editor.revealRange(new vscode.Range(end, end));
  }

  async #read({ about }: DocumentAddress, signal: AbortSignal): Promise<string> {
    const { operations, maxPages } = await loadLogOperations();
    const { deployment, name } = await chooseDeployment(this.#app, {
      target: { connectionId: about.connection, deploymentId: about.deployment, deploymentName: about.name },
    });
    const filter = filterOf(about);
    const lines: LogLine[] = [];
    let cut = false;
    let pages = 0;
    const query = { ...filter, first: 500 } as Record<string, unknown>;
    const input = { params: { deploymentId: deployment.id }, query };
    for await (const page of deployment.client.pages(operations.listLogs, input, { signal })) {
      lines.push(...page.items);
      pages += 1;
      cut = pages >= maxPages && page.hasNextPage;
      if (cut) break;
    }
    const read = new Date().toLocaleTimeString(vscode.env.language);
    return logDocument(lines, { deployment: name, filter, read, cut }, vscode.l10n);
  }

  async #tail(argument: unknown): Promise<void> {
    const chosen = await chooseDeployment(this.#app, argument);
    const filter = await pickFilter(chosen);
    const { l10n } = vscode;
    const { tailLogs, LogMemory } = await import('../../platform/logTail.ts');
    const key = logUri(chosen, filter).toString();
    let tail = this.#tails.get(key);
    if (!tail) {
      const name = l10n.t('Logs: {0} ({1})', chosen.name, filterLabel(filter, l10n));
      const channel = vscode.window.createOutputChannel(name, 'log');
      tail = { name, channel, memory: new LogMemory(), run: undefined };
      this.#tails.set(key, tail);
    }
    tail.channel.show(true);
    if (tail.run) return;
    const run = new AbortController();
    tail.run = run;
    this.#tellTailing();
    const { channel, memory } = tail;
    const follow = async () => {
      const batches = tailLogs(
        chosen.deployment.client,
        { deploymentId: chosen.deployment.id, filter: filter as Record<string, unknown> },
        {
          signal: run.signal,
          intervalMs: Math.max(1, readSetting('dataModel.logs.pollSeconds')) * 1_000,
          memory,
          onInterruption: (failure) =>
            channel.appendLine(
              failure ? `# ${l10n.t('Interrupted: {0}', errorText(failure, l10n))}` : `# ${l10n.t('Connected again.')}`,
            ),
        },
      );
      for await (const lines of batches) {
        channel.appendLine(lines.map((line) => logEntry(line, filter)).join('\n'));
      }
    };
    follow()
      .catch((failure) => {
        if (isCancellation(failure)) return;
        channel.appendLine(`# ${l10n.t('Stopped: {0}', errorText(failure, l10n))}`);
        return showFailure(failure, this.#app.log);
      })
      .finally(() => {
        if (tail.run === run) tail.run = undefined;
        this.#tellTailing();
      });
  }

  async #stop(): Promise<void> {
    const running = [...this.#tails.values()].filter(({ run }) => run);
    if (running.length > 1) {
      const picked = await vscode.window.showQuickPick(
        running.map((tail) => ({ label: tail.name, tail })),
        {
          title: vscode.l10n.t('Stop Following Logs'),
          placeHolder: vscode.l10n.t('Select the logs to stop following'),
        },
      );
      if (!picked) throw new CancelledError();
      picked.tail.run?.abort();
      return;
    }
    running[0]?.run?.abort();
  }

  #tellTailing(): void {
    setContextKey(
      'dataModel.tailing',
      [...this.#tails.values()].some(({ run }) => run),
    );
  }
}

async function loadLogOperations() {
  const { operations } = await import('../../contract/operations.ts');
  // 20 pages of 500 lines: more is nothing to read in an editor.
  return { operations, maxPages: 20 };
}

function logUri({ connection, deployment, name }: SelectedDeployment, filter: LogFilter): vscode.Uri {
  const words = filterLabel(filter, vscode.l10n);
  return documentUri({
    kind: 'logs',
    // The ending makes it a log to the editor.
    path: `/${name.replaceAll(/[\\/]/g, ' ')} (${words.replaceAll(/[\\/]/g, ' ')}).log`,
    about: {
      connection: connection.id,
      deployment: deployment.id,
      name,
      ...(filter.source && { source: filter.source }),
      ...(filter.container && { container: filter.container }),
      ...(filter.pod && { pod: filter.pod }),
    },
  });
}

function filterOf({ source, container, pod }: DocumentAddress['about']): LogFilter {
  return {
    ...(source === 'production' || source === 'dev' ? { source } : {}),
    ...(container === undefined ? {} : { container }),
    ...(pod === undefined ? {} : { pod }),
  };
}

type FilterItem = vscode.QuickPickItem & { filter?: LogFilter };

/** One list: the usual sources first, then the containers, then the pods there are. A row of a pod asks nothing. */
async function pickFilter({ deployment, podName, name }: SelectedDeployment): Promise<LogFilter> {
  if (podName !== undefined) return { pod: podName };
  const { l10n } = vscode;
  const { logContainers } = await import('../../contract/deployments.ts');
  const heading = (label: string): FilterItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const source = (filter: LogFilter, icon: string, detail: string): FilterItem => ({
    label: `$(${icon}) ${filterLabel(filter, l10n)}`,
    detail,
    filter,
  });
  const sources: FilterItem[] = [
    source({ source: 'dev' }, 'git-branch', l10n.t('Your open dev branch')),
    source({ source: 'production' }, 'rocket', l10n.t('The branch that all users see')),
    source({}, 'list-unordered', l10n.t('Logs of every source')),
    heading(l10n.t('Containers')),
    ...logContainers.map((container): FilterItem => ({ label: `$(package) ${container}`, filter: { container } })),
  ];
  const items = async (): Promise<FilterItem[]> => {
    // The list of pods is a help, not a need: without it the rest is still offered.
    await deployment.pods.load();
    const pods = deployment.pods.value.items.map(
      (pod): FilterItem => ({
        label: `$(server) ${pod.name}`,
        description: pod.status ?? '',
        filter: { pod: pod.name },
      }),
    );
    return pods.length === 0 ? sources : [...sources, heading(l10n.t('Pods')), ...pods];
  };
  const picked = await vscode.window.showQuickPick(items(), {
    title: l10n.t('Logs of {0}', name),
    placeHolder: l10n.t('Select a source, container, or pod'),
  });
  if (!picked?.filter) throw new CancelledError();
  return picked.filter;
}
