/** A dashboard with its widgets: runs their queries, keeps its filters, tells the host when everything is painted. */

import type { EmbedFilter } from '../../../contract/messages/filter.ts';
import { asNumber, type DataAnswer } from '../charts/answer.ts';
import {
  type DashboardDefinition,
  type DashboardFilter,
  narrowed,
  type WidgetDefinition,
} from '../charts/definition.ts';
import { aiSettings } from './aiSettings.ts';
import { Conversation } from './conversation.ts';
import { h, icon } from './dom.ts';
import { download, exportFile } from './downloads.ts';
import { FilterBar } from './filterBar.ts';
import { type DownloadFormat, menu } from './menu.ts';
import { type Stage, wordsOf } from './stage.ts';
import { WidgetView } from './widgetView.ts';

export interface DashboardViewOptions {
  /** Shows this widget alone. */
  widgetId?: string;
  /** Asks for a path: the dashboard's own, or that of one of its widgets. */
  open(widgetId: string | undefined): void;
  /** More buttons beside the title. */
  tools?: () => readonly HTMLElement[];
}

export class DashboardView {
  readonly element = h('main', { class: 'dashboard' });
  readonly #stage: Stage;
  readonly #definition: DashboardDefinition;
  readonly #options: DashboardViewOptions;
  readonly #filterBar: FilterBar;
  readonly #head = h('div', { class: 'head' });
  readonly #grid = h('div', { class: 'grid' });
  readonly #foot = h('p', { class: 'foot' });
  readonly #said = h('p', { class: 'said', role: 'status' });
  readonly #aside = h('div', {});
  readonly #filters: DashboardFilter[];
  #conversation: Conversation | undefined;
  #widgets: WidgetView[] = [];
  #focus: string | undefined;
  #run: AbortController | undefined;
  #mountedAt: number | undefined = performance.now();

