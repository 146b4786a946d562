/** The life of an embedded page: in with a session or a sign-in, one surface mounted, actions obeyed, out when the session lapses. */

import type { ActionPayload, EmbedAction } from '../../../contract/messages/actions.ts';
import { type EventPayload, sessionExchangeError } from '../../../contract/messages/events.ts';
import { parseFilterText } from '../../../contract/messages/filter.ts';
import { type ActionName, protocolNames } from '../../../contract/messages/names.ts';
import { isTimeZone } from '../../../contract/messages/timeZone.ts';
import type { PageConfig, SessionState } from '../wire.ts';
import { Flood } from './flood.ts';
import { HostLink } from './hostLink.ts';
import { Preferences } from './preferences.ts';
import { type FailureKind, failureScreen, signInScreen } from './screens.ts';
import { exchange, Refused, ServerLink, signIn } from './serverLink.ts';
import { SessionWatch } from './sessionWatch.ts';
import type { LaunchParameters, MountedSurface, Stage } from './stage.ts';
import { mountSurface } from './surfaces.ts';

export class EmbeddedPage {
  readonly #config: PageConfig;
  readonly #launch: LaunchParameters;
  readonly #host: HostLink;
  readonly #preferences = new Preferences();
  readonly #server = new ServerLink('');
  readonly #watch: SessionWatch;
  readonly #flood: Flood;
  #surface: MountedSurface | undefined;
  /** What the session and the account say, as it was last heard. */
  #settings = '';
  /** Renewals, one after the other. */
  #renewals: Promise<void> = Promise.resolve();

