/**
 * One preview at work, whichever window shows its page: what the page is told, what it may ask. Session ids pass through
 * here and stay nowhere.
 */

import * as vscode from 'vscode';
import type { Port } from '../../../base/channel.ts';
import { type Observable, Value } from '../../../base/event.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import { redact } from '../../../base/redact.ts';
import type { pageRequests } from '../../../contract/messages/hostChannel.ts';
import type {
  HostConfig,
  HostConfigChange,
  HostHome,
  HostOptions,
  HostState,
} from '../../../contract/messages/hostConfig.ts';
import type { Handlers } from '../../../contract/messages/typedRequests.ts';
import type { Connection } from '../../../session/connection.ts';
import { Comments } from '../../../session/dashboard/comments.ts';
import { embedPath, messagePrefix } from '../../../session/dashboard/embedAddress.ts';
import { filterDimensions } from '../../../session/dashboard/modelMembers.ts';
import type { PreviewMode, PreviewState } from '../../../session/dashboard/previewState.ts';
import type { RefreshDecision } from '../../../session/dashboard/refreshDecider.ts';
import type { BoundFolder } from '../../../session/folders.ts';
import type { App } from '../../shell/app.ts';
import { forCurrent } from '../../shell/observe.ts';
import { readSetting } from '../../shell/settings.ts';
import { branchChoices, branchName } from './branchChoices.ts';
import { commentHandlers } from './commentHandlers.ts';
import { exportDashboard } from './exportDashboard.ts';
import { followSaves } from './followSaves.ts';
import { framingForbidden } from './framingCheck.ts';
import { openMember } from './openMember.ts';
import { localeChoices, pageTexts } from './pageTexts.ts';
import { answered, staleWords } from './previewMessages.ts';
import { inEditor, type Page, type PageFilter, PreviewPages } from './previewPages.ts';
import { PreviewPlatform } from './previewPlatform.ts';
import { editorTheme } from './themes.ts';

/** What a preview needs of the window that shows it. */
export interface PreviewActions {
  /** Where to show a definition, so that the dashboard stays in sight. */
  editorColumn(): vscode.ViewColumn;
  openOutside(): Promise<void>;
  askAdminKey(connection: Connection): Promise<void>;
}

export class DashboardPreview implements Disposable {
  readonly state: Value<PreviewState>;
  readonly #app: App;
  readonly #doors: PreviewActions;
  readonly #lifetime = new Lifetime();
  readonly #platform: PreviewPlatform;
  readonly #pages: PreviewPages;
  readonly #freshness = new Value<HostConfig['freshness']>({ stale: false });
  #staleUntil: ReadonlyMap<Page, number> | undefined;

