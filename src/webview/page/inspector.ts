/** Every message between the host and the embedded page, as it passed: filter, pause, copy, and an action of one's own. */

import { actionNames, type ProtocolNames } from '../../contract/messages/names.ts';
import type { LoggedMessage, MessageLog } from '../core/messageLog.ts';
import { element, refill, setAttribute } from './dom.ts';
import { icon } from './icons.ts';
import type { Texts } from './texts.ts';
import { iconButton } from './toolbar.ts';
import type { HostView } from './view.ts';

export interface InspectorActions {
  names: ProtocolNames;
  send(
    name: string,
    payload: Record<string, unknown>,
  ): { sent: boolean; queued: boolean; refused?: string | undefined };
  copy(text: string): Promise<void>;
  close(): void;
  openDefinition(member: string): void;
}

/** Rows that are drawn; more are kept and found by the filter. */
const mostRows = 300;
/** Milliseconds between two drawings of new rows: a flood must not take the page's whole time. */
const pauseMs = 250;

/** What the composer starts with for each action. */
const examples: Record<string, unknown> = {
  'set-color-scheme': { scheme: 'dark' },
  'set-theme': { primaryColor: '#7a3cff' },
  'set-locale': { locale: 'de' },
  'set-timezone': { timezone: 'Europe/Berlin' },
  'set-filter': { filterUrlParameter: 'f_view.dimension={"operator":"equals","values":["x"]}' },
  navigate: { path: '/' },
  refresh: {},
  'set-session': { sessionId: '' },
};

