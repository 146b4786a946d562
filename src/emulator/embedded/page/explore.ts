/** One view of the model to try out: a measure by a dimension, as a chart. */

import type { DataAnswer } from '../charts/answer.ts';
import type { DataQuery } from '../charts/definition.ts';
import type { MetaCube, MetaMember } from '../understanding.ts';
import { h } from './dom.ts';
import { type Stage, wordsOf } from './stage.ts';
import { WidgetView } from './widgetView.ts';

const offeredDimensions = 30;

export class Explore {
  readonly element = h('main', { class: 'explore' });
  readonly #stage: Stage;
  readonly #view: MetaCube;
  readonly #result = h('div', { class: 'grid' });
  #measure: MetaMember | undefined;
  #dimension: MetaMember | undefined;
  #widget: WidgetView | undefined;
  #run: AbortController | undefined;

  constructor(stage: Stage, view: MetaCube) {
    this.#stage = stage;
    this.#view = view;
    this.#measure = view.measures?.[0];
    this.#dimension = view.dimensions?.find(({ type }) => type === 'string');
    this.draw();
    this.refresh();
  }

  draw(): void {
    const { title, name, measures = [], dimensions = [] } = this.#view;
    const words = wordsOf(this.#stage);
    this.element.replaceChildren(
      h('div', { class: 'head' }, h('h1', {}, title ?? name)),
      this.#choice(words.measures, measures, this.#measure, (member) => {
        this.#measure = member;
      }),
      this.#choice(words.dimensions, dimensions.slice(0, offeredDimensions), this.#dimension, (member) => {
        this.#dimension = this.#dimension === member ? undefined : member;
      }),
      this.#result,
    );
    this.#widget?.restyle();
  }

  refresh(): void {
    const query = this.#query();
    if (!query) return;
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    this.#widget?.dispose();
    const [measure, dimension] = [this.#measure!, this.#dimension];
    const isTime = dimension?.type === 'time';
    const title = [measure, dimension].flatMap((member) => (member ? [nameOf(member)] : [])).join(' · ');
    const chart = dimension === undefined ? 'number' : isTime ? 'line' : 'bar';
    const widget = new WidgetView(
      this.#stage,
      { id: 'explore', type: 'FIELD', title, chart, query, columns: 12 },
      { drill: (member, value) => this.#stage.host.emit('drilldown', { member, value, widgetId: 'explore' }) },
    );
    this.#widget = widget;
    this.#result.replaceChildren(widget.element);
    const { server, session } = this.#stage;
    server.load(session().dataApiUrl, query, run.signal).then(
      (answer: DataAnswer) => widget.show(answer),
      (failure: unknown) => {
        if (!run.signal.aborted) widget.fail(failure instanceof Error ? failure.message : String(failure));
      },
    );
  }

  dispose(): void {
    this.#run?.abort();
    this.#widget?.dispose();
  }

  #choice(
    label: string,
    members: readonly MetaMember[],
    chosen: MetaMember | undefined,
    choose: (member: MetaMember) => void,
  ): HTMLElement {
    const showNames = this.#stage.session().settings.showMemberNames !== false;
    const chips = members.map((member) =>
      h(
        'button',
        {
          type: 'button',
          class: 'chip',
          'aria-pressed': String(member === chosen),
          title: showNames ? member.name : null,
          onclick: () => {
            choose(member);
            this.draw();
            this.refresh();
          },
        },
        nameOf(member),
      ),
    );
    return h(
      'div',
      { class: 'filters', role: 'group', 'aria-label': label },
      h('span', { class: 'detail' }, label),
      ...chips,
    );
  }

  #query(): DataQuery | undefined {
    if (!this.#measure) return undefined;
    const { timezone } = this.#stage.preferences;
    const measures = [this.#measure.name];
    const zone = timezone === undefined ? {} : { timezone };
    if (!this.#dimension) return { measures, ...zone };
    if (this.#dimension.type === 'time')
      return { measures, timeDimensions: [{ dimension: this.#dimension.name, granularity: 'month' }], ...zone };
    return { measures, dimensions: [this.#dimension.name], order: { [measures[0]!]: 'desc' }, limit: 20, ...zone };
  }
}

function nameOf({ name, shortTitle, title }: MetaMember): string {
  return shortTitle ?? title ?? name;
}
