/** Short messages above the dashboard: what an event said, each dismissable and the latest few only. */

import { element } from '../../../base/browser/dom.ts';
import { clipped } from '../../../contract/messages/clipped.ts';
import { type IconName, icon } from '../elements/icons.ts';
import type { Texts } from '../elements/texts.ts';

export interface Notice {
  kind: 'info' | 'warning' | 'error';
  message: string;
  /** Replaces an earlier notice of the same topic. */
  topic: string;
  link?: { label: string; click(): void } | undefined;
}

const most = 4;
/** Characters of a message, of which an embed may send any number. */
const longest = 600;

export class Notices {
  readonly node: HTMLElement = element('div', { class: 'notices', role: 'log', 'aria-live': 'polite' });
  readonly #text: Texts;
  readonly #shown = new Map<string, HTMLElement>();

  constructor(text: Texts) {
    this.#text = text;
  }

  show({ kind, message: whole, topic: about, link }: Notice): void {
    const topic = clipped(about, 100);
    const message = whole.length > longest ? `${clipped(whole, longest)}…` : whole;
    this.dismiss(topic);
    const dismiss = this.#text('notice.dismiss');
    const node = element(
      'div',
      { class: `notice ${kind}`, 'data-topic': topic },
      icon(kind satisfies IconName),
      element('span', { class: 'message' }, message),
      link && element('button', { class: 'link', type: 'button', onclick: link.click }, link.label),
      element(
        'button',
        {
          class: 'icon-button',
          type: 'button',
          title: dismiss,
          'aria-label': dismiss,
          onclick: () => this.dismiss(topic),
        },
        icon('close'),
      ),
    );
    this.#shown.set(topic, node);
    this.node.append(node);
    for (const oldest of this.#shown.keys()) {
      if (this.#shown.size <= most) break;
      this.dismiss(oldest);
    }
  }

  dismiss(topic: string): void {
    this.#shown.get(topic)?.remove();
    this.#shown.delete(topic);
  }
}
