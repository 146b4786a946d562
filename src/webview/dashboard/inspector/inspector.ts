/** The event inspector: lists the messages of both directions with filter, pause, copy, details and a composer for actions. */

import { element, replaceContent, setAttribute } from '../../../base/browser/dom.ts';
import { messageOf } from '../../../base/errors.ts';
import { icon } from '../../shared/icons.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import { messageLine } from '../messages/messageLine.ts';
import type { LoggedMessage, MessageLog } from '../messages/messageLog.ts';
import { iconButton } from '../view/buttons.ts';
import type { HostView } from '../view/hostView.ts';
import { throttleDraw } from '../view/throttleDraw.ts';
import { type ComposerOwner, makeComposer } from './composer.ts';
import { makeMessageDetail } from './messageDetail.ts';
import { MessageTable } from './messageTable.ts';
import { makeResizeHandle } from './resizeHandle.ts';

export interface InspectorOwner extends ComposerOwner {
  /** Rejects if copying fails. */
  copy(text: string): Promise<void>;
  close(): void;
  openDefinition(member: string): void;
}

/** Milliseconds between two drawings of new messages. */
const drawPauseMs = 300;
/** How long the status line confirms an action. */
const confirmationMs = 3_000;

export class Inspector {
  readonly node: HTMLElement;
  readonly #text: HostText;
  readonly #log: MessageLog;
  readonly #owner: InspectorOwner;
  readonly #table: MessageTable;
  readonly #summary = element('span', { class: 'kept', role: 'status' });
  readonly #pauseButton: HTMLButtonElement;
  readonly #redraw = throttleDraw(() => this.#draw(), drawPauseMs);
  #confirmation: { message: string; until: number } | undefined;

  constructor(text: HostText, log: MessageLog, locale: string, owner: InspectorOwner) {
    this.#text = text;
    this.#log = log;
    this.#owner = owner;
    const composer = makeComposer(text, owner);
    const composeButton = iconButton('compose', text('inspector.compose'), () =>
      showComposer(composer.node.hidden === true),
    );
    const showComposer = (shown: boolean) => {
      composer.node.hidden = !shown;
      setAttribute(composeButton, 'aria-pressed', String(shown));
      if (shown) composer.node.querySelector('select')?.focus();
    };
    composer.node.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      showComposer(false);
      composeButton.focus();
    });
    setAttribute(composeButton, 'aria-pressed', 'false');
    const detail = makeMessageDetail(text, {
      copy: (message) => void this.#copy([message]),
      compose: ({ type, payload }) => {
        composer.edit(type, payload);
        showComposer(true);
      },
      openDefinition: owner.openDefinition,
      closed: () => this.#table.focus(),
    });
    this.#table = new MessageTable(text, log, locale, {
      open: (message, resultText) => detail.show(message, resultText),
      selected: (message, resultText) => {
        if (!detail.node.hidden) detail.show(message, resultText);
      },
      close: () => (detail.node.hidden ? owner.close() : detail.close()),
      copy: (message) => void this.#copy([message]),
    });
    const filter = element('input', {
      type: 'search',
      name: 'filter',
      spellcheck: 'false',
      title: text('inspector.filterHint'),
      placeholder: text('inspector.filter'),
      'aria-label': text('inspector.filterHint'),
    });
    filter.addEventListener('input', () => {
      this.#table.filter = filter.value;
      this.#draw();
    });
    filter.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown' || event.key === 'Enter') {
        event.preventDefault();
        this.#table.focus();
      } else if (event.key === 'Escape' && filter.value !== '') {
        event.stopPropagation();
        filter.value = '';
        this.#table.filter = '';
        this.#draw();
      }
    });
    this.#pauseButton = iconButton('pause', text('inspector.pause'), () => this.#togglePause());
    const clear = () => {
      log.clear();
      this.#table.reset();
      detail.node.hidden = true;
      this.#draw();
    };
    const label = text('inspector.label');
    this.node = element(
      'section',
      { class: 'inspector', 'aria-label': label, hidden: true },
      makeResizeHandle(text('inspector.height'), () => this.node),
      element(
        'header',
        {},
        element('h2', {}, label),
        filter,
        this.#pauseButton,
        iconButton('clear', text('inspector.clear'), clear),
        iconButton('copy', text('inspector.copy'), () => void this.#copy(this.#table.shown())),
        composeButton,
        this.#summary,
        element('span', { class: 'spacer' }),
        iconButton('close', text('inspector.close'), () => owner.close()),
      ),
      composer.node,
      element('div', { class: 'message-panes' }, this.#table.node, detail.node),
    );
    this.node.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') owner.close();
    });
  }

  render({ panels }: HostView): void {
    this.node.hidden = !panels.inspector;
    if (panels.inspector) this.#redraw();
  }

  #draw(): void {
    if (this.node.hidden) return;
    this.#table.render();
    if (this.#confirmation && performance.now() > this.#confirmation.until) this.#confirmation = undefined;
    const status = this.#confirmation?.message ?? this.#counts();
    if (this.#summary.textContent !== status) this.#summary.textContent = status;
  }

  #counts(): string {
    const { length, missed, paused } = this.#table;
    const text = this.#text;
    if (paused) {
      const { count, dropped } = missed;
      return dropped > 0 ? text('inspector.pausedDropped', count, dropped) : text('inspector.paused', count);
    }
    const kept = this.#log.next - this.#log.first;
    const { dropped } = this.#log;
    return dropped > 0 ? text('inspector.keptDropped', length, kept, dropped) : text('inspector.kept', length, kept);
  }

  #togglePause(): void {
    const paused = !this.#table.paused;
    this.#table.paused = paused;
    const label = this.#text(paused ? 'inspector.resume' : 'inspector.pause');
    replaceContent(this.#pauseButton, icon(paused ? 'play' : 'pause'));
    for (const name of ['title', 'aria-label']) setAttribute(this.#pauseButton, name, label);
    this.#draw();
  }

  async #copy(messages: readonly LoggedMessage[]): Promise<void> {
    const message = await this.#owner.copy(messages.map((message) => `${messageLine(message)}\n`).join('')).then(
      () => this.#text('inspector.copied', messages.length),
      (failure: unknown) => this.#text('inspector.notCopied', messageOf(failure)),
    );
    this.#confirmation = { message, until: performance.now() + confirmationMs };
    this.#draw();
  }
}
