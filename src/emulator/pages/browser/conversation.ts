/** Questions and answers, with the input for the next question. Reports each question to the host. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import { messageOf } from '../../../base/errors.ts';
import type { EventPayload } from '../../../contract/messages/events.ts';
import { axisLabel } from '../charts/chartOption.ts';
import { plotOf, type QueryResult } from '../charts/queryResult.ts';
import type { QuestionAnswer } from '../pageApi.ts';
import type { PageContext } from './pageContext.ts';
import type { View } from './surface.ts';
import { WidgetCard } from './widgetCard.ts';

export class Conversation implements View {
  readonly element = element('section', { class: 'page' });
  readonly #context: PageContext;
  readonly #chatId: () => string | undefined;
  readonly #turns = element('div', { role: 'log', 'aria-live': 'polite' });
  readonly #input: HTMLInputElement;
  readonly #cards: WidgetCard[] = [];

  /** @param chatId returns the id of the chat; called for each question */
  constructor(context: PageContext, title: string | undefined, chatId: () => string | undefined) {
    this.#context = context;
    this.#chatId = chatId;
    const placeholder = 'For example: total amount by status';
    const label = { placeholder, 'aria-label': 'Ask about the data' };
    this.#input = element('input', { type: 'text', 'data-question': true, ...label });
    const onsubmit = (event: SubmitEvent) => {
      event.preventDefault();
      const question = this.#input.value.trim();
      this.#input.value = '';
      if (question !== '') this.#ask(question);
    };
    const send = element('button', { type: 'submit', class: 'button primary' }, 'Ask');
    const form = element('form', { class: 'ask', onsubmit }, this.#input, send);
    replaceContent(this.element, title !== undefined && element('h1', {}, title), this.#turns, form);
  }

  focus(): void {
    this.#input.focus();
  }

  /** Runs the queries of all answers again. */
  refresh(): void {
    for (const card of this.#cards) this.#fill(card).catch((failure) => card.fail(messageOf(failure)));
  }

  redraw(): void {
    for (const card of this.#cards) card.redraw();
  }

  async #ask(query: string): Promise<void> {
    const { host, server, signal, preferences } = this.#context;
    const chatId = this.#chatId();
    const chat = { agentId: 'question-matcher', ...(chatId === undefined ? {} : { chatId }) };
    const answer = element('div', { class: 'answer' }, element('p', { class: 'detail' }, 'Loading…'));
    const turn = element('article', { class: 'turn' }, element('p', { class: 'question' }, query), answer);
    const setStatus = (status: EventPayload<'ai-query'>['status']) => {
      turn.dataset.status = status;
      host.emit('ai-query', { query, status, ...chat });
    };
    this.#turns.append(turn);
    turn.scrollIntoView({ block: 'nearest' });
    setStatus('submitted');
    try {
      const found = await server.ask(query);
      const id = `answer-${this.#turns.childElementCount}`;
      const card = new WidgetCard(
        preferences,
        { ...found, id, type: 'FIELD', columns: 12 },
        { drill: (member, value) => host.emit('drilldown', { member, value, widgetId: id }) },
      );
      const text = element('p', {});
      replaceContent(answer, text, card.element, this.#maySave && this.#saveButton(query));
      text.textContent = this.#summarize(found, await this.#fill(card));
      this.#cards.push(card);
      setStatus('completed');
    } catch (failure) {
      if (signal.aborted) return;
      replaceContent(answer, element('p', { class: 'failure', role: 'alert' }, messageOf(failure)));
      setStatus('error');
    }
  }

  /** A published dashboard has no workspace. Spec: Embed, `allowChatWorkspaceAuthoring`. */
  get #maySave(): boolean {
    const { config, session } = this.#context;
    return config.surface !== 'dashboard' && session().settings.allowChatWorkspaceAuthoring !== false;
  }

  #saveButton(question: string): HTMLElement {
    const onclick = async () => {
      button.disabled = true;
      try {
        const { name } = await this.#context.server.saveReport(question);
        button.replaceWith(element('p', { class: 'detail', 'data-saved': name }, `Saved to the workspace: ${name}`));
      } catch (failure) {
        const failed = element('p', { class: 'failure', role: 'alert' }, messageOf(failure));
        button.replaceWith(failed);
      }
    };
    const attributes = { type: 'button', class: 'button', 'data-save': true, onclick };
    const button: HTMLButtonElement = element('button', attributes, 'Save to Workspace');
    return button;
  }

  async #fill(card: WidgetCard): Promise<QueryResult> {
    card.showLoading();
    const { timezone } = this.#context.preferences;
    const query = timezone === undefined ? card.definition.query : { ...card.definition.query, timezone };
    const result = await this.#context.load(query);
    card.show(result);
    return result;
  }

  /** One sentence with the greatest value. */
  #summarize({ title, view, query }: QuestionAnswer, result: QueryResult): string {
    const { formats } = this.#context.preferences;
    const plot = plotOf(query, result);
    const values = plot.series[0]?.values ?? [];
    const top = values.reduce<number>((best, value, index) => ((value ?? 0) > (values[best] ?? 0) ? index : best), 0);
    const member = result.annotation.measures?.[plot.series[0]?.measure ?? ''];
    const label = plot.axis.member === undefined ? '' : `${axisLabel(plot, plot.axis.keys[top] ?? '', formats)}: `;
    return `${title} (${view}). ${label}${formats.number(values[top] ?? null, member)}`;
  }
}