  constructor(stage: Stage, definition: DashboardDefinition, options: DashboardViewOptions) {
    this.#stage = stage;
    this.#definition = definition;
    this.#options = options;
    this.#filters = definition.filters.map((filter) => ({ ...filter }));
    for (const filter of stage.launch.filters) this.#narrow(filter);
    this.#filterBar = new FilterBar(stage, {
      choose: (member, values) => {
        this.#narrow({ ...parts(member), operator: 'equals', values });
        this.refresh();
      },
      values: (member) => this.#query({ dimensions: [member], limit: 500 }, new AbortController().signal),
    });
    this.element.append(this.#head, this.#filterBar.element, this.#aside, this.#grid, this.#said, this.#foot);
    this.focus(options.widgetId);
  }

  /** Shows one widget alone, or all of them. */
  focus(widgetId: string | undefined): void {
    this.#focus = widgetId;
    for (const widget of this.#widgets) widget.dispose();
    const { widgets } = this.#definition;
    const shown = widgets.filter(({ id }) => widgetId === undefined || id === widgetId);
    this.#widgets = shown.map((widget) => this.#card(widget, widgetId !== undefined));
    this.#grid.classList.toggle('alone', widgetId !== undefined);
    this.#grid.replaceChildren(...this.#widgets.map(({ element }) => element));
    this.#drawAround();
    this.refresh();
  }

  /** Runs every query that is shown; an earlier run that is still under way ends. */
  refresh(): void {
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    const began = this.#mountedAt ?? performance.now();
    this.#mountedAt = undefined;
    this.#filterBar.show(this.#filters);
    for (const widget of this.#widgets) widget.loading();
    Promise.all(this.#widgets.map((widget) => this.#fill(widget, run.signal))).then(() => {
      if (run.signal.aborted) return;
      const loadDurationMs = Math.round(performance.now() - began);
      this.#foot.dataset.loaded = String(loadDurationMs);
      this.#stage.host.emit('dashboard-loaded', {
        publicId: this.#definition.publicId,
        widgetCount: this.#widgets.length,
        loadDurationMs,
      });
    });
  }

  restyle(): void {
    this.#drawAround();
    this.#filterBar.show(this.#filters);
    this.#conversation?.restyle();
    for (const widget of this.#widgets) widget.restyle();
  }

  setFilter(filter: EmbedFilter): void {
    this.#narrow(filter);
    this.refresh();
  }

  #narrow({
    view,
    dimension,
    operator,
    values,
  }: EmbedFilter | { view: string; dimension: string; operator: string; values: readonly string[] }): void {
    const member = `${view}.${dimension}`;
    const there = this.#filters.find((filter) => filter.member === member);
    const said = { operator, values: values.map(String) };
    if (there) Object.assign(there, said);
    else this.#filters.push({ id: member, member, ...said });
  }

  #card(definition: WidgetDefinition, alone: boolean): WidgetView {
    const { host, launch } = this.#stage;
    const view: WidgetView = new WidgetView(this.#stage, definition, {
      drill: (member, value, label) => {
        host.emit('drilldown', { member, value, widgetId: definition.id });
        const about = view.answer?.annotation.measures?.[member];
        this.#say(`${wordsOf(this.#stage).drill} ${label}: ${this.#stage.preferences.formats.number(value, about)}`);
      },
      ...(alone ? {} : { enlarge: () => this.#options.open(definition.id) }),
      ...(launch.allowExport
        ? { download: (format: DownloadFormat, answer: DataAnswer) => this.#downloadWidget(definition, format, answer) }
        : {}),
    });
    return view;
  }

  async #fill(widget: WidgetView, signal: AbortSignal): Promise<void> {
    try {
      const { slowWidgets } = this.#stage.session();
      if (slowWidgets > 0) await new Promise((resolve) => setTimeout(resolve, slowWidgets));
      const answer = await this.#query(widget.definition.query, signal);
      if (!signal.aborted) widget.show(answer);
    } catch (failure) {
      if (signal.aborted) return;
      const message = failure instanceof Error ? failure.message : String(failure);
      widget.fail(message);
      this.#stage.host.emit('error', {
        message: `${widget.definition.title}: ${message}`,
        name: failure instanceof Error ? failure.name : 'Error',
        context: 'embed-render',
        fatal: false,
      });
    }
  }

  #query(query: WidgetDefinition['query'], signal: AbortSignal): Promise<DataAnswer> {
    const { server, preferences, session } = this.#stage;
    return server.load(session().dataApiUrl, narrowed(query, this.#filters, preferences.timezone), signal);
  }

  #drawAround(): void {
    const words = wordsOf(this.#stage);
    const { session, preferences, launch } = this.#stage;
    const { branchName } = session();
    const focused = this.#focus !== undefined;
    this.#head.replaceChildren(
      ...(focused
        ? [
            h(
              'button',
              {
                type: 'button',
                class: 'tool',
                title: words.back,
                'aria-label': words.back,
                'data-back': true,
                onclick: () => this.#options.open(undefined),
              },
              icon('back'),
            ),
          ]
        : []),
      h('h1', {}, this.#definition.title),
      ...(this.#options.tools?.() ?? []),
      ...this.#aiTools(),
      ...(launch.allowExport
        ? [
            menu(
              `${words.exportDashboard}: ${this.#definition.title}`,
              ['png', 'pdf'],
              (format) => this.#downloadAll(format),
              words.exportDashboard,
            ),
          ]
        : []),
    );
    this.#foot.replaceChildren(
      h('span', {}, `${words.branch}: ${branchName ?? words.production}`),
      h('span', {}, `${words.timesIn} ${preferences.timezone ?? 'UTC'}`),
    );
  }

  /** Ways to ask about what is shown, unless the session hides them. */
  #aiTools(): HTMLElement[] {
    const words = wordsOf(this.#stage);
    const { showAiWidgets, showDashboardChat } = aiSettings(this.#stage);
    const button = (name: string, text: string, onclick: () => void) =>
      h('button', { type: 'button', class: 'button', 'data-ai': name, onclick }, icon('spark'), text);
    return [
      ...(showAiWidgets ? [button('summary', words.summarise, () => this.#summarise())] : []),
      ...(showDashboardChat ? [button('chat', words.send, () => this.#talk().focus())] : []),
    ];
  }

  /** The conversation about this dashboard, begun with the first need of it. */
  #talk(): Conversation {
    this.#conversation ??= new Conversation(this.#stage, () => undefined);
    this.#aside.replaceChildren(this.#conversation.element);
    return this.#conversation;
  }

  #summarise(): void {
    const { formats } = this.#stage.preferences;
    const figures = this.#widgets.flatMap(({ definition: { chart, query, title }, answer }) => {
      const [measure] = query.measures ?? [];
      if (chart !== 'number' || !answer || measure === undefined) return [];
      return [
        `${title}: ${formats.number(asNumber(answer.data[0]?.[measure]), answer.annotation.measures?.[measure])}`,
      ];
    });
    const { title } = this.#definition;
    this.#talk().say(`${wordsOf(this.#stage).summarise}: ${title}`, figures.join(' · ') || title);
  }

  #downloadAll(format: DownloadFormat): void {
    const { publicId, title } = this.#definition;
    this.#exported(
      exportFile(this.#stage, { publicId, filters: this.#filters, format: format as 'png' | 'pdf' }, title),
      () => this.#stage.host.emit('download', { format, target: 'dashboard', title }),
    );
  }

  #downloadWidget({ id, title, query }: WidgetDefinition, format: DownloadFormat, answer: DataAnswer): void {
    const { publicId } = this.#definition;
    const rowCount = answer.data.length;
    if (format === 'csv' || format === 'xlsx') {
      this.#exported(download(this.#stage, query, answer, format, title), () =>
        this.#stage.host.emit('download', { format, target: 'widget', widgetId: id, title, rowCount }),
      );
      return;
    }
    const request = { publicId, widgetId: id, filters: this.#filters, format: 'png' as const };
    this.#exported(exportFile(this.#stage, request, title), () =>
      this.#stage.host.emit('download', { format, target: 'widget', widgetId: id, title }),
    );
  }

  #exported(work: Promise<void>, tell: () => void): void {
    work.then(tell, (failure: unknown) => {
      const message = failure instanceof Error ? failure.message : String(failure);
      this.#say(message);
      this.#stage.host.emit('error', { message, name: 'EmbedExportError', context: 'download', fatal: false });
    });
  }

  #say(text: string): void {
    this.#said.textContent = text;
  }

  dispose(): void {
    this.#run?.abort();
    this.#conversation?.dispose();
    for (const widget of this.#widgets) widget.dispose();
    this.element.remove();
  }
}

function parts(member: string): { view: string; dimension: string } {
  const dot = member.indexOf('.');
  return { view: member.slice(0, dot), dimension: member.slice(dot + 1) };
}
