/** The windows that show one preview's page, each at the end of a channel of its own. Knows no editor and no platform. */

import { Channel, type Port, type Requests } from '../../../base/channel.ts';
import { UserError } from '../../../base/errors.ts';
import { Value } from '../../../base/event.ts';
import { type Disposable, Lifetime, toDisposable } from '../../../base/lifetime.ts';
import { type ExtensionRequests, extensionRequests, pageRequests } from '../../../contract/messages/hostChannel.ts';
import type { HostConfigChange, HostHome, HostState } from '../../../contract/messages/hostConfig.ts';
import { type Ask, type Handlers, requestHandlers, requestSender } from '../../../contract/messages/typedRequests.ts';

export interface Page {
  readonly home: HostHome;
  readonly ask: Ask<ExtensionRequests>;
  /** It has asked for its configuration: it listens. */
  loaded: boolean;
  /** As it was last told of. */
  state: HostState | undefined;
}

export type PageFilter = (page: Page) => boolean;

export class PreviewPages implements Disposable {
  /** What a page told last, whichever it was; undefined until one has. */
  readonly latest = new Value<HostState | undefined>(undefined);
  readonly #lifetime = new Lifetime();
  readonly #pages = new Set<Page>();
  readonly #onUntold: (what: string) => void;

  /** @param onUntold a page did not take what it was told: it was closed or moved, and asks when it is there again */
  constructor(onUntold: (what: string) => void) {
    this.#onUntold = onUntold;
    this.#lifetime.add(this.latest);
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  /** The page in the outside browser, as the one in the editor shows it; null while there is none. */
  get outside(): HostState | null {
    return this.#outsidePage?.state ?? null;
  }

  /** Serves a page that runs at the other end of the port. */
  attach(home: HostHome, port: Port, handlersFor: (page: Page) => Handlers<typeof pageRequests>): Disposable {
    const lifetime = new Lifetime();
    const ask = requestSender(extensionRequests, (name, argument, options) => channel.call(name, argument, options));
    const page: Page = { home, ask, loaded: false, state: undefined };
    const channel = lifetime.add(new Channel<Requests>(port, requestHandlers(pageRequests, handlersFor(page))));
    this.#pages.add(page);
    lifetime.onDispose(() => {
      this.#pages.delete(page);
      if (home === 'browser') this.#change({ outside: this.outside }, inEditor);
    });
    const whole = this.#lifetime.add(lifetime);
    return toDisposable(() => this.#lifetime.release(whole));
  }

  note(page: Page, state: HostState): void {
    page.state = state;
    this.latest.set(state);
    if (page === this.#outsidePage) this.#change({ outside: state }, inEditor);
  }

  /** The number that each page's next painting will have. */
  nextLoads(): ReadonlyMap<Page, number> {
    return new Map([...this.#pages].map((page) => [page, (page.state?.counts.loads ?? 0) + 1]));
  }

  /** The page in the outside browser, to ask something of it. @throws UserError where there is none. */
  toOutside(): Ask<ExtensionRequests> {
    const page = this.#outsidePage;
    if (!page) throw new UserError('No browser shows this dashboard.', { action: 'Open it there first.' });
    return page.ask;
  }

  tell<Name extends keyof ExtensionRequests>(
    name: Name,
    argument: Parameters<Ask<Pick<ExtensionRequests, Name>>>[1],
    to: PageFilter = () => true,
  ): void {
    for (const page of this.#pages) {
      if (!page.loaded || !to(page)) continue;
      page.ask(name, argument as never).catch((failure: unknown) => this.#onUntold(`${name}: ${failure}`));
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  get #outsidePage(): Page | undefined {
    return [...this.#pages].findLast(({ home, state }) => home === 'browser' && state !== undefined);
  }

  #change(change: HostConfigChange, to: PageFilter): void {
    this.tell('configChanged', change, to);
  }
}

export function inEditor({ home }: Page): boolean {
  return home === 'editor';
}
