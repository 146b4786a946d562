/** The editor tabs with the health of a connection. They show each result as soon as it is known. */

import os from 'node:os';
import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { isCancellation, stackOf, UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type HealthContent, HealthSubject } from '../../contract/messages/healthChannel.ts';
import type { Connection } from '../../session/connection.ts';
import { checkHealth, type HealthResult, healthChecks } from '../../session/health/checkHealth.ts';
import type { HealthCheck } from '../../session/health/probes.ts';
import { bundledDocument } from '../api/apiDocuments.ts';
import { connectionName } from '../connections/connectionChoice.ts';
import { boundDeployment } from '../folders/folderChoice.ts';
import type { App } from '../shell/app.ts';
import { showStatus } from '../shell/notifications.ts';
import { readNetwork } from '../shell/settings.ts';
import { thisExtension } from '../shell/thisExtension.ts';
import { healthAction } from './healthActions.ts';
import { HealthPanel } from './healthPanel.ts';
import { type HealthReport, healthContent, reportText, unconnectedContent } from './healthText.ts';

export class HealthPages implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #pages = new Set<HealthPage>();

  constructor(app: App) {
    this.#app = app;
    this.#lifetime.onDispose(() => {
      for (const page of this.#pages) page.dispose();
    });
  }

  /** The page of the active tab, otherwise the one that is visible. */
  get current(): HealthPage | undefined {
    const pages = [...this.#pages];
    return pages.find(({ tab }) => tab.active) ?? pages.find(({ tab }) => tab.visible);
  }

  /** Checks a connection and shows its page. */
  open(connection: Connection, deploymentId?: string): void {
    const deployment = deploymentId ?? boundDeployment(this.#app, connection.id) ?? null;
    const subject = { connectionId: connection.id, deploymentId: deployment };
    const known = [...this.#pages].find(
      (page) => page.subject.connectionId === connection.id && page.subject.deploymentId === deployment,
    );
    if (known) {
      known.tab.reveal();
      known.run();
    } else this.#show(subject);
  }

  /** Restores a tab after a reload of the window, and checks again. */
  restore(tab: vscode.WebviewPanel, stored: unknown): void {
    const subject = HealthSubject.safeParse(stored);
    if (subject.success) this.#show(subject.data, tab);
    else tab.dispose();
  }

  async copyReport(): Promise<void> {
    const page = this.current;
    if (!page) {
      throw new UserError(vscode.l10n.t('No health page is open.'), {
        action: vscode.l10n.t('Run “Check Health” first.'),
      });
    }
    await page.copy();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #show(subject: HealthSubject, tab?: vscode.WebviewPanel): void {
    const page = new HealthPage(this.#app, subject, tab);
    this.#pages.add(page);
    page.tab.onDidDispose(() => {
      this.#pages.delete(page);
      page.dispose();
    });
  }
}

/** One tab, and the last run of its checks, which starts with it. */
export class HealthPage implements Disposable {
  readonly subject: HealthSubject;
  readonly #app: App;
  readonly #panel: HealthPanel;
  #report: HealthReport | undefined;
  #run = new Lifetime();

  constructor(app: App, subject: HealthSubject, restored?: vscode.WebviewPanel) {
    this.#app = app;
    this.subject = subject;
    this.#panel = new HealthPanel(
      app,
      {
        content: () => this.content,
        run: () => this.run(),
        copy: () => this.copy(),
        act: (id) => this.#act(id),
      },
      restored,
    );
    this.run();
    this.#panel.load();
  }

  get tab(): vscode.WebviewPanel {
    return this.#panel.panel;
  }

  get content(): HealthContent {
    const { l10n } = vscode;
    return this.#report ? healthContent(this.#report, this.subject, l10n) : unconnectedContent(this.subject, l10n);
  }

  /** Starts the checks. A run that has not ended is cancelled. */
  run(): void {
    this.#run.dispose();
    const lifetime = new Lifetime();
    this.#run = lifetime;
    const connection = this.#app.connections.get(this.subject.connectionId);
    if (connection) this.#start(connection, lifetime);
    else this.#report = undefined;
    this.#panel.update();
  }

  async copy(): Promise<void> {
    const report = this.#report;
    const { content } = this;
    await vscode.env.clipboard.writeText(report ? reportText(content, report, vscode.l10n) : content.summary);
    showStatus(vscode.l10n.t('Copied the report. It contains no key and no token'));
  }

  dispose(): void {
    this.#run.dispose();
    this.#panel.dispose();
  }

  #start(connection: Connection, lifetime: Lifetime): void {
    const results = new Map<HealthCheck, HealthResult>();
    this.#report = { platform: connectionName(connection), time: timeText(), environment: versions(), results };
    const show = lifetime.add(new Debounce(() => this.#panel.update(), 50));
    bundledDocument(this.#app.context)
      .then(({ operations }) => {
        const isWebEditor = vscode.env.uiKind === vscode.UIKind.Web;
        const deploymentId = this.subject.deploymentId ?? undefined;
        const target = { connection, deploymentId, network: readNetwork(), operations, isWebEditor };
        return checkHealth(
          target,
          (result) => {
            results.set(result.check, result);
            show.poke();
          },
          lifetime.signal,
        );
      })
      .catch((failure: unknown) => {
        if (!isCancellation(failure)) this.#app.log.error(stackOf(failure));
      });
  }

  async #act(id: string): Promise<void> {
    const check = healthChecks.find((each) => each === id);
    const action = check && healthAction(check, this.#report?.results.get(check), this.subject, vscode.l10n);
    if (action) await vscode.commands.executeCommand(action.command, ...action.arguments);
  }
}

function timeText(): string {
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function versions(): string {
  const { version } = thisExtension().packageJSON as { version: string };
  const place = vscode.env.uiKind === vscode.UIKind.Web ? 'web' : (vscode.env.remoteName ?? 'desktop');
  const node = `Node ${process.versions.node}`;
  return [
    `Data Model Workbench ${version}`,
    `${vscode.env.appName} ${vscode.version} (${place})`,
    os.platform(),
    node,
  ].join(', ');
}
