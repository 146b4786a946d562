/** The pages that show one preview, each with its own channel: one in the editor, and one in the outside browser. */

import { Channel, type Port, type Requests } from '../../../base/channel.ts';
import { Value } from '../../../base/event.ts';
import { type Disposable, Lifetime, toDisposable } from '../../../base/lifetime.ts';
import { type ExtensionRequests, extensionRequests, pageRequests } from '../../../contract/messages/hostChannel.ts';
import type { HostConfigChange, HostEnvironment, HostState } from '../../../contract/messages/hostConfig.ts';
import { type Ask, type Handlers, requestHandlers, requestSender } from '../../../contract/messages/typedRequests.ts';
import { dashboardErrors } from '../../../session/dashboard/dashboardErrors.ts';

export interface Page {
  readonly environment: HostEnvironment;
  readonly send: Ask<ExtensionRequests>;
  /** The page has read its configuration and handles requests. */
  loaded: boolean;
  /** The last state that the page reported. */
  state: HostState | undefined;
}

export type PageFilter = (page: Page) => boolean;

export class PreviewPages implements Disposable {
  /** The last state that any page reported. */
  readonly latest = new Value<HostState | undefined>(undefined);
  readonly #lifetime = new Lifetime();
  readonly #pages = new Set<Page>();
  readonly #onUndelivered: (what: string) => void;

  /** @param onUndelivered a page that was closed or moved missed a notification; it reads its configuration when it returns */
  constructor(onUndelivered: (what: string) => void) {
    this.#onUndelivered = onUndelivered;
    this.#lifetime.add(this.latest);
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  /** State of the page in the outside browser; null without one. */
  get outside(): HostState | null {
    return this.#outsidePage?.state ?? null;
  }

  /** Serves the page at the other end of `port`. */
  attach(
    environment: HostEnvironment,
    port: Port,
    handlersFor: (page: Page) => Handlers<typeof pageRequests>,
  ): Disposable {
    const lifetime = new Lifetime();
    const send = requestSender(extensionRequests, (name, argument, options) => channel.call(name, argument, options));
    const page: Page = { environment, send, loaded: false, state: undefined };
    const channel = lifetime.add(new Channel<Requests>(port, requestHandlers(pageRequests, handlersFor(page))));
    this.#pages.add(page);
    lifetime.onDispose(() => {
      this.#pages.delete(page);
      if (environment === 'browser') this.#change({ outside: this.outside }, inEditor);
    });
    const owned = this.#lifetime.add(lifetime);
    return toDisposable(() => this.#lifetime.release(owned));
  }

  recordState(page: Page, state: HostState): void {
    page.state = state;
    this.latest.set(state);
    if (page === this.#outsidePage) this.#change({ outside: state }, inEditor);
  }

  /** The number of each page's next load. */
  nextLoads(): ReadonlyMap<Page, number> {
    return new Map([...this.#pages].map((page) => [page, (page.state?.counts.loads ?? 0) + 1]));
  }

  /** Sends requests to the page in the outside browser. @throws UserError without one */
  outsidePage(): Ask<ExtensionRequests> {
    const page = this.#outsidePage;
    if (!page) throw dashboardErrors.error('no-outside-page');
    return page.send;
  }

  /** Sends a request to every loaded page, without waiting for an answer. */
  notify<Name extends keyof ExtensionRequests>(
    name: Name,
    argument: Parameters<Ask<Pick<ExtensionRequests, Name>>>[1],
    to: PageFilter = () => true,
  ): void {
    for (const page of this.#pages) {
      if (!page.loaded || !to(page)) continue;
      page.send(name, argument as never).catch((failure: unknown) => this.#onUndelivered(`${name}: ${failure}`));
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  get #outsidePage(): Page | undefined {
    return [...this.#pages].findLast(({ environment, state }) => environment === 'browser' && state !== undefined);
  }

  #change(change: HostConfigChange, to: PageFilter): void {
    this.notify('configChanged', change, to);
  }
}

export function inEditor({ environment }: Page): boolean {
  return environment === 'editor';
}
