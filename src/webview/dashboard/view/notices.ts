/** Short messages above the dashboard. The user can dismiss each; only the latest few are shown, and information leaves by itself. */

import { element } from '../../../base/browser/dom.ts';
import { clipped } from '../../../contract/messages/clipped.ts';
import { type IconName, icon } from '../../shared/icons.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import { iconButton, linkButton } from './buttons.ts';

export interface Notice {
  kind: 'info' | 'warning' | 'error';
  message: string;
  /** Replaces an earlier notice of the same topic. */
  topic: string;
  link?: { label: string; click(): void } | undefined;
}

const maxNotices = 4;
/** Milliseconds that information stays, enough to read it and to reach its link. The Event Inspector keeps the messages. */
const shownMs = 10_000;
/** Characters. An embedded page may send messages of any length. */
const maxMessage = 600;
const maxTopic = 100;

export class Notices {
  readonly node: HTMLElement = element('div', { class: 'notices', role: 'log', 'aria-live': 'polite' });
  readonly #text: HostText;
  readonly #shown = new Map<string, HTMLElement>();

  constructor(text: HostText) {
    this.#text = text;
  }

  show(notice: Notice): void {
    const { kind, link } = notice;
    const topic = clipped(notice.topic, maxTopic);
    const message = notice.message.length > maxMessage ? `${clipped(notice.message, maxMessage)}…` : notice.message;
    this.dismiss(topic);
    const node = element(
      'div',
      { class: `notice ${kind}`, 'data-topic': topic },
      icon(kind satisfies IconName),
      element('span', { class: 'message' }, message),
      link && linkButton(link.label, link.click),
      iconButton('close', this.#text('notice.dismiss'), () => this.dismiss(topic)),
    );
    this.#shown.set(topic, node);
    this.node.append(node);
    if (kind === 'info') this.#leaveLater(topic, node);
    for (const oldest of this.#shown.keys()) {
      if (this.#shown.size <= maxNotices) break;
      this.dismiss(oldest);
    }
  }

  /** Not while the pointer is over it or its link has the focus. */
  #leaveLater(topic: string, node: HTMLElement): void {
    setTimeout(() => {
      if (this.#shown.get(topic) !== node) return;
      if (node.matches(':hover, :focus-within')) this.#leaveLater(topic, node);
      else this.dismiss(topic);
    }, shownMs);
  }

  dismiss(topic: string): void {
    this.#shown.get(topic)?.remove();
    this.#shown.delete(topic);
  }
}
