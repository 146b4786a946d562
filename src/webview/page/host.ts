/**
 * The host of one embedded page: holds the session machine, the gate and the parts of the page together. Everything from the frame
 * passes the gate; everything to the extension passes the typed channel.
 */

import { element, replaceContent } from '../../base/browser/dom.ts';
import { messageOf } from '../../base/errors.ts';
import type { EmbedAction } from '../../contract/messages/actions.ts';
import { type EmbedEvent, sessionExchangeError } from '../../contract/messages/events.ts';
import type {
  HostCommand,
  HostConfig,
  HostConfigChange,
  HostOptions,
  HostState,
} from '../../contract/messages/hostConfig.ts';
import { protocolNames } from '../../contract/messages/names.ts';
import { asAction } from '../core/compose.ts';
import { embedUrl } from '../core/embedUrl.ts';
import { Gate, type SendResult } from '../core/gate.ts';
import { PathHistory } from '../core/history.ts';
import { MessageLog } from '../core/messageLog.ts';
import { logIncoming, logOutgoing } from '../core/record.ts';
import { allActions, changeActions, needsReload, themeActions } from '../core/settings.ts';
import { CommentsPanel } from './comments.ts';
import { copyText } from './copyText.ts';
import { editorTheme, watchEditorTheme } from './editorTheme.ts';
import { makeTexts, type Texts } from './elements/texts.ts';
import { Exporting } from './exporting.ts';
import type { ExtensionLink } from './extension/extensionLink.ts';
import { Failures } from './extension/failures.ts';
import { noticeOf } from './extension/noticeOf.ts';
import { Notices } from './extension/notices.ts';
import { OutsidePage } from './extension/outsidePage.ts';
import { isOwn } from './extension/ports.ts';
import { reporting, stateOf } from './extension/stateReport.ts';
import type { HostCommands, HostView } from './extension/view.ts';
import { Frame } from './frame.ts';
import { Inspector } from './inspector/inspector.ts';
import { redrawing } from './inspector/redraw.ts';
import { makeOverlay } from './overlay.ts';
import { SessionDriver } from './sessionDriver.ts';
import { makeStatusBar } from './statusBar.ts';
import { makeFilterMenu } from './toolbar/filterMenu.ts';
import { makeToolbar } from './toolbar/toolbar.ts';

export class Host {
  readonly #ask: ExtensionLink;
  readonly #remember: (state: unknown) => void;
  readonly #text: Texts;
  readonly #gate: Gate;
  readonly #frame: Frame;
  readonly #history = new PathHistory();
  readonly #log = new MessageLog();
  readonly #notices: Notices;
  readonly #inspector: Inspector;
  readonly #comments: CommentsPanel;
  readonly #failures: Failures;
  readonly #exporting: Exporting;
  readonly #session: SessionDriver;
  readonly #outside: OutsidePage;
  readonly #parts: { render(view: HostView, now: number): void }[];
  readonly #redraw = redrawing(() => this.#render());
  readonly #report: (anew?: boolean) => void;
  #config: HostConfig;
  #loaded: Pick<HostView, 'loaded' | 'loadDurationMs' | 'widgetCount'> = nothingLoaded;
  #loads = 0;
  #followedAt = Number.NEGATIVE_INFINITY;
  #panels = { inspector: false, comments: false };