  constructor(config: PageConfig, launch: LaunchParameters) {
    this.#config = config;
    this.#launch = launch;
    const names = protocolNames(config.prefix);
    this.#host = new HostLink(names, config.surface);
    this.#flood = new Flood(this.#host, names, config.surface);
    this.#watch = new SessionWatch(this.#server, {
      heard: (state) => this.#heard(state),
      expiring: (expiresAt, expiresInMs) => this.#host.emit('session-expiring', { expiresAt, expiresInMs }),
      lapsed: (expiredAt) => this.#lapsed(expiredAt),
    });
    this.#preferences.say('launch', { locale: launch.locale, timezone: launch.timezone });
    this.#preferences.onChange((change) => {
      this.#surface?.restyle();
      if (change === 'timezone') this.#askAnew();
    });
  }

  async start(): Promise<void> {
    this.#state('starting');
    this.#host.obey((action) => this.#act(action));
    const { sessionId } = this.#launch;
    if (sessionId !== null) return this.#enter(() => exchange(sessionId), sessionExchangeError);
    const { deploymentId } = this.#config;
    if (deploymentId === null)
      return this.#fail('not-found', 'There is no such page on this platform.', 'NotFoundError');
    const enter = () => this.#enter(() => signIn(deploymentId), 'EmbedSignInError');
    if (this.#config.signedIn) return enter();
    this.#state('sign-in');
    document.body.replaceChildren(signInScreen(this.#preferences, enter));
  }

  async #enter(getToken: () => Promise<string>, errorName: string): Promise<void> {
    try {
      this.#server.token = await getToken();
    } catch (failure) {
      return this.#fail('session', messageOf(failure), errorName);
    }
    await this.#mount();
  }

  /** A surface from scratch, under the token there is. */
  async #mount(): Promise<void> {
    this.#surface?.dispose();
    this.#surface = undefined;
    try {
      const session = await this.#watch.start();
      if (session.lapsed) return;
      const stage: Stage = {
        config: this.#config,
        launch: this.#launch,
        host: this.#host,
        server: this.#server,
        preferences: this.#preferences,
        session: () => this.#watch.state!,
      };
      const prepared = await mountSurface(stage);
      this.#state('active');
      const payload: EventPayload<'ready'> = {
        embedTenant: session.embedTenant,
        deploymentId: session.deploymentId,
        mode: session.mode,
        surface: this.#config.surface,
        ...(this.#config.publicId === null ? {} : { publicId: this.#config.publicId }),
      };
      // The first event of all: before anything is viewed, navigated or loaded.
      this.#host.emit('ready', payload);
      this.#surface = prepared.open();
      document.body.replaceChildren(this.#surface.element);
    } catch (failure) {
      const status = failure instanceof Refused ? failure.status : 0;
      const kind = status === 404 ? 'not-found' : status === 403 ? 'embedding' : 'session';
      this.#fail(kind, messageOf(failure), failure instanceof Error ? failure.name : 'Error');
    }
  }

  /** What each action does. Spec: Action catalog. */
  readonly #acts: { [Name in ActionName]: (payload: ActionPayload<Name>) => void } = {
    'set-color-scheme': ({ scheme }) => this.#preferences.say('host', { scheme }),
    'set-theme': (theme) => this.#preferences.say('host', { theme }),
    'set-locale': ({ locale }) => this.#preferences.say('host', { locale }),
    'set-timezone': ({ timezone }) => this.#setTimezone(timezone),
    'set-filter': ({ filterUrlParameter }) => this.#setFilter(filterUrlParameter),
    navigate: ({ path }) => this.#navigate(path),
    refresh: () => this.#askAnew(),
    'set-session': ({ sessionId }) => {
      this.#renewals = this.#renewals.then(() => this.#renew(sessionId));
    },
  };

  #act({ name, payload }: EmbedAction): void {
    (this.#acts[name] as (payload: unknown) => void)(payload);
  }

  #setTimezone(timezone: string): void {
    // Bare offsets are ignored. Spec: Action catalog.
    if (isTimeZone(timezone)) this.#preferences.say('host', { timezone });
  }

  #setFilter(text: string): void {
    const filter = parseFilterText(text);
    if (filter) this.#surface?.setFilter(filter);
    else
      this.#complain(
        `“${text.slice(0, 80)}” is not of the form f_<view>.<dimension>=<JSON>`,
        'set-filter',
        'EmbedFilterError',
      );
  }

  #navigate(path: string): void {
    if (this.#surface && !this.#surface.navigate(path))
      this.#complain(`There is no path ${JSON.stringify(path.slice(0, 80))} here`, 'navigate', 'EmbedNavigationError');
  }

  #complain(message: string, context: string, name: string): void {
    this.#host.emit('error', { message, name, context, fatal: false });
  }

  #askAnew(): void {
    if (!this.#watch.state?.lapsed) this.#surface?.refresh();
  }

  /** Swaps in a fresh session. A refused id changes nothing. Spec: States, “Signed embed session”. */
  async #renew(sessionId: string): Promise<void> {
    let token: string;
    try {
      token = await exchange(sessionId);
    } catch (failure) {
      return this.#complain(messageOf(failure), 'session-renewal', sessionExchangeError);
    }
    const alive = this.#surface !== undefined && this.#watch.state?.lapsed === false;
    this.#server.token = token;
    if (!alive) return this.#mount();
    await this.#watch.start().catch(() => {});
  }

  #heard(state: SessionState): void {
    this.#host.clockOffset = state.now - Date.now();
    this.#flood.set(state.flood);
    const { settings, account, embedTheme } = state;
    const known = JSON.stringify([settings, account, embedTheme]);
    if (known === this.#settings) return;
    this.#settings = known;
    this.#preferences.replace('session', { locale: settings.locale, timezone: settings.timezone, theme: embedTheme });
    this.#preferences.replace('account', { locale: account.locale, timezone: account.timezone });
  }

  #lapsed(expiredAt: number): void {
    // Only a signed session lapses: who is signed in on the platform stays so.
    if (this.#watch.state?.mode === 'private') return void this.#signInAgain();
    this.#state('expired');
    this.#host.emit('session-expired', { expiredAt });
    if (this.#surface) this.#surface.element.inert = true;
    document.body.append(failureScreen('expired', '', this.#preferences));
  }

  async #signInAgain(): Promise<void> {
    try {
      this.#server.token = await signIn(this.#config.deploymentId!);
      await this.#watch.start();
    } catch (failure) {
      this.#fail('session', messageOf(failure), 'EmbedSignInError');
    }
  }

  #fail(kind: FailureKind, message: string, name: string): void {
    this.#state('failed');
    document.body.replaceChildren(failureScreen(kind, message, this.#preferences));
    this.#host.emit('error', { message, name, context: 'embed-render', fatal: true });
  }

  #state(state: 'starting' | 'sign-in' | 'active' | 'expired' | 'failed'): void {
    document.documentElement.dataset.state = state;
  }
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
