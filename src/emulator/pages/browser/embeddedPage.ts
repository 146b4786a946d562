/** An embedded page from start to end: gets a session, mounts the surface, applies actions and follows the session. */

import { messageOf } from '../../../base/errors.ts';
import type { ActionPayload, EmbedAction } from '../../../contract/messages/actions.ts';
import { sessionExchangeError } from '../../../contract/messages/events.ts';
import { parseFilterText } from '../../../contract/messages/filter.ts';
import { type ActionName, protocolNames } from '../../../contract/messages/names.ts';
import { isTimeZone } from '../../../contract/messages/timeZone.ts';
import { loadData } from '../charts/dataApi.ts';
import type { PageConfig, SessionState } from '../pageApi.ts';
import { ActionQueue } from './actionQueue.ts';
import { prepareApp } from './appRoutes.ts';
import { prepareChat } from './chatRoutes.ts';
import { prepareDashboard } from './dashboardRoutes.ts';
import { HostFlood } from './hostFlood.ts';
import { HostLink } from './hostLink.ts';
import type { LaunchParameters, PageContext } from './pageContext.ts';
import { Preferences } from './preferences.ts';
import { type FailureKind, failureScreen, signInScreen } from './screens.ts';
import { exchangeSessionId, RequestFailure, ServerLink, signIn } from './serverLink.ts';
import { SessionWatch } from './sessionWatch.ts';
import { Surface } from './surface.ts';

const prepare = { dashboard: prepareDashboard, app: prepareApp, chat: prepareChat };

export class EmbeddedPage {
  readonly #config: PageConfig;
  readonly #launch: LaunchParameters;
  readonly #host: HostLink;
  readonly #flood: HostFlood;
  readonly #queue = new ActionQueue((action) => this.#runAction(action));
  readonly #server = new ServerLink();
  readonly #watch: SessionWatch;
  readonly #preferences: Preferences;
  #mounted: { surface: Surface; unmount: () => void } | undefined;
  /** The last applied settings, to notice a change. */
  #settings = '';
  /** Renewals run one after the other. */
  #renewals: Promise<void> = Promise.resolve();

