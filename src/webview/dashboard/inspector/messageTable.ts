/** The message rows of the inspector: a grid with one tab stop; the arrow keys move between its rows. */

import { element, setAttribute } from '../../../base/browser/dom.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import { LogView } from '../messages/logView.ts';
import type { LoggedMessage, MessageLog } from '../messages/messageLog.ts';
import { VirtualList } from './virtualList.ts';

export interface TableOwner {
  open(message: LoggedMessage, resultText: string): void;
  /** Called when the keyboard moves to another row. */
  selected(message: LoggedMessage, resultText: string): void;
  close(): void;
  copy(message: LoggedMessage): void;
}

const columns = ['time', 'direction', 'messageType', 'messagePayload', 'result'] as const;
/** Characters of a payload in a row. */
const maxPayload = 300;
let tableCount = 0;

export class MessageTable {
  readonly node: HTMLElement;
  readonly #text: HostText;
  readonly #owner: TableOwner;
  readonly #view: LogView;
  readonly #list: VirtualList;
  readonly #timeFormat: Intl.DateTimeFormat;
  readonly #empty = element('p', { class: 'hint' });
  readonly #id: string;
  #selected: LoggedMessage | undefined;
  #rowsMade = 0;

  constructor(text: HostText, log: MessageLog, locale: string, owner: TableOwner) {
    this.#text = text;
    this.#owner = owner;
    this.#view = new LogView(log);
    this.#timeFormat = timeFormat(locale);
    tableCount += 1;
    this.#id = `messages-${tableCount}`;
    const head = element(
      'div',
      { class: 'message-row head', role: 'row' },
      ...columns.map((column) => element('span', { class: column, role: 'columnheader' }, text(`inspector.${column}`))),
    );
    this.#list = new VirtualList(head, {
      makeRow: () => this.#makeRow(),
      fill: (row, index) => this.#fill(row, index),
      numberAt: (index) => this.#view.numberAt(index),
      indexOf: (number) => this.#view.indexOf(number),
      selected: () => this.#selected && this.#view.indexOf(this.#selected.number),
    });
    // What scrolls has the focus, so that it can be scrolled by keyboard.
    const grid = this.#list.node;
    setAttribute(grid, 'role', 'grid');
    setAttribute(grid, 'tabindex', 0);
    setAttribute(grid, 'aria-label', text('inspector.messages'));
    setAttribute(grid, 'aria-readonly', 'true');
    this.node = element('div', { class: 'messages-table' }, grid, this.#empty);
    grid.addEventListener('keydown', (event) => this.#onKey(event));
    grid.addEventListener('click', ({ target }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('.message-row') : null;
      const message = row && this.#view.at(Number(row.dataset.index));
      if (message) this.#open(message);
    });
  }

  get length(): number {
    return this.#view.length;
  }

  get paused(): boolean {
    return this.#view.paused;
  }

  set paused(paused: boolean) {
    this.#view.paused = paused;
  }

  get missed(): LogView['missed'] {
    return this.#view.missed;
  }

  set filter(filter: string) {
    this.#view.filter = filter;
    this.#list.follow();
  }

  /** All messages that pass the filter, oldest first. */
  shown(): LoggedMessage[] {
    this.#view.update();
    return Array.from({ length: this.#view.length }, (_, index) => this.#view.at(index)).filter(
      (message) => message !== undefined,
    );
  }

  /** Drops the messages of a pause after the log was cleared. */
  reset(): void {
    this.#selected = undefined;
    if (!this.#view.paused) return;
    this.#view.paused = false;
    this.#view.paused = true;
  }

  focus(): void {
    this.#list.node.focus();
    if (!this.#selected && this.#view.length > 0) this.#select(this.#view.length - 1);
  }

  render(): void {
    this.#view.update();
    const { length, filter } = this.#view;
    this.#list.render(length);
    setAttribute(this.#list.node, 'aria-rowcount', length + 1);
    const empty = length === 0;
    if (this.#empty.hidden === empty) this.#empty.hidden = !empty;
    if (empty) this.#empty.textContent = this.#text(filter === '' ? 'inspector.empty' : 'inspector.noMatch');
  }

  #makeRow(): HTMLElement {
    this.#rowsMade += 1;
    return element(
      'div',
      { class: 'message-row', role: 'row', id: `${this.#id}-${this.#rowsMade}` },
      ...columns.map((column) =>
        element(
          'span',
          { class: column, role: 'gridcell' },
          // A narrow page hides the prefix, because the direction column shows the same.
          ...(column === 'messageType'
            ? [element('span', { class: 'prefix' }), element('span', { class: 'name' })]
            : []),
        ),
      ),
    );
  }

  #fill(row: HTMLElement, index: number): void {
    const message = this.#view.at(index);
    if (!message) return;
    const number = String(message.number);
    const selected = message === this.#selected;
    const { dataset } = row;
    if (row.ariaSelected !== String(selected)) row.ariaSelected = String(selected);
    if (selected) setAttribute(this.#list.node, 'aria-activedescendant', row.id);
    if (dataset.index !== String(index)) {
      dataset.index = String(index);
      row.ariaRowIndex = String(index + 2);
    }
    if (dataset.number === number) return;
    dataset.number = number;
    dataset.result = message.result;
    dataset.direction = message.direction;
    const cells = [
      this.#timeFormat.format(message.time),
      this.#text(`inspector.${message.direction}`),
      undefined,
      message.payload.slice(0, maxPayload),
      this.#resultText(message),
    ];
    for (const [column, content] of cells.entries()) {
      const cell = row.children[column]!;
      if (content !== undefined && cell.textContent !== content) cell.textContent = content;
    }
    const [prefix = ''] = /^[\w-]+:(?:event|action):/.exec(message.type) ?? [];
    row.querySelector('.prefix')!.textContent = prefix;
    row.querySelector('.name')!.textContent = message.type.slice(prefix.length);
  }

  #resultText({ result, reason, detail }: LoggedMessage): string {
    if (result === 'ignored') return this.#text('inspector.ignored', reason ? this.#text(`reason.${reason}`) : detail);
    if (result === 'known' || result === 'unknown') return this.#text(`inspector.${result}`);
    return this.#text(result === 'queued' ? 'inspector.queued' : 'inspector.resultSent');
  }

  #onKey(event: KeyboardEvent): void {
    const { length } = this.#view;
    const at = this.#selected ? this.#view.indexOf(this.#selected.number) : length;
    const targets: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + this.#list.page,
      PageUp: at - this.#list.page,
      Home: 0,
      End: length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) this.#select(target);
    else if (event.key === 'Enter' && this.#selected) this.#open(this.#selected);
    else if (event.key === 'Escape') this.#owner.close();
    else if (isCopy(event) && this.#selected) this.#owner.copy(this.#selected);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #select(index: number): void {
    const at = Math.max(0, Math.min(index, this.#view.length - 1));
    const message = this.#view.at(at);
    if (!message) return;
    this.#selected = message;
    this.#list.reveal(at);
    this.render();
    this.#owner.selected(message, this.#resultText(message));
  }

  #open(message: LoggedMessage): void {
    this.#selected = message;
    this.render();
    this.#owner.open(message, this.#resultText(message));
  }
}

/** The browser copies a text selection itself. */
function isCopy({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'c' && (ctrlKey || metaKey) && String(getSelection()) === '';
}

function timeFormat(locale: string): Intl.DateTimeFormat {
  const fields = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return new Intl.DateTimeFormat(locale, { ...fields, fractionalSecondDigits: 3, hourCycle: 'h23' });
}