export class Inspector {
  readonly node: HTMLElement;
  readonly #text: Texts;
  readonly #log: MessageLog;
  readonly #actions: InspectorActions;
  readonly #time: Intl.DateTimeFormat;
  readonly #body = element('tbody');
  readonly #summary = element('span', { class: 'kept', attributes: { role: 'status' } });
  readonly #empty = element('p', { class: 'hint' });
  readonly #detail = element('div', { class: 'detail', attributes: { hidden: true } });
  readonly #filter: HTMLInputElement;
  readonly #pause: HTMLButtonElement;
  readonly #rows = new Map<number, HTMLTableRowElement>();
  /** Number up to which messages are shown while paused. */
  #until: number | undefined;
  #drawnTo = 0;
  #drawnFilter = '';
  #drawnAt = Number.NEGATIVE_INFINITY;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(text: Texts, log: MessageLog, locale: string, actions: InspectorActions) {
    this.#text = text;
    this.#log = log;
    this.#actions = actions;
    this.#time = new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    });
    const filterLabel = text('inspector.filter');
    this.#filter = element('input', {
      attributes: { type: 'search', placeholder: filterLabel, 'aria-label': filterLabel },
    });
    this.#pause = iconButton('pause', text('inspector.pause'), () => this.#togglePause());
    const composer = this.#composer();
    const composing = iconButton('compose', text('inspector.compose'), () => {
      composer.hidden = !composer.hidden;
      setAttribute(composing, 'aria-pressed', String(!composer.hidden));
    });
    const columns = ['time', 'direction', 'messageType', 'messagePayload', 'verdict'] as const;
    this.node = element(
      'section',
      { class: 'inspector', attributes: { 'aria-label': text('inspector.label'), hidden: true } },
      element(
        'header',
        {},
        element('h2', {}, text('inspector.label')),
        this.#filter,
        this.#pause,
        iconButton('clear', text('inspector.clear'), () => this.#clear()),
        iconButton('copy', text('inspector.copy'), () => void this.#copyAll()),
        composing,
        this.#summary,
        element('span', { class: 'spacer' }),
        iconButton('close', text('inspector.close'), () => actions.close()),
      ),
      composer,
      element(
        'div',
        { class: 'messages-table', attributes: { tabindex: 0 } },
        element(
          'table',
          {},
          element(
            'thead',
            {},
            element('tr', {}, ...columns.map((name) => element('th', {}, text(`inspector.${name}`)))),
          ),
          this.#body,
        ),
        this.#empty,
      ),
      this.#detail,
    );
  }

  render({ panels }: HostView): void {
    this.node.hidden = !panels.inspector;
    if (this.node.hidden || this.#later !== undefined) return;
    const wait = this.#drawnAt + pauseMs - performance.now();
    const settled = this.#drawnTo === (this.#until ?? this.#log.next);
    if (wait > 0 && !settled && this.#rows.size > 0) {
      this.#later = setTimeout(() => {
        this.#later = undefined;
        this.#draw();
      }, wait);
      return;
    }
    this.#draw();
  }

  #draw(): void {
    if (this.node.hidden) return;
    const end = this.#until ?? this.#log.next;
    const filter = this.#filter.value.trim().toLowerCase();
    if (filter !== this.#drawnFilter || this.#drawnTo > end) this.#forgetRows(filter);
    if (this.#drawnTo !== end || this.#rows.size === 0) this.#drawRows(end, filter);
    const late = this.#log.next - end;
    const kept = this.#log.next - this.#log.first;
    const words =
      this.#until === undefined
        ? this.#text('inspector.kept', this.#rows.size, kept)
        : this.#text('inspector.paused', late);
    if (this.#summary.textContent !== words) this.#summary.textContent = words;
    this.#empty.hidden = this.#rows.size > 0;
    this.#empty.textContent = this.#text(kept === 0 ? 'inspector.empty' : 'inspector.noMatch');
  }

  #forgetRows(filter: string): void {
    this.#rows.clear();
    this.#body.replaceChildren();
    this.#drawnFilter = filter;
    this.#drawnTo = this.#log.first;
  }

  /** The newest stand on top; of a flood only what will stay is drawn. */
  #drawRows(end: number, filter: string): void {
    const fresh: LoggedMessage[] = [];
    for (
      let number = end - 1;
      number >= Math.max(this.#drawnTo, this.#log.first) && fresh.length < mostRows;
      number -= 1
    ) {
      const message = this.#log.at(number);
      if (message && matches(message, filter)) fresh.push(message);
    }
    this.#drawnTo = end;
    this.#drawnAt = performance.now();
    for (const message of fresh.reverse()) {
      const row = this.#row(message);
      this.#rows.set(message.number, row);
      this.#body.prepend(row);
    }
    for (const [number, row] of this.#rows) {
      if (this.#rows.size <= mostRows && number >= this.#log.first) break;
      row.remove();
      this.#rows.delete(number);
    }
  }

  #row(message: LoggedMessage): HTMLTableRowElement {
    const open = () => this.#show(message);
    const cells = [this.#time.format(message.time), this.#text(`inspector.${message.direction}`), message.type];
    const row = element(
      'tr',
      {
        class: `${message.direction} ${message.verdict}`,
        attributes: { tabindex: 0 },
        on: {
          click: open,
          keydown: (event) => {
            if (event.key === 'Enter') open();
          },
        },
      },
      ...cells.map((cell) => element('td', {}, cell)),
      element('td', { class: 'payload' }, message.payload.slice(0, 200)),
      element('td', {}, this.#verdict(message)),
    );
    return row;
  }

  #verdict({ verdict, reason, detail }: LoggedMessage): string {
    if (verdict === 'ignored') {
      return this.#text('inspector.ignored', reason ? this.#text(`reason.${reason}`) : detail);
    }
    if (verdict === 'known' || verdict === 'unknown') return this.#text(`inspector.${verdict}`);
    return this.#text(verdict === 'queued' ? 'inspector.queued' : 'inspector.verdictSent');
  }

  #show(message: LoggedMessage): void {
    const { member } = message;
    this.#detail.hidden = false;
    refill(
      this.#detail,
      element('h3', {}, message.type || this.#text('inspector.detail')),
      message.detail !== '' && element('p', {}, message.detail),
      element('pre', {}, pretty(message.payload)),
      element(
        'div',
        { class: 'buttons' },
        member !== undefined &&
          element(
            'button',
            { attributes: { type: 'button' }, on: { click: () => this.#actions.openDefinition(member) } },
            this.#text('notice.definition', member),
          ),
        element(
          'button',
          { attributes: { type: 'button' }, on: { click: () => void this.#actions.copy(line(message)) } },
          this.#text('inspector.copyOne'),
        ),
        element(
          'button',
          {
            attributes: { type: 'button' },
            on: {
              click: () => {
                this.#detail.hidden = true;
              },
            },
          },
          this.#text('filters.close'),
        ),
      ),
    );
  }

  #togglePause(): void {
    this.#until = this.#until === undefined ? this.#log.next : undefined;
    const label = this.#text(this.#until === undefined ? 'inspector.pause' : 'inspector.resume');
    refill(this.#pause, icon(this.#until === undefined ? 'pause' : 'play'));
    setAttribute(this.#pause, 'title', label);
    setAttribute(this.#pause, 'aria-label', label);
  }

  #clear(): void {
    this.#log.clear();
    this.#forgetRows(this.#drawnFilter);
    this.#detail.hidden = true;
  }

  async #copyAll(): Promise<void> {
    const shown = [...this.#rows.keys()].flatMap((number) => this.#log.at(number) ?? []);
    await this.#actions.copy(shown.map(line).join('\n'));
    this.#summary.textContent = this.#text('inspector.copied', shown.length);
  }

  #composer(): HTMLElement {
    const text = this.#text;
    const list = element(
      'datalist',
      { attributes: { id: 'action-types' } },
      ...actionNames.map((name) => element('option', { attributes: { value: this.#actions.names.action(name) } })),
    );
    const type = element('input', {
      attributes: {
        list: 'action-types',
        'aria-label': text('inspector.type'),
        value: this.#actions.names.action('refresh'),
      },
    });
    const payload = element('textarea', { attributes: { rows: 2, 'aria-label': text('inspector.payload') } });
    payload.value = '{}';
    type.addEventListener('change', () => {
      const name = this.#actions.names.actionOf(type.value);
      if (name) payload.value = JSON.stringify(examples[name]);
    });
    const outcome = element('span', { class: 'outcome', attributes: { role: 'status' } });
    const submit = (event: Event) => {
      event.preventDefault();
      const body = readObject(payload.value);
      if (!body) {
        outcome.textContent = text('inspector.refused', text('inspector.badJson'));
        return;
      }
      const { sent, queued, refused } = this.#actions.send(type.value.trim(), body);
      outcome.textContent = refused
        ? text('inspector.refused', refused)
        : sent
          ? text('inspector.sent')
          : queued
            ? text('inspector.queued')
            : '';
    };
    const button = element('button', { class: 'primary', attributes: { type: 'submit' } }, text('inspector.send'));
    return element(
      'form',
      { class: 'composer', attributes: { hidden: true, 'aria-label': text('inspector.compose') }, on: { submit } },
      ...[list, type, payload, button, outcome],
    );
  }
}

/** Words that must all be there; `in`, `out` and `ignored` speak of the message itself. */
function matches(message: LoggedMessage, filter: string): boolean {
  if (filter === '') return true;
  return filter.split(/\s+/).every((word) => {
    if (word === 'in' || word === 'out') return message.direction === word;
    if (word === 'ignored') return message.verdict === 'ignored';
    return `${message.type} ${message.payload} ${message.detail}`.toLowerCase().includes(word);
  });
}

function line({ time, direction, type, payload, verdict, reason, detail }: LoggedMessage): string {
  const why = reason ? ` (${reason}: ${detail})` : '';
  return `${new Date(time).toISOString()} ${direction} ${type} ${verdict}${why} ${payload}`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
