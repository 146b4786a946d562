/** The host page of one embedded page: connects the session, the frame and the parts of the page. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import { textsFrom } from '../../base/browser/texts.ts';
import { messageOf } from '../../base/errors.ts';
import type { EmbedAction } from '../../contract/messages/actions.ts';
import type {
  HostCommand,
  HostConfig,
  HostConfigChange,
  HostOptions,
  HostState,
} from '../../contract/messages/hostConfig.ts';
import { hostTexts } from '../../contract/messages/hostTexts.ts';
import { isOwnMessage } from '../shared/hostPort.ts';
import type { HostText } from '../shared/pageTexts.ts';
import { CommentsPanel } from './comments/commentsPanel.ts';
import { currentTheme, pageScheme, watchEditorTheme } from './editorTheme.ts';
import { EmbedLink } from './embedLink.ts';
import { allActions, changeActions, embedUrl, needsReload, themeActions } from './embedOptions.ts';
import { makeEventHandler } from './eventHandler.ts';
import { ExportJob } from './exportJob.ts';
import type { ExtensionLink } from './extension/extensionLink.ts';
import { copyText } from './extension/extensionLink.ts';
import { Failures } from './extension/failures.ts';
import { OutsidePage } from './extension/outsidePage.ts';
import { makeStateReporter } from './extension/stateReport.ts';
import { Frame } from './frame.ts';
import type { SendReport } from './inspector/composer.ts';
import { Inspector } from './inspector/inspector.ts';
import { LoadProgress } from './loadProgress.ts';
import type { SendResult } from './messages/gate.ts';
import { makeOverlay } from './overlay.ts';
import { SessionDriver } from './sessionDriver.ts';
import { makeStatusBar } from './statusBar.ts';
import { makeFilterMenu } from './toolbar/filterMenu.ts';
import { makeToolbar } from './toolbar/toolbar.ts';
import { type HostCommands, type HostView, stateOf } from './view/hostView.ts';
import { Notices } from './view/notices.ts';
import { PathHistory } from './view/pathHistory.ts';
import { throttleDraw } from './view/throttleDraw.ts';

export class Host {
  readonly #ask: ExtensionLink;
  readonly #remember: (state: unknown) => void;
  readonly #text: HostText;
  readonly #embed: EmbedLink;
  readonly #frame: Frame;
  readonly #history = new PathHistory();
  readonly #progress = new LoadProgress((topic) => this.#notices.dismiss(topic));
  readonly #notices: Notices;
  readonly #failures: Failures;
  readonly #exportJob: ExportJob;
  readonly #session: SessionDriver;
  readonly #outside: OutsidePage;
  readonly #parts: { render(view: HostView, now: number): void }[];
  readonly #redraw = throttleDraw(() => this.#render());
  readonly #reportState: (force?: boolean) => void;
  #config: HostConfig;
  #panels = { inspector: false, comments: false };
  /** The path to show again after a change of the user. */
  #returnTo: string | null = null;

  constructor(container: HTMLElement, ask: ExtensionLink, config: HostConfig, remember: (state: unknown) => void) {
    if (config.tenantOrigin === window.origin)
      throw new Error('The host page and the embedded page need different origins.');
    this.#ask = ask;
    this.#remember = remember;
    this.#config = config;
    this.#text = textsFrom(hostTexts, config.texts);
    this.#embed = new EmbedLink(this.#text, config.protocolPrefix, config.tenantOrigin);
    const stage = element('main', { class: 'stage' });
    this.#frame = new Frame(stage);
    const commands = this.#commands();
    this.#notices = new Notices(this.#text);
    this.#failures = new Failures(this.#text, this.#notices);
    this.#outside = new OutsidePage(ask, this.#failures, () => ({
      config: this.#config,
      session: this.#session.state,
    }));
    this.#reportState = makeStateReporter(ask, () => this.state());
    this.#exportJob = new ExportJob(this.#text, ask, this.#notices, this.#failures, () => this.#draw());
    this.#session = new SessionDriver(ask, () => this.#config.readyTimeoutMs, {
      loadFrame: (sessionId) => {
        this.#notices.dismiss('renewal');
        this.#embed.attach(this.#frame.load(embedUrl(this.#config, sessionId), this.#config.title));
        this.#sendTheme();
        if (this.#returnTo !== null) this.send({ name: 'navigate', payload: { path: this.#returnTo } });
        this.#returnTo = null;
      },
      setSession: (sessionId) => {
        this.#notices.dismiss('renewal');
        this.#embed.send({ name: 'set-session', payload: { sessionId } });
      },
      renewalFailed: (message) => this.#failures.warn('renewal', this.#text('notice.renewalFailed', message)),
      changed: () => this.#draw(),
    });
    const inspector = new Inspector(this.#text, this.#embed.log, config.editorLocale, {
      names: this.#embed.names,
      path: () => this.#history.path,
      send: async (name, payload) =>
        this.#outside.isOpen ? this.#outside.sendAction(name, payload) : this.sendComposed(name, payload),
      copy: (text) => copyText(ask, text),
      close: () => commands.toggle('inspector'),
      openDefinition: commands.openDefinition,
    });
    const comments = new CommentsPanel(this.#text, ask, config.editorLocale, () => commands.toggle('comments'));
    const filters = makeFilterMenu(this.#text, commands, async () => (await ask('listDimensions', {})).views);
    const toolbar = makeToolbar(this.#text, commands, filters);
    const overlay = makeOverlay(this.#text, commands);
    const status = makeStatusBar(this.#text);
    this.#parts = [toolbar, overlay, status, inspector, comments];
    stage.append(overlay.node);
    const middle = element('div', { class: 'middle' }, stage, comments.node);
    replaceContent(container, toolbar.node, this.#notices.node, middle, inspector.node, status.node);
    container.classList.add('host');
    remember(config.remember);
    this.#listen(commands);
  }

  load(): void {
    const { mode, options, notFramed } = this.#config;
    this.#history.clear();
    this.#progress.reset();
    this.#frame.clear();
    this.#embed.attach(null);
    if (notFramed) this.#session.refuseFraming(mode, notFramed);
    else this.#session.step({ input: 'load', mode, branch: options.branch });
  }

  send(action: EmbedAction): SendResult {
    const result = this.#embed.send(action);
    if (result === 'sent' && action.name === 'refresh') this.#progress.refreshStarted();
    this.#draw();
    return result;
  }

  sendComposed(name: string, payload: Record<string, unknown>): SendReport {
    const report = this.#embed.sendComposed(name, payload, (action) => this.send(action));
    this.#draw();
    return report;
  }

  configChanged(change: HostConfigChange): void {
    const before = this.#config;
    this.#config = { ...before, ...change };
    if (change.remember) this.#remember(change.remember);
    if (change.mode !== undefined && change.mode !== before.mode) this.#loadUnlessOutside();
    else if (change.options) this.#optionsChanged(before.options, change.options);
    else if (change.theme) this.#sendTheme();
    this.#draw();
  }

  /** Runs a command of the toolbar, of this page or of the editor's page that controls this one. */
  runCommand(command: HostCommand): void {
    switch (command) {
      case 'refresh':
        this.send({ name: 'refresh', payload: {} });
        break;
      case 'reload':
        this.load();
        break;
      case 'renew':
        this.#session.step({ input: 'renew' });
        break;
      case 'back':
      case 'forward': {
        const path = this.#history.step(command === 'back' ? -1 : 1);
        if (path !== undefined) this.send({ name: 'navigate', payload: { path } });
      }
    }
  }

  visibilityChanged(visible: boolean): void {
    if (visible) this.#session.step({ input: 'shown' });
  }

  exportProgress(status: string, done: number | undefined): void {
    this.#exportJob.progress(status, done);
  }

  /** The connection is back. `config` includes the changes since it was lost. */
  reconnected(config: HostConfig): void {
    this.#notices.dismiss('connection');
    this.configChanged(config);
    this.#sendTheme();
    this.#reportState(true);
  }

  /** @param reason in English, from the port */
  disconnected(reason: string): void {
    const why = this.#config.texts[reason] ?? reason;
    const message = `${this.#text('problem.lost')}. ${this.#text('problem.lost.text', why)}`;
    this.#notices.show({ kind: 'error', topic: 'connection', message });
  }

  state(): HostState {
    return stateOf(this.#view());
  }

  #commands(): HostCommands {
    return {
      run: (command) => {
        if (!this.#outside.forward(command)) this.runCommand(command);
      },
      loadHere: () => this.load(),
      choose: (change) => this.#choose(change),
      exportAs: (format) => void this.#exportJob.start(format, this.#config.options.branch),
      cancelExport: () => this.#exportJob.cancel(),
      allowEmbedding: (allow) => void this.#allowEmbedding(allow),
      openOutside: () => void this.#failures.show('outside', this.#ask('openOutside', {})),
      toggle: (panel) => {
        this.#panels = { ...this.#panels, [panel]: !this.#panels[panel] };
        this.#draw();
      },
      useMode: (mode) => void this.#failures.show('mode', this.#ask('useMode', { mode })),
      enterAdminKey: () => void this.#enterAdminKey(),
      pickProfile: () => void this.#failures.show('profile', this.#ask('pickProfile', {})),
      keepWaiting: () => this.#session.keepWaiting(),
      openDefinition: (member) => void this.#failures.show('definition', this.#ask('openDefinition', { member })),
    };
  }

  #listen(commands: HostCommands): void {
    const handleEvent = makeEventHandler({
      text: this.#text,
      session: this.#session,
      history: this.#history,
      progress: this.#progress,
      notices: this.#notices,
      followsDrilldown: () => this.#config.followDrilldown,
      openDefinition: commands.openDefinition,
      resendOptions: () => this.#sendAll(allActions(...this.#themed())),
    });
    window.addEventListener('message', (message) => {
      // Messages of this page's origin are the editor's; the extension link handles them.
      if (isOwnMessage(message) && message.source !== this.#frame.window) return;
      const event = this.#embed.receive(message);
      if (event) handleEvent(event);
      this.#draw();
    });
    const visible = () => this.visibilityChanged(true);
    document.addEventListener('visibilitychange', () => this.visibilityChanged(document.visibilityState === 'visible'));
    window.addEventListener('pageshow', visible);
    window.addEventListener('online', visible);
    if (this.#config.environment === 'editor') watchEditorTheme(() => this.#sendTheme());
    setInterval(() => this.#draw(), 1_000);
  }

  #choose(change: Partial<HostOptions>): void {
    const before = this.#config.options;
    const options = { ...before, ...change };
    this.#config = { ...this.#config, options };
    this.#ask('saveOptions', options).then(
      () => this.#notices.dismiss('options'),
      (failure: unknown) => this.#failures.warn('options', messageOf(failure)),
    );
    this.#optionsChanged(before, options);
    this.#draw();
  }

  #optionsChanged(before: HostOptions, after: HostOptions): void {
    if (needsReload(before, after)) {
      if (before.profile !== after.profile && this.#history.canGoBack) this.#returnTo = this.#history.path;
      this.#loadUnlessOutside();
      return;
    }
    if (before.theme !== after.theme) this.#sendTheme();
    this.#sendAll(changeActions(before, after));
  }

  /** A page in the browser loads itself. */
  #loadUnlessOutside(): void {
    if (!this.#outside.isOpen) this.load();
  }

  #sendTheme(): void {
    document.documentElement.dataset.scheme = pageScheme(this.#config);
    this.#sendAll(themeActions(...this.#themed()));
  }

  #themed(): Parameters<typeof allActions> {
    return [this.#config.options, currentTheme(this.#config), this.#config.profiles];
  }

  #sendAll(actions: readonly EmbedAction[]): void {
    for (const action of actions) this.#embed.send(action);
    this.#draw();
  }

  async #allowEmbedding(allow: boolean): Promise<void> {
    const answer = await this.#failures.show('embedding', this.#ask('setEmbedding', { allow }));
    if (answer?.ok) this.configChanged({ embedding: answer.allowed });
  }

  async #enterAdminKey(): Promise<void> {
    const answer = await this.#failures.show('mode', this.#ask('enterAdminKey', {}));
    if (answer?.ok) this.load();
  }

  #draw(): void {
    this.#reportState();
    this.#redraw();
  }

  #render(): void {
    const now = Date.now();
    const view = this.#view();
    for (const part of this.#parts) part.render(view, now);
  }

  #view(): HostView {
    return {
      config: this.#config,
      session: this.#session.state,
      history: this.#history,
      counts: this.#embed.counts,
      loads: this.#progress.loads,
      ...this.#progress.result,
      exportStatus: this.#exportJob.status,
      panels: this.#panels,
    };
  }
}
