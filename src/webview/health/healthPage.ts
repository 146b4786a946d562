/** Draws the checks of a connection as a list. The focus, the position and open details stay when a result arrives. */

import { element, replaceContent, setAttribute } from '../../base/browser/dom.ts';
import type { HealthContent, HealthRow, HealthSubject } from '../../contract/messages/healthChannel.ts';
import { type IconName, icon } from '../shared/icons.ts';

interface HealthPageOptions {
  remember(subject: HealthSubject): void;
  run(): void;
  copy(): void;
  /** Runs the action of a row. */
  act(id: string): void;
}

const icons: Record<HealthRow['state'], IconName> = {
  running: 'reload',
  ok: 'check',
  warning: 'warning',
  failed: 'error',
  unknown: 'unknown',
};

export class HealthPage {
  readonly #options: HealthPageOptions;
  readonly #title = element('h1');
  /** Stays in the document, so that screen readers read its changes. */
  readonly #summary = element('p', { role: 'status' });
  readonly #commands = element('p', { class: 'commands' });
  // Safari takes the role from a list without marks.
  readonly #list = element('ul', { role: 'list', class: 'checks' });
  readonly #environment = element('p', { class: 'hint' });
  readonly main = element('main', {}, this.#title, this.#summary, this.#commands, this.#list, this.#environment);
  readonly #openDetails = new Set<string>();

  constructor(options: HealthPageOptions) {
    this.#options = options;
  }

  show({ subject, title, summary, isRunning, rows, environment, commands }: HealthContent): void {
    const focused = document.activeElement?.getAttribute('data-key') ?? null;
    const { scrollY } = window;
    const { run, copy } = this.#options;
    this.#options.remember(subject);
    this.#title.textContent = title;
    if (this.#summary.textContent !== summary) this.#summary.textContent = summary;
    replaceContent(this.#commands, button('run', commands.run, run), button('copy', commands.copy, copy));
    setAttribute(this.#list, 'aria-label', title);
    setAttribute(this.#list, 'aria-busy', isRunning ? 'true' : null);
    replaceContent(this.#list, ...rows.map((row) => this.#row(row, commands.details)));
    this.#environment.textContent = environment;
    window.scrollTo(0, scrollY);
    if (focused === null) return;
    const again = this.main.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`);
    again?.focus({ preventScroll: true });
  }

  #row({ id, title, state, stateLabel, text, details, action }: HealthRow, detailsLabel: string): HTMLElement {
    return element(
      'li',
      { class: state },
      icon(icons[state]),
      element(
        'div',
        { class: 'check' },
        element('h2', { id: `check-${id}` }, title, ' ', element('span', { class: 'state' }, stateLabel)),
        text !== null && element('p', {}, text),
        details !== null && this.#details(id, details, detailsLabel),
      ),
      action !== null && button(`act ${id}`, action, () => this.#options.act(id), `check-${id}`),
    );
  }

  #details(id: string, text: string, label: string): HTMLElement {
    const key = `details ${id}`;
    const summary = element('summary', { 'data-key': key, 'aria-describedby': `check-${id}` }, label);
    const box = element('details', { open: this.#openDetails.has(id) }, summary, element('p', {}, text));
    box.addEventListener('toggle', () => {
      if (box.open) this.#openDetails.add(id);
      else this.#openDetails.delete(id);
    });
    return box;
  }
}

/** @param about the id of what the button is about, if its label does not say it */
function button(key: string, label: string, run: () => void, about?: string): HTMLElement {
  const attributes = { type: 'button', 'data-key': key, 'aria-describedby': about, onclick: run };
  return element('button', attributes, label);
}