  constructor(config: PageConfig, launch: LaunchParameters) {
    this.#config = config;
    this.#launch = launch;
    const names = protocolNames(config.prefix);
    this.#host = new HostLink(names, config.surface);
    this.#flood = new HostFlood(this.#host, names, config.surface);
    this.#watch = new SessionWatch(this.#server, {
      onState: (state) => this.#applySession(state),
      onExpiring: (expiresAt, expiresInMs) => this.#host.emit('session-expiring', { expiresAt, expiresInMs }),
      onExpired: (expiredAt) => this.#expire(expiredAt),
    });
    this.#preferences = new Preferences((timezoneChanged) => {
      this.#mounted?.surface.redraw();
      if (timezoneChanged) this.#refresh();
    });
    this.#preferences.set('launch', { locale: launch.locale, timezone: launch.timezone });
  }

  async start(): Promise<void> {
    this.#setState('starting');
    this.#host.onAction((action) => this.#queue.add(action));
    const { sessionId } = this.#launch;
    if (sessionId !== null) return this.#enter(() => exchangeSessionId(sessionId), sessionExchangeError);
    const { deploymentId, signedIn } = this.#config;
    if (deploymentId === null) return this.#fail('not-found', 'The platform has no such page.', 'NotFoundError');
    const enter = () => this.#enter(() => signIn(deploymentId), 'EmbedSignInError');
    if (signedIn) return enter();
    this.#setState('sign-in');
    document.body.replaceChildren(signInScreen(enter));
  }

  async #enter(getToken: () => Promise<string>, errorName: string): Promise<void> {
    try {
      this.#server.token = await getToken();
    } catch (failure) {
      return this.#fail('session', messageOf(failure), errorName);
    }
    await this.#mount();
  }

  async #mount(): Promise<void> {
    this.#mounted?.unmount();
    this.#mounted = undefined;
    try {
      const session = await this.#watch.start();
      if (session.expired) return this.#follow();
      const { surface: name, publicId } = this.#config;
      const abort = new AbortController();
      const context = this.#makeContext(abort.signal);
      const makeRoutes = await prepare[name](context);
      this.#setState('active');
      const { embedTenant, deploymentId, mode } = session;
      const dashboard = publicId === null ? {} : { publicId };
      // The first event of all. Spec: Event catalog, `ready`.
      this.#host.emit('ready', { embedTenant, deploymentId, mode, surface: name, ...dashboard });
      const surface = new Surface(context, makeRoutes);
      const unmount = () => {
        abort.abort();
        surface.dispose();
      };
      this.#mounted = { surface, unmount };
      document.body.replaceChildren(surface.element);
      this.#follow();
    } catch (failure) {
      const status = failure instanceof RequestFailure ? failure.status : 0;
      const kind = status === 404 ? 'not-found' : status === 403 ? 'embedding' : 'session';
      this.#fail(kind, messageOf(failure), failure instanceof Error ? failure.name : 'Error');
    }
  }

  /** Reports what `ready` had to precede. */
  #follow(): void {
    this.#watch.follow();
    this.#queue.open();
  }

  #makeContext(signal: AbortSignal): PageContext {
    const session = () => this.#watch.state!;
    return {
      config: this.#config,
      launch: this.#launch,
      host: this.#host,
      server: this.#server,
      preferences: this.#preferences,
      signal,
      session,
      load: (query, run = signal) => {
        const { token } = this.#server;
        return loadData({ dataApiUrl: session().dataApiUrl, token, signal: AbortSignal.any([signal, run]) }, query);
      },
    };
  }

  /** Spec: Action catalog. */
  readonly #actions: { [Name in ActionName]: (payload: ActionPayload<Name>) => void } = {
    'set-color-scheme': ({ scheme }) => this.#preferences.set('host', { scheme }),
    'set-theme': (theme) => this.#preferences.set('host', { theme }),
    'set-locale': ({ locale }) => this.#preferences.set('host', { locale }),
    'set-timezone': ({ timezone }) => {
      // Bare UTC offsets are ignored.
      if (isTimeZone(timezone)) this.#preferences.set('host', { timezone });
    },
    'set-filter': ({ filterUrlParameter: text }) => {
      const filter = parseFilterText(text);
      if (filter) this.#mounted?.surface.setFilter(filter);
      else if (this.#mounted)
        this.#reject(`“${text.slice(0, 80)}” is not of the form f_<view>.<dimension>=<JSON>`, 'set-filter');
    },
    navigate: ({ path }) => {
      if (this.#mounted?.surface.navigate(path) === false)
        this.#reject(`The path ${JSON.stringify(path.slice(0, 80))} does not exist`, 'navigate');
    },
    refresh: () => this.#refresh(),
    'set-session': ({ sessionId }) => {
      this.#renewals = this.#renewals.then(() => this.#renew(sessionId));
    },
  };

  #runAction({ name, payload }: EmbedAction): void {
    (this.#actions[name] as (payload: unknown) => void)(payload);
  }

  #reject(message: string, action: ActionName): void {
    this.#host.emitError(message, 'EmbedActionError', action);
  }

  #refresh(): void {
    if (!this.#watch.state?.expired) this.#mounted?.surface.refresh();
  }

  /** Swaps in a new session. A rejected id changes nothing. Spec: States and transitions. */
  async #renew(sessionId: string): Promise<void> {
    let token: string;
    try {
      token = await exchangeSessionId(sessionId);
    } catch (failure) {
      return this.#host.emitError(messageOf(failure), sessionExchangeError, 'session-renewal');
    }
    const isActive = this.#mounted !== undefined && this.#watch.state?.expired === false;
    this.#server.token = token;
    if (!isActive) return this.#mount();
    await this.#watch.start().catch(() => {});
    this.#watch.follow();
  }

  #applySession({ now, flood, settings, account, embedTheme }: SessionState): void {
    this.#host.clockOffset = now - Date.now();
    this.#flood.set(flood);
    const received = JSON.stringify([settings, account, embedTheme]);
    if (received === this.#settings) return;
    this.#settings = received;
    const { locale, timezone } = account;
    this.#preferences.set('account', { locale, timezone, theme: account.embedTheme });
    this.#preferences.set('session', { locale: settings.locale, timezone: settings.timezone, theme: embedTheme });
  }

  #expire(expiredAt: number): void {
    // Only signed sessions expire for the viewer; a private one is renewed.
    if (this.#watch.state?.mode === 'private') return void this.#signInAgain();
    this.#setState('expired');
    this.#host.emit('session-expired', { expiredAt });
    if (this.#mounted) this.#mounted.surface.element.inert = true;
    document.body.append(failureScreen('expired', ''));
  }

  async #signInAgain(): Promise<void> {
    try {
      this.#server.token = await signIn(this.#config.deploymentId!);
      await this.#watch.start();
      this.#watch.follow();
    } catch (failure) {
      this.#fail('session', messageOf(failure), 'EmbedSignInError');
    }
  }

  #fail(kind: FailureKind, message: string, name: string): void {
    this.#setState('failed');
    document.body.replaceChildren(failureScreen(kind, message));
    this.#host.emitError(message, name, 'embed-render', true);
    // A new session can still start the page.
    this.#queue.open();
  }

  #setState(state: 'starting' | 'sign-in' | 'active' | 'expired' | 'failed'): void {
    document.documentElement.dataset.state = state;
  }
}