  constructor(home: HTMLElement, ask: ExtensionLink, config: HostConfig, remember: (state: unknown) => void) {
    if (config.tenantOrigin === window.origin) throw new Error('A page cannot host an embed of its own origin.');
    this.#ask = ask;
    this.#remember = remember;
    this.#config = config;
    this.#text = makeTexts(config.texts);
    this.#gate = new Gate(protocolNames(config.protocolPrefix), config.tenantOrigin, Date.now, (message) => {
      this.#log.add(logOutgoing(message, 'sent', Date.now()));
    });
    const stage = element('main', { class: 'stage' });
    this.#frame = new Frame(stage);
    const commands = this.#commands();
    this.#notices = new Notices(this.#text);
    this.#failures = new Failures(this.#text, this.#notices);
    this.#outside = new OutsidePage(ask, this.#failures, () => ({
      config: this.#config,
      session: this.#session.state,
    }));
    this.#report = reporting(ask, () => this.state());
    this.#exporting = new Exporting(this.#text, ask, this.#notices, this.#failures, () => this.#draw());
    this.#session = new SessionDriver(ask, () => this.#config.readyTimeoutMs, {
      loadFrame: (sessionId) => {
        this.#gate.attach(this.#frame.load(embedUrl(this.#config, sessionId), this.#config.title));
        this.#sendTheme();
      },
      setSession: (sessionId) => this.#gate.send({ name: 'set-session', payload: { sessionId } }),
      renewalFailed: (message) => this.#failures.warn('renewal', this.#text('notice.renewalFailed', message)),
      changed: () => this.#draw(),
    });
    this.#inspector = new Inspector(this.#text, this.#log, config.editorLocale, {
      names: this.#gate.names,
      path: () => this.#history.path,
      send: async (name, payload) =>
        this.#outside.isThere ? this.#outside.act(name, payload) : this.sendComposed(name, payload),
      copy: (text) => copyText(ask, text),
      close: () => commands.toggle('inspector'),
      openDefinition: commands.openDefinition,
    });
    this.#comments = new CommentsPanel(this.#text, ask, config.editorLocale, () => commands.toggle('comments'));
    const filters = makeFilterMenu(this.#text, commands, async () => (await ask('listDimensions', {})).views);
    const toolbar = makeToolbar(this.#text, commands, filters);
    const cover = makeOverlay(this.#text, commands);
    const status = makeStatusBar(this.#text);
    this.#parts = [toolbar, cover, status, this.#inspector, this.#comments];
    stage.append(cover.node);
    const middle = element('div', { class: 'middle' }, stage, this.#comments.node);
    replaceContent(home, toolbar.node, this.#notices.node, middle, this.#inspector.node, status.node);
    home.classList.add('host');
    remember(config.remember);
    this.#follow();
  }

  load(): void {
    const { mode, options, notFramed } = this.#config;
    this.#history.clear();
    this.#loaded = nothingLoaded;
    this.#frame.clear();
    this.#gate.attach(null);
    if (notFramed) this.#session.refuseFraming(mode, notFramed);
    else this.#session.step({ input: 'load', mode, branch: options.branch });
  }

  reload(): Record<string, never> {
    this.load();
    return {};
  }

  send(action: EmbedAction): SendResult {
    const result = this.#gate.send(action);
    if (result === 'sent' && action.name === 'refresh') this.#loaded = { ...this.#loaded, loaded: false };
    this.#draw();
    return result;
  }

  sendComposed(name: string, payload: Record<string, unknown>) {
    const { action, type, refused } = asAction(this.#gate.names, name, payload);
    if (refused !== undefined && !type) return { sent: false, queued: false, refused };
    const result = action ? this.send(action) : this.#gate.sendRaw(type, payload);
    this.#draw();
    return {
      sent: result === 'sent',
      queued: result === 'queued',
      refused: result === 'refused' ? this.#text('inspector.notReady') : undefined,
    };
  }

  configChanged(change: HostConfigChange): Record<string, never> {
    const before = this.#config;
    this.#config = { ...before, ...change };
    if (change.remember) this.#remember(change.remember);
    if (change.mode !== undefined && change.mode !== before.mode) this.#loadUnlessOutside();
    else if (change.options) this.#optionsChanged(before.options, change.options);
    else if (change.theme) this.#sendTheme();
    this.#draw();
    return {};
  }

  /** Does what a person clicked, here or on the page that stands for this one. */
  obey(command: HostCommand): Record<string, never> {
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
    return {};
  }

  visible(visible: boolean): Record<string, never> {
    if (visible) this.#session.step({ input: 'shown' });
    return {};
  }

  exportProgress(status: string, done: number | undefined): Record<string, never> {
    this.#exporting.progress(status, done);
    return {};
  }

  /** @param reason in English, as the port says it */
  /** The wire was away for a while: what the extension said meanwhile is in this configuration. */
  reconnected(config: HostConfig): void {
    this.configChanged(config);
    this.#sendTheme();
    this.#report(true);
  }

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
      do: (command) => {
        if (!this.#outside.takes(command)) this.obey(command);
      },
      tryHere: () => this.load(),
      choose: (change) => this.#choose(change),
      exportAs: (format) => void this.#exporting.start(format, this.#config.options.branch),
      cancelExport: () => this.#exporting.cancel(),
      allowEmbedding: (allow) => void this.#allowEmbedding(allow),
      openOutside: () => void this.#failures.tell('outside', this.#ask('openOutside', {})),
      toggle: (panel) => {
        this.#panels = { ...this.#panels, [panel]: !this.#panels[panel] };
        this.#draw();
      },
      useMode: (mode) => void this.#failures.tell('mode', this.#ask('useMode', { mode })),
      enterAdminKey: () => void this.#enterAdminKey(),
      keepWaiting: () => this.#session.keepWaiting(),
      openDefinition: (member) => void this.#failures.tell('definition', this.#ask('openDefinition', { member })),
    };
  }

  #follow(): void {
    window.addEventListener('message', (event) => {
      // Our own origin is the editor speaking to the channel.
      if (isOwn(event) && event.source !== this.#frame.window) return;
      this.#receive(event);
    });
    document.addEventListener('visibilitychange', () => this.visible(document.visibilityState === 'visible'));
    window.addEventListener('pageshow', () => this.visible(true));
    window.addEventListener('online', () => this.visible(true));
    if (this.#config.home === 'editor') watchEditorTheme(() => this.#sendTheme());
    setInterval(() => this.#draw(), 1_000);
  }

  #receive(event: MessageEvent): void {
    const decision = this.#gate.receive(event);
    this.#log.add(logIncoming(event.data, decision, Date.now(), event.origin));
    if (decision.kind === 'known') this.#obey(decision.event);
    this.#draw();
  }

  #obey(event: EmbedEvent): void {
    const notice = noticeOf(event, this.#text, (member) => this.#commands().openDefinition(member));
    if (notice) this.#notices.show(notice);
    switch (event.name) {
      case 'ready':
        // Mounted anew after a lapse: what it was told since the load is gone.
        if (this.#session.state.ready) this.#sendAll(allActions(this.#config.options, this.#theme()));
        this.#session.step({ input: 'ready', mode: event.payload.mode });
        return;
      case 'view':
      case 'navigate':
        this.#history.visited(event.payload.path);
        return;
      case 'dashboard-loaded': {
        const { loadDurationMs = null, widgetCount = null } = event.payload;
        this.#loaded = { loaded: true, loadDurationMs, widgetCount };
        this.#loads += 1;
        return;
      }
      case 'session-expiring':
        this.#session.step({ input: 'expiring', ...event.payload });
        return;
      case 'session-expired':
        this.#session.step({ input: 'expired', ...event.payload });
        return;
      case 'drilldown':
        if (this.#config.followDrilldown) this.#followDrilldown(event.payload.member);
        return;
      case 'error':
        if (event.payload.name === sessionExchangeError) {
          this.#session.step({ input: 'exchange-refused', message: event.payload.message });
        } else if (event.payload.fatal) this.#session.step({ input: 'fatal', message: event.payload.message });
        return;
    }
  }

  /** A person drills into one measure at a time; a page that says more than that opens nothing. */
  #followDrilldown(member: string): void {
    const now = performance.now();
    if (now < this.#followedAt + drilldownPauseMs) return;
    this.#followedAt = now;
    this.#commands().openDefinition(member);
  }

  #choose(change: Partial<HostOptions>): void {
    const before = this.#config.options;
    const options = { ...before, ...change };
    this.#config = { ...this.#config, options };
    this.#ask('saveOptions', options).catch((failure: unknown) => this.#failures.warn('options', messageOf(failure)));
    this.#optionsChanged(before, options);
    this.#draw();
  }

  #optionsChanged(before: HostOptions, after: HostOptions): void {
    if (needsReload(before, after)) {
      this.#loadUnlessOutside();
      return;
    }
    if (before.theme !== after.theme) this.#sendTheme();
    this.#sendAll(changeActions(before, after));
  }

  /** Where another page shows the dashboard, that one loads. */
  #loadUnlessOutside(): void {
    if (!this.#outside.isThere) this.load();
  }

  #theme() {
    return this.#config.home === 'editor' ? editorTheme(this.#config.theme) : this.#config.theme;
  }

  /** This page's own scheme: inside the editor that of the editor, whatever was chosen for the dashboard. */
  #ownScheme(): 'light' | 'dark' {
    const { home, options } = this.#config;
    if (home === 'editor' || options.theme === 'follow') return this.#theme().scheme;
    if (options.theme !== 'auto') return options.theme;
    return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }

  #sendTheme(): void {
    document.documentElement.dataset.scheme = this.#ownScheme();
    this.#sendAll(themeActions(this.#config.options, this.#theme()));
  }

  #sendAll(actions: readonly EmbedAction[]): void {
    for (const action of actions) this.#gate.send(action);
    this.#draw();
  }

  async #allowEmbedding(allow: boolean): Promise<void> {
    const answer = await this.#failures.tell('embedding', this.#ask('setEmbedding', { allow }));
    if (answer?.ok) this.configChanged({ embedding: answer.allowed });
  }

  async #enterAdminKey(): Promise<void> {
    const answer = await this.#failures.tell('mode', this.#ask('enterAdminKey', {}));
    if (answer?.ok) this.load();
  }

  #draw(): void {
    this.#report();
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
      counts: this.#gate.counts,
      loads: this.#loads,
      ...this.#loaded,
      exporting: this.#exporting.words,
      panels: this.#panels,
    };
  }
}

/** Milliseconds between two definitions that are opened of the embed’s own accord. */
const drilldownPauseMs = 300;
const nothingLoaded = { loaded: false, loadDurationMs: null, widgetCount: null };
