/** Questions and their answers, one below the other, and the box to ask in. Tells the host of every question. */

import { asNumber, type DataAnswer, plotOf } from '../charts/answer.ts';
import { placeName } from '../charts/chartOption.ts';
import type { Understood } from '../understanding.ts';
import { h, icon } from './dom.ts';
import { type Stage, wordsOf } from './stage.ts';
import { WidgetView } from './widgetView.ts';

const agentId = 'model-words';

export class Conversation {
  readonly element = h('section', { class: 'conversation' });
  readonly #stage: Stage;
  readonly #chatId: () => string | undefined;
  readonly #turns = h('div', { class: 'turns', role: 'log', 'aria-live': 'polite' });
  readonly #input = h('input', { type: 'text', 'data-question': true });
  readonly #send = h('button', { type: 'submit', class: 'button primary' });
  #views: { view: WidgetView; understood: Understood }[] = [];
  readonly #ended = new AbortController();

  /** @param chatId of the chat a question belongs to; called for each question */
  constructor(stage: Stage, chatId: () => string | undefined) {
    this.#stage = stage;
    this.#chatId = chatId;
    const form = h('form', { class: 'ask' }, icon('spark'), this.#input, this.#send);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const question = this.#input.value.trim();
      this.#input.value = '';
      if (question !== '') this.ask(question);
    });
    this.element.append(this.#turns, form);
    this.#name();
  }

  focus(): void {
    this.#input.focus();
  }

  async ask(question: string): Promise<void> {
    const chatId = this.#chatId();
    const tell = (status: 'submitted' | 'completed' | 'error') =>
      this.#stage.host.emit('ai-query', {
        query: question,
        status,
        agentId,
        ...(chatId === undefined ? {} : { chatId }),
      });
    const answer = h('div', { class: 'answer' }, h('p', { class: 'empty' }, wordsOf(this.#stage).loading));
    const turn = h(
      'article',
      { class: 'turn', 'data-status': 'submitted' },
      h('p', { class: 'question' }, question),
      answer,
    );
    this.#turns.append(turn);
    turn.scrollIntoView({ block: 'nearest' });
    tell('submitted');
    try {
      const understood = await this.#stage.server.ask(question);
      const view = this.#card(understood);
      const said = h('p', {});
      answer.replaceChildren(said, view.element);
      const rows = await this.#load(understood);
      view.show(rows);
      said.textContent = this.#summary(understood, rows);
      this.#views.push({ view, understood });
      turn.dataset.status = 'completed';
      tell('completed');
    } catch (failure) {
      if (this.#ended.signal.aborted) return;
      const message = failure instanceof Error ? failure.message : String(failure);
      answer.replaceChildren(h('p', { class: 'failure', role: 'alert' }, message));
      turn.dataset.status = 'error';
      tell('error');
    }
  }

  /** An answer that needs no question to the model. */
  say(question: string, text: string): void {
    const answer = h('div', { class: 'answer' }, h('p', {}, text));
    this.#turns.append(
      h('article', { class: 'turn', 'data-status': 'completed' }, h('p', { class: 'question' }, question), answer),
    );
    const payload = { query: question, agentId };
    this.#stage.host.emit('ai-query', { ...payload, status: 'submitted' });
    this.#stage.host.emit('ai-query', { ...payload, status: 'completed' });
  }

  /** Every answer is asked for again. */
  refresh(): void {
    for (const { view, understood } of this.#views) {
      view.loading();
      this.#load(understood).then(
        (rows) => view.show(rows),
        (failure: unknown) => view.fail(failure instanceof Error ? failure.message : String(failure)),
      );
    }
  }

  restyle(): void {
    this.#name();
    for (const { view } of this.#views) view.restyle();
  }

  dispose(): void {
    this.#ended.abort();
    for (const { view } of this.#views) view.dispose();
  }

  #name(): void {
    const words = wordsOf(this.#stage);
    this.#input.setAttribute('aria-label', words.ask);
    this.#input.placeholder = words.askHint;
    this.#send.textContent = words.send;
  }

  #card({ title, chart, query }: Understood): WidgetView {
    const id = `answer-${this.#turns.childElementCount}`;
    return new WidgetView(
      this.#stage,
      { id, type: 'FIELD', title, chart, query, columns: 12 },
      {
        drill: (member, value) => this.#stage.host.emit('drilldown', { member, value, widgetId: id }),
      },
    );
  }

  #load({ query }: Understood): Promise<DataAnswer> {
    const { server, session, preferences } = this.#stage;
    const { timezone } = preferences;
    const zoned = timezone === undefined ? query : { ...query, timezone };
    return server.load(session().dataApiUrl, zoned, this.#ended.signal);
  }

  #summary({ title, view, query }: Understood, rows: DataAnswer): string {
    const { formats } = this.#stage.preferences;
    const [measure = ''] = query.measures ?? [];
    const about = rows.annotation.measures?.[measure];
    const plot = plotOf(query, rows);
    const values = plot.axis.keys.map((key, at) => ({ key, value: plot.series[0]?.values[at] ?? null }));
    const most = values.reduce(
      (best, one) => ((one.value ?? -Infinity) > (best?.value ?? -Infinity) ? one : best),
      values[0],
    );
    if (!most) return `${title} (${view}): ${wordsOf(this.#stage).empty}`;
    if (plot.axis.member === undefined)
      return `${title} (${view}): ${formats.number(asNumber(rows.data[0]?.[measure]), about)}`;
    return `${title} (${view}). ${placeName(plot, most.key, formats)}: ${formats.number(most.value, about)}`;
  }
}
