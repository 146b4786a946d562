/** The event inspector: every message both ways with its result; filter, pause, copy, details, and an action of one's own. */

import { element, replaceContent, setAttribute } from '../../../base/browser/dom.ts';
import { messageLine } from '../../core/messageLine.ts';
import type { LoggedMessage, MessageLog } from '../../core/messageLog.ts';
import { iconButton } from '../elements/buttons.ts';
import { icon } from '../elements/icons.ts';
import type { Texts } from '../elements/texts.ts';
import type { HostView } from '../extension/view.ts';
import { type ComposerOwner, makeComposer } from './composer.ts';
import { makeMessageDetail } from './messageDetail.ts';
import { MessageTable } from './messageTable.ts';
import { redrawing } from './redraw.ts';
import { makeResizeHandle } from './resizeHandle.ts';

export interface InspectorOwner extends ComposerOwner {
  /** Rejects where nothing could be copied. */
  copy(text: string): Promise<void>;
  close(): void;
  openDefinition(member: string): void;
}

/** Milliseconds between two drawings of what came: no one reads faster. */
const drawPauseMs = 300;
/** How long the line says what was just done. */
const saidMs = 3_000;

export class Inspector {
  readonly node: HTMLElement;
  readonly #text: Texts;
  readonly #log: MessageLog;
  readonly #owner: InspectorOwner;
  readonly #table: MessageTable;
  readonly #summary = element('span', { class: 'kept', role: 'status' });
  readonly #pause: HTMLButtonElement;
  readonly #redraw = redrawing(() => this.#draw(), drawPauseMs);
  #said: { words: string; until: number } | undefined;

  constructor(text: Texts, log: MessageLog, locale: string, owner: InspectorOwner) {
    this.#text = text;
    this.#log = log;
    this.#owner = owner;
    const composer = makeComposer(text, owner);
    const composing = iconButton('compose', text('inspector.compose'), () =>
      showComposer(composer.node.hidden === true),
    );
    const showComposer = (shown: boolean) => {
      composer.node.hidden = !shown;
      setAttribute(composing, 'aria-pressed', String(shown));
      if (shown) composer.node.querySelector('select')?.focus();
    };
    composer.node.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      showComposer(false);
      composing.focus();
    });
    setAttribute(composing, 'aria-pressed', 'false');
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
      escaped: () => (detail.node.hidden ? owner.close() : detail.close()),
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
    this.#pause = iconButton('pause', text('inspector.pause'), () => this.#togglePause());
    const clear = () => {
      log.clear();
      this.#table.forget();
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
        this.#pause,
        iconButton('clear', text('inspector.clear'), clear),
        iconButton('copy', text('inspector.copy'), () => void this.#copy(this.#table.shown())),
        composing,
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
    // Closed it costs nothing but what the log keeps.
    if (this.node.hidden === panels.inspector) this.node.hidden = !panels.inspector;
    if (panels.inspector) this.#redraw();
  }

  #draw(): void {
    if (this.node.hidden) return;
    this.#table.render();
    if (this.#said && performance.now() > this.#said.until) this.#said = undefined;
    const words = this.#said?.words ?? this.#counts();
    if (this.#summary.textContent !== words) this.#summary.textContent = words;
  }

  #counts(): string {
    const { length, missed, paused } = this.#table;
    const text = this.#text;
    if (paused) {
      const { came, dropped } = missed;
      return dropped > 0 ? text('inspector.pausedDropped', came, dropped) : text('inspector.paused', came);
    }
    const kept = this.#log.next - this.#log.first;
    const { dropped } = this.#log;
    return dropped > 0 ? text('inspector.keptDropped', length, kept, dropped) : text('inspector.kept', length, kept);
  }

  #togglePause(): void {
    const paused = !this.#table.paused;
    this.#table.paused = paused;
    const label = this.#text(paused ? 'inspector.resume' : 'inspector.pause');
    replaceContent(this.#pause, icon(paused ? 'play' : 'pause'));
    for (const name of ['title', 'aria-label']) setAttribute(this.#pause, name, label);
    this.#draw();
  }

  async #copy(messages: readonly LoggedMessage[]): Promise<void> {
    const words = await this.#owner.copy(messages.map((message) => `${messageLine(message)}\n`).join('')).then(
      () => this.#text('inspector.copied', messages.length),
      (failure: unknown) => this.#text('inspector.notCopied', failure instanceof Error ? failure.message : ''),
    );
    this.#said = { words, until: performance.now() + saidMs };
    this.#draw();
  }
}
