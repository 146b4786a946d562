/** What the editor's page does where it may show nothing itself: it stands for the one in the outside browser. */

import type { HostCommand, HostState } from '../../../contract/messages/hostConfig.ts';
import type { ExtensionLink } from './extensionLink.ts';
import type { Failures } from './failures.ts';
import type { HostView } from './view.ts';

/** The page that this one's controls act on instead of its own frame; undefined while they act on that. */
export function outsideOf({ config, session }: Pick<HostView, 'config' | 'session'>): HostState | undefined {
  return session.problem?.kind === 'not-framed' && config.outside ? config.outside : undefined;
}

/** Sends a click on to the page outside; false where there is none to stand for. */
export class OutsidePage {
  readonly #ask: ExtensionLink;
  readonly #failures: Failures;
  readonly #view: () => Pick<HostView, 'config' | 'session'>;

  constructor(ask: ExtensionLink, failures: Failures, view: () => Pick<HostView, 'config' | 'session'>) {
    this.#ask = ask;
    this.#failures = failures;
    this.#view = view;
  }

  get isThere(): boolean {
    return outsideOf(this.#view()) !== undefined;
  }

  takes(command: HostCommand): boolean {
    if (!this.isThere) return false;
    void this.#failures.tell('outside', this.#ask('commandOutside', { command }));
    return true;
  }

  act(name: string, payload: Record<string, unknown>) {
    return this.#ask('actOutside', { name, payload });
  }
}