  constructor(app: App, state: PreviewState, doors: PreviewActions) {
    this.#app = app;
    this.#doors = doors;
    this.state = this.#lifetime.add(new Value(state));
    const { connectionId, subject } = state;
    this.#platform = this.#lifetime.add(new PreviewPlatform(app.connections, connectionId, subject, () => this.#scope));
    this.#pages = this.#lifetime.add(
      new PreviewPages((what) => app.log.debug(`The dashboard page did not take ${what}`)),
    );
    this.#lifetime.add(this.#freshness.onChange((freshness) => this.#pages.tell('markFreshness', freshness)));
    this.#lifetime.add(
      vscode.window.onDidChangeActiveColorTheme((theme) => this.#change({ theme: editorTheme(theme.kind) })),
    );
    const folder = this.folder;
    if (folder) {
      this.#lifetime.add(followSaves(folder, (decision, branchName) => this.#afterSave(decision, branchName)));
      const moved = () => this.#branchMoved(folder);
      this.#lifetime.add(forCurrent(folder.session, ({ sync }, whileOpen) => void whileOpen.add(sync.onChange(moved))));
    }
  }

  /** A page as it was last told of; undefined until there is one. */
  get page(): Observable<HostState | undefined> {
    return this.#pages.latest;
  }

  get title(): string {
    const { surface, publicId } = this.state.value.subject;
    if (surface === 'app') return vscode.l10n.t('Analytics app');
    return surface === 'chat' ? vscode.l10n.t('Analytics chat') : vscode.l10n.t('Dashboard {0}', publicId ?? '');
  }

  /** The bound folder whose model stands behind the dashboard. */
  get folder(): BoundFolder | undefined {
    const { folder, connectionId, subject } = this.state.value;
    const bound = this.#app.folders.list.value.filter(
      ({ binding }) => binding.connectionId === connectionId && binding.deploymentId === subject.deploymentId,
    );
    return bound.find(({ workspaceFolder }) => workspaceFolder === folder) ?? bound[0];
  }

  /** The platform's origin, as the page will frame it. @throws UserError without the connection. */
  async tenantOrigin(): Promise<string> {
    return (await this.#platform.open()).address.origin;
  }

  /** Serves a page that runs at the other end of the port. */
  attach(home: HostHome, port: Port): Disposable {
    return this.#pages.attach(home, port, (page) => this.#handlers(page));
  }

  /** Re-runs the queries of every page that is open. */
  refresh(): void {
    this.#setFreshness({ stale: false });
    this.#pages.tell('refresh', {});
  }

  setVisible(visible: boolean): void {
    this.#pages.tell('visibility', { visible }, inEditor);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #handlers(page: Page): Handlers<typeof pageRequests> {
    const access = async () => (await this.#platform.open()).access;
    return {
      loadConfig: async () => {
        const config = await this.#config(page.home);
        page.loaded = true;
        return config;
      },
      mintSession: ({ branch }, signal) =>
        answered(async () => {
          const { access } = await this.#platform.open();
          const before = access.embedding;
          try {
            return { sessionId: await access.mint(branch, signal) };
          } finally {
            if (access.embedding !== before) this.#change({ embedding: access.embedding });
          }
        }),
      exportDashboard: ({ format, branch }, signal) =>
        answered(async () => {
          const { deployment, access } = await this.#platform.open();
          const { locale, timezone, filters } = this.state.value.options;
          const { scheme } = editorTheme(vscode.window.activeColorTheme.kind);
          const wish = {
            format,
            branch,
            colorScheme: scheme,
            locale: locale ?? undefined,
            timezone: timezone ?? undefined,
            filters,
          };
          const what = { client: deployment.client, subject: access.subject, title: this.title };
          const report = (status: string) => void page.ask('exportProgress', { status }).catch(() => {});
          return { savedTo: await exportDashboard(what, wish, signal, report) };
        }),
      setEmbedding: ({ allow }, signal) =>
        answered(async () => ({ allowed: await (await access()).setEmbedding(allow, signal) })),
      ...commentHandlers(async () => new Comments(await access())),
      openDefinition: ({ member }) =>
        answered(async () => {
          await this.openDefinition(member);
          return {};
        }),
      listDimensions: async () => ({ views: await this.#dimensions() }),
      saveOptions: (options) => {
        this.choose(options, (other) => other !== page);
        return {};
      },
      useMode: ({ mode }) =>
        answered(async () => {
          await this.setMode(mode);
          return {};
        }),
      enterAdminKey: () =>
        answered(async () => {
          await this.#doors.askAdminKey((await this.#platform.open()).connection);
          return {};
        }),
      openOutside: () =>
        answered(async () => {
          await this.#doors.openOutside();
          return {};
        }),
      commandOutside: ({ command }) =>
        answered(async () => {
          await this.#pages.toOutside()('obey', { command });
          return {};
        }),
      actOutside: (action) => this.#pages.toOutside()('sendAction', action),
      copyText: async ({ text }) => {
        await vscode.env.clipboard.writeText(text);
        return {};
      },
      log: ({ level, message }) => {
        this.#app.log[level](`Dashboard page: ${redact(message)}`);
        return {};
      },
      stateChanged: (state) => {
        this.#pages.note(page, state);
        // What a person had drawn anew shows the branch as it is; a model that does not compile stays what it is.
        const until = this.#staleUntil?.get(page);
        if (until !== undefined && state.counts.loads >= until) this.#setFreshness({ stale: false });
        return {};
      },
    };
  }

  /** Keeps what was chosen; what was chosen in one window holds in the other. */
  choose(options: HostOptions, elsewhere?: PageFilter): void {
    const mine = options.branch !== null && options.branch === branchName(this.folder);
    this.#remember({ options, mine });
    this.#change({ remember: this.#remembered() });
    this.#change({ options }, elsewhere);
  }

  /** Shows where a measure is defined. @throws UserError where it is not in the model */
  async openDefinition(member: string): Promise<void> {
    await openMember(this.folder, member, this.#doors.editorColumn());
  }

  /** @throws PlatformError where the platform cannot be reached to ask. */
  async setMode(mode: PreviewMode): Promise<void> {
    this.#remember({ mode });
    this.#change({ mode, comments: await this.#hasComments(), remember: this.#remembered() });
  }

  async #config(home: HostHome): Promise<HostConfig> {
    const { deployment, platform, access, address } = await this.#platform.open();
    const { subject, mode, options } = this.state.value;
    const path = embedPath(platform.client.baseUrl, subject);
    const [branches, name, notFramed] = await Promise.all([
      branchChoices(deployment, this.folder?.session.value?.branchName, options.branch),
      this.#platform.deploymentName(),
      home === 'editor' ? framingForbidden(`${address.origin}${path}`) : undefined,
    ]);
    return {
      home,
      title: this.title,
      deploymentName: name,
      tenantOrigin: address.origin,
      protocolPrefix: messagePrefix(readSetting('dataModel.dashboard.messagePrefix', this.#scope)),
      surface: subject.surface,
      mode,
      embedPath: path,
      publicId: subject.publicId ?? null,
      branches,
      locales: localeChoices(vscode.env.language),
      editorLocale: vscode.env.language,
      theme: editorTheme(vscode.window.activeColorTheme.kind),
      options,
      freshness: this.#freshness.value,
      allowExport: true,
      canExport: subject.surface === 'dashboard',
      embedding: access.embedding,
      comments: await this.#hasComments(),
      readyTimeoutMs: 10_000,
      texts: pageTexts(),
      remember: this.#remembered(),
      followDrilldown: readSetting('dataModel.dashboard.followDrilldown'),
      notFramed: notFramed ?? null,
      outside: home === 'editor' ? this.#pages.outside : null,
    };
  }

  async #hasComments(): Promise<boolean> {
    const { subject, mode } = this.state.value;
    return subject.surface === 'dashboard' && mode === 'signed' && (await this.#platform.open()).access.hasTenant;
  }

  #remember(change: Partial<PreviewState>): void {
    this.state.update((state) => ({ ...state, ...change, changes: state.changes + 1 }));
  }

  #remembered(): Record<string, unknown> {
    return { ...this.state.value };
  }

  async #dimensions() {
    const session = await this.folder?.open();
    await session?.loadModel();
    return session ? filterDimensions(session.model.index) : [];
  }

  #afterSave(decision: RefreshDecision, branchName: string): void {
    if (this.state.value.options.branch !== branchName) return;
    if (decision.kind === 'stale') {
      this.#setFreshness({ stale: true, reason: staleWords(decision.reason, branchName, vscode.l10n) });
    } else if (readSetting('dataModel.dashboard.refreshOnSave', this.#scope)) {
      this.refresh();
    } else {
      const reason = vscode.l10n.t('The model on {0} changed. Refresh to see it.', branchName);
      this.#setFreshness({ stale: true, reason }, this.#pages.nextLoads());
    }
  }

  /** @param until number of the painting that ends it, of each page */
  #setFreshness(freshness: HostConfig['freshness'], until?: ReadonlyMap<Page, number>): void {
    this.#staleUntil = until;
    this.#freshness.set(freshness);
  }

  get #scope(): vscode.Uri | undefined {
    return this.folder && vscode.Uri.file(this.folder.workspaceFolder);
  }

  #branchMoved(folder: BoundFolder): void {
    const name = branchName(folder);
    const { mine, options } = this.state.value;
    const moved = mine && name !== undefined && name !== options.branch;
    if (moved) this.#remember({ options: { ...options, branch: name } });
    this.#quietly(async () => {
      const { deployment } = await this.#platform.open();
      const branches = await branchChoices(deployment, name, this.state.value.options.branch);
      this.#change({ branches, ...(moved ? { options: this.state.value.options, remember: this.#remembered() } : {}) });
    });
  }

  #change(change: HostConfigChange, to?: PageFilter): void {
    this.#pages.tell('configChanged', change, to);
  }

  #quietly(work: () => Promise<unknown>): void {
    if (!this.#pages.isEmpty) work().catch((failure: unknown) => this.#app.log.warn(`Dashboard: ${failure}`));
  }
}
