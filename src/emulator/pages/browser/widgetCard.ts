/** A widget as a card: its title, its content and the buttons to drill down, enlarge and download. */

import { element, replaceContent, strokeIcon } from '../../../base/browser/dom.ts';
import type { WidgetDefinition } from '../charts/dashboardDefinition.ts';
import { type QueryResult, titleOf, toNumber } from '../charts/queryResult.ts';
import { type DownloadFormat, downloadMenu } from './menu.ts';
import type { Preferences } from './preferences.ts';
import { type Drill, drawContent, type WidgetContent } from './widgetContent.ts';

export interface WidgetActions {
  drill: Drill;
  enlarge?: () => void;
  download?: { formats: readonly DownloadFormat[]; save: (format: DownloadFormat, result: QueryResult) => void };
}

type State = { phase: 'loading' } | { phase: 'ready'; result: QueryResult } | { phase: 'error'; message: string };

export class WidgetCard {
  readonly definition: WidgetDefinition;
  readonly element: HTMLElement;
  readonly #preferences: Preferences;
  readonly #actions: WidgetActions;
  readonly #tools = element('div', { class: 'tools' });
  readonly #body = element('div', { class: 'content' });
  #state: State = { phase: 'loading' };
  #content: WidgetContent | undefined;

  constructor(preferences: Preferences, definition: WidgetDefinition, actions: WidgetActions) {
    this.#preferences = preferences;
    this.#actions = actions;
    this.definition = definition;
    const titleId = `widget-${definition.id}`;
    const header = element('header', {}, element('h2', { id: titleId }, definition.title), this.#tools);
    const attributes = { class: `card ${definition.chart}`, 'data-widget': definition.id, 'aria-labelledby': titleId };
    this.element = element('section', attributes, header, this.#body);
    this.element.style.setProperty('--columns', String(definition.columns));
    this.showLoading();
  }

  /** Undefined while there are no rows. */
  get result(): QueryResult | undefined {
    return this.#state.phase === 'ready' ? this.#state.result : undefined;
  }

  /** Keeps the rows of the previous query visible. */
  showLoading(): void {
    this.element.dataset.phase = 'loading';
    this.element.setAttribute('aria-busy', 'true');
    if (this.#state.phase === 'loading') replaceContent(this.#body, element('p', { class: 'skeleton' }, 'Loading…'));
  }

  show(result: QueryResult): void {
    this.#state = { phase: 'ready', result };
    this.redraw();
  }

  fail(message: string): void {
    this.#state = { phase: 'error', message };
    this.redraw();
  }

  /** Applies the current preferences. */
  redraw(): void {
    const state = this.#state;
    if (state.phase === 'loading') return;
    this.element.dataset.phase = state.phase;
    this.element.setAttribute('aria-busy', 'false');
    this.dispose();
    if (state.phase === 'error') {
      const text = [element('p', {}, 'The widget cannot be loaded.'), element('p', { class: 'detail' }, state.message)];
      replaceContent(this.#body, element('div', { class: 'failure', role: 'alert' }, ...text));
    } else {
      this.#content = drawContent(this.definition, state.result, this.#preferences, this.#actions.drill);
      replaceContent(this.#body, ...this.#content.elements);
      this.#content.attached?.();
    }
    replaceContent(this.#tools, ...this.#drawTools());
  }

  #drawTools(): HTMLElement[] {
    const { enlarge, download, drill } = this.#actions;
    const { result } = this;
    const { title, chart, query } = this.definition;
    const tools: HTMLElement[] = [];
    // The text of a number widget is itself the button to drill down.
    for (const measure of (result && chart !== 'number' && query.measures) || []) {
      const name = titleOf(measure, result!.annotation);
      const label = `Drill Down into ${name}`;
      const onclick = () => drill(measure, toNumber(result!.data[0]?.[measure]), name);
      const attributes = { class: 'chip', 'data-drill': measure, title: label, 'aria-label': label, onclick };
      tools.push(element('button', { type: 'button', ...attributes }, name));
    }
    if (download && result)
      tools.push(downloadMenu(`Download: ${title}`, download.formats, (format) => download.save(format, result)));
    if (enlarge) {
      const attributes = { class: 'tool', title: 'Enlarge', 'aria-label': `Enlarge: ${title}`, onclick: enlarge };
      const icon = strokeIcon('M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5l-4.5 4.5M2.5 13.5l4.5-4.5');
      tools.push(element('button', { type: 'button', ...attributes }, icon));
    }
    return tools;
  }

  dispose(): void {
    this.#content?.dispose?.();
    this.#content = undefined;
  }
}
