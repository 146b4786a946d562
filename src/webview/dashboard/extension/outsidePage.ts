/** Forwards the controls of the editor's page to the page in the browser, while that shows the dashboard. */

import type { HostCommand } from '../../../contract/messages/hostConfig.ts';
import { type HostView, outsideOf } from '../view/hostView.ts';
import type { ExtensionLink } from './extensionLink.ts';
import type { Failures } from './failures.ts';

export class OutsidePage {
  readonly #ask: ExtensionLink;
  readonly #failures: Failures;
  readonly #view: () => Pick<HostView, 'config' | 'session'>;

  constructor(ask: ExtensionLink, failures: Failures, view: () => Pick<HostView, 'config' | 'session'>) {
    this.#ask = ask;
    this.#failures = failures;
    this.#view = view;
  }

  get isOpen(): boolean {
    return outsideOf(this.#view()) !== undefined;
  }

  /** Returns false if there is no page in the browser. */
  forward(command: HostCommand): boolean {
    if (!this.isOpen) return false;
    void this.#failures.show('outside', this.#ask('commandOutside', { command }));
    return true;
  }

  sendAction(name: string, payload: Record<string, unknown>) {
    return this.#ask('actOutside', { name, payload });
  }
}
