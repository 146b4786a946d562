/** One widget as a card: its title, what it shows, and the ways to drill, enlarge and download. Asks no data itself. */

import { asNumber, type DataAnswer, titleOf } from '../charts/answer.ts';
import type { WidgetDefinition } from '../charts/definition.ts';
import { h, icon } from './dom.ts';
import { type DownloadFormat, menu } from './menu.ts';
import { type Stage, wordsOf } from './stage.ts';
import { drawBody, type WidgetBody } from './widgetBody.ts';

export interface WidgetActions {
  drill(member: string, value: number | null, label: string): void;
  enlarge?: () => void;
  download?: (format: DownloadFormat, answer: DataAnswer) => void;
}

export class WidgetView {
  readonly definition: WidgetDefinition;
  readonly element: HTMLElement;
  readonly #stage: Stage;
  readonly #actions: WidgetActions;
  readonly #tools = h('div', { class: 'tools' });
  readonly #content = h('div', { class: 'content' });
  #answer: DataAnswer | undefined;
  #failure: string | undefined;
  #body: WidgetBody | undefined;

  constructor(stage: Stage, definition: WidgetDefinition, actions: WidgetActions) {
    this.#stage = stage;
    this.#actions = actions;
    this.definition = definition;
    const titleId = `widget-${definition.id}`;
    this.element = h(
      'section',
      { class: `card ${definition.chart}`, 'data-widget': definition.id, 'aria-labelledby': titleId },
      h('header', {}, h('h2', { id: titleId }, definition.title), this.#tools),
      this.#content,
    );
    this.element.style.setProperty('--columns', String(definition.columns));
    this.loading();
  }

  get answer(): DataAnswer | undefined {
    return this.#answer;
  }

  loading(): void {
    this.element.dataset.phase = 'loading';
    this.element.setAttribute('aria-busy', 'true');
    if (!this.#answer)
      this.#content.replaceChildren(h('div', { class: 'skeleton' }, h('span', {}, this.#words.loading)));
  }

  show(answer: DataAnswer): void {
    this.#answer = answer;
    this.#failure = undefined;
    this.restyle();
  }

  fail(message: string): void {
    this.#answer = undefined;
    this.#failure = message;
    this.restyle();
  }

  /** Draws what there is once more, in the preferences in force. */
  restyle(): void {
    this.#body?.dispose();
    this.#body = undefined;
    if (this.#failure !== undefined) {
      this.#settle('error');
      const detail = h('p', { class: 'detail' }, this.#failure);
      this.#content.replaceChildren(
        h('div', { class: 'failure', role: 'alert' }, h('p', {}, this.#words.failed), detail),
      );
    } else if (this.#answer) {
      this.#settle('ready');
      const { preferences } = this.#stage;
      this.#body = drawBody(this.definition, this.#answer, preferences, this.#words, this.#actions.drill);
      this.#content.replaceChildren(...this.#body.elements);
      this.#body.shown();
    } else this.loading();
    this.#drawTools();
  }

  get #words() {
    return wordsOf(this.#stage);
  }

  #settle(phase: 'ready' | 'error'): void {
    this.element.dataset.phase = phase;
    this.element.setAttribute('aria-busy', 'false');
  }

  #drawTools(): void {
    const words = this.#words;
    const { enlarge, download, drill } = this.#actions;
    const answer = this.#answer;
    const title = this.definition.title;
    // A number is a drill target itself; the others offer their measures by name.
    const measures = answer && this.definition.chart !== 'number' ? (this.definition.query.measures ?? []) : [];
    this.#tools.replaceChildren(
      ...measures.map((measure) => {
        const name = titleOf(measure, answer!.annotation);
        const first = asNumber(answer!.data[0]?.[measure]);
        const label = `${words.drill} ${name}`;
        return h(
          'button',
          {
            type: 'button',
            class: 'chip',
            'data-drill': measure,
            title: label,
            'aria-label': label,
            onclick: () => drill(measure, first, name),
          },
          name,
        );
      }),
      ...(download && answer
        ? [menu(`${words.download}: ${title}`, ['csv', 'xlsx', 'png'], (format) => download(format, answer))]
        : []),
      ...(enlarge
        ? [
            h(
              'button',
              {
                type: 'button',
                class: 'tool',
                title: words.enlarge,
                'aria-label': `${words.enlarge}: ${title}`,
                onclick: enlarge,
              },
              icon('enlarge'),
            ),
          ]
        : []),
    );
  }

  dispose(): void {
    this.#body?.dispose();
  }
}
