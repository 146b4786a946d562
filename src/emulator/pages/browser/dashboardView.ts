/** A dashboard: runs the queries of its widgets, applies its filters and reports when all widgets are rendered. */

import { element, replaceContent, strokeIcon } from '../../../base/browser/dom.ts';
import { messageOf } from '../../../base/errors.ts';
import type { EmbedFilter } from '../../../contract/messages/filter.ts';
import type { DashboardDefinition, DashboardFilter, WidgetDefinition } from '../charts/dashboardDefinition.ts';
import { applyFilters, type DataQuery } from '../charts/dataQuery.ts';
import { type QueryResult, toNumber } from '../charts/queryResult.ts';
import { allowsAi } from './aiSettings.ts';
import { Conversation } from './conversation.ts';
import { saveExport, saveRows } from './download.ts';
import { FilterBar } from './filterBar.ts';
import { type DownloadFormat, downloadMenu } from './menu.ts';
import type { PageContext } from './pageContext.ts';
import type { View } from './surface.ts';
import { WidgetCard } from './widgetCard.ts';

const sparkIcon = 'M8 2l1.5 4.5L14 8l-4.5 1.5L8 14l-1.5-4.5L2 8l4.5-1.5z';

export class DashboardView implements View {
  readonly definition: DashboardDefinition;
  readonly element = element('main', { class: 'page' });
  readonly #context: PageContext;
  readonly #openWidget: (id?: string) => void;
  readonly #tools: readonly HTMLElement[];
  readonly #filters: DashboardFilter[];
  readonly #filterBar: FilterBar;
  readonly #head = element('div', { class: 'head' });
  readonly #aside = element('div', {});
  readonly #grid = element('div', { class: 'grid' });
  readonly #status = element('p', { class: 'status', role: 'status' });
  readonly #foot = element('p', { class: 'foot' });
  #cards: WidgetCard[] = [];
  #conversation: Conversation | undefined;
  #run = new AbortController();
  /** For the load time of the first run; undefined afterwards. */
  #mountedAt: number | undefined = performance.now();

  /** @param openWidget opens the path of a widget, or of the dashboard */
  constructor(
    context: PageContext,
    definition: DashboardDefinition,
    openWidget: (id?: string) => void,
    tools: readonly HTMLElement[],
  ) {
    this.#context = context;
    this.definition = definition;
    this.#openWidget = openWidget;
    this.#tools = tools;
    this.#filters = definition.filters.map((filter) => ({ ...filter }));
    for (const { view, dimension, operator, values } of context.launch.filters)
      this.#changeFilter(`${view}.${dimension}`, operator, values.map(String));
    this.#filterBar = new FilterBar({
      select: (member, values) => {
        this.#changeFilter(member, 'equals', values);
        this.refresh();
      },
      load: (member) => context.load(this.#filtered({ dimensions: [member], limit: 500 })),
    });
    const parts = [this.#head, this.#filterBar.element, this.#aside, this.#grid, this.#status, this.#foot];
    replaceContent(this.element, ...parts);
  }

  /** Shows all widgets, or enlarges one. */
  showWidgets(enlargedId: string | undefined): void {
    for (const card of this.#cards) card.dispose();
    const widgets = this.definition.widgets.filter(({ id }) => enlargedId === undefined || id === enlargedId);
    const isEnlarged = enlargedId !== undefined;
    this.#cards = widgets.map((widget) => this.#makeCard(widget, isEnlarged));
    this.#grid.classList.toggle('enlarged', isEnlarged);
    replaceContent(this.#grid, ...this.#cards.map((card) => card.element));
    this.#drawHead(isEnlarged);
    this.#drawFoot();
    this.refresh();
  }

  /** Runs all queries. Ends an earlier run. */
  refresh(): void {
    this.#run.abort();
    this.#run = new AbortController();
    const { signal } = this.#run;
    const startedAt = this.#mountedAt ?? performance.now();
    this.#mountedAt = undefined;
    this.#filterBar.show(this.#filters);
    Promise.all(this.#cards.map((card) => this.#fill(card, signal))).then(() => {
      if (signal.aborted) return;
      const { publicId } = this.definition;
      const loadDurationMs = Math.round(performance.now() - startedAt);
      this.#context.host.emit('dashboard-loaded', { publicId, widgetCount: this.#cards.length, loadDurationMs });
    });
  }

  redraw(): void {
    this.#drawFoot();
    this.#conversation?.redraw();
    for (const card of this.#cards) card.redraw();
  }

  setFilter({ view, dimension, operator, values }: EmbedFilter): void {
    this.#changeFilter(`${view}.${dimension}`, operator, values.map(String));
    this.refresh();
  }

  dispose(): void {
    this.#run.abort();
    for (const card of this.#cards) card.dispose();
  }

  #changeFilter(member: string, operator: string, values: readonly string[]): void {
    const filter = this.#filters.find((one) => one.member === member);
    if (filter) Object.assign(filter, { operator, values });
    else this.#filters.push({ id: member, member, operator, values });
  }

  #filtered(query: DataQuery): DataQuery {
    return applyFilters(query, this.#filters, this.#context.preferences.timezone);
  }

  #makeCard(definition: WidgetDefinition, isEnlarged: boolean): WidgetCard {
    const { host, launch, preferences } = this.#context;
    const formats = this.definition.restrictDataDownload ? (['png'] as const) : (['csv', 'xlsx', 'png'] as const);
    const save = (format: DownloadFormat, result: QueryResult) => this.#saveWidget(definition, format, result);
    const card: WidgetCard = new WidgetCard(preferences, definition, {
      drill: (member, value, label) => {
        host.emit('drilldown', { member, value, widgetId: definition.id });
        const annotation = card.result?.annotation.measures?.[member];
        this.#status.textContent = `Drill-down into ${label}: ${preferences.formats.number(value, annotation)}`;
      },
      ...(isEnlarged ? {} : { enlarge: () => this.#openWidget(definition.id) }),
      ...(launch.allowExport ? { download: { formats, save } } : {}),
    });
    return card;
  }

  async #fill(card: WidgetCard, signal: AbortSignal): Promise<void> {
    card.showLoading();
    try {
      const { slowWidgets } = this.#context.session();
      if (slowWidgets > 0) await new Promise((resolve) => setTimeout(resolve, slowWidgets));
      const result = await this.#context.load(this.#filtered(card.definition.query), signal);
      if (!signal.aborted) card.show(result);
    } catch (failure) {
      if (signal.aborted) return;
      const message = messageOf(failure);
      card.fail(message);
      this.#context.host.emitError(`${card.definition.title}: ${message}`, 'WidgetError', 'embed-render');
    }
  }

  #drawHead(isEnlarged: boolean): void {
    const { title } = this.definition;
    const label = 'Back to the Dashboard';
    const onclick = () => this.#openWidget();
    const back = { type: 'button', class: 'tool', title: label, 'aria-label': label, 'data-back': true, onclick };
    replaceContent(
      this.#head,
      isEnlarged && element('button', back, strokeIcon('M9.5 3.5L5 8l4.5 4.5')),
      element('h1', {}, title),
      ...this.#tools,
      this.#aiButton('showAiWidgets', 'summary', 'Summarize', () => this.#summarize()),
      this.#aiButton('showDashboardChat', 'chat', 'Ask', () => this.#openConversation()),
      this.#context.launch.allowExport &&
        downloadMenu(`Export: ${title}`, ['png', 'pdf'], (format) => this.#saveDashboard(format), 'Export'),
    );
  }

  #drawFoot(): void {
    const { session, preferences } = this.#context;
    const branch = element('span', {}, `Branch: ${session().branchName ?? 'Production'}`);
    replaceContent(this.#foot, branch, element('span', {}, `Times in ${preferences.timezone ?? 'UTC'}`));
  }

  #aiButton(setting: 'showAiWidgets' | 'showDashboardChat', name: string, text: string, onclick: () => void) {
    const attributes = { type: 'button', class: 'button', 'data-ai': name, onclick };
    return allowsAi(this.#context.session(), setting) && element('button', attributes, strokeIcon(sparkIcon), text);
  }

  #openConversation(): void {
    this.#conversation ??= new Conversation(this.#context, undefined, () => undefined);
    replaceContent(this.#aside, this.#conversation.element);
    this.#conversation.focus();
  }

  /** Shows the values of the number widgets in one line. */
  #summarize(): void {
    const { formats } = this.#context.preferences;
    const query = `Summarize: ${this.definition.title}`;
    this.#context.host.emit('ai-query', { query, status: 'submitted' });
    const texts = this.#cards.flatMap(({ definition, result }) => {
      const measure = definition.chart === 'number' && definition.query.measures?.[0];
      if (!measure || !result) return [];
      const value = toNumber(result.data[0]?.[measure]);
      return [`${definition.title}: ${formats.number(value, result.annotation.measures?.[measure])}`];
    });
    this.#status.textContent = texts.join(' · ');
    this.#context.host.emit('ai-query', { query, status: 'completed' });
  }

  #saveDashboard(format: DownloadFormat): void {
    const { publicId, title } = this.definition;
    this.#report(async () => {
      await saveExport(this.#context, { publicId, filters: this.#filters, format: format as 'png' | 'pdf' }, title);
      this.#context.host.emit('download', { format, target: 'dashboard', title });
    });
  }

  #saveWidget({ id, title, query }: WidgetDefinition, format: DownloadFormat, result: QueryResult): void {
    const { publicId } = this.definition;
    const download = { format, target: 'widget', widgetId: id, title } as const;
    this.#report(async () => {
      if (format === 'csv' || format === 'xlsx') {
        saveRows(query, result, format, title);
        this.#context.host.emit('download', { ...download, rowCount: result.data.length });
      } else {
        await saveExport(this.#context, { publicId, widgetId: id, filters: this.#filters, format }, title);
        this.#context.host.emit('download', download);
      }
    });
  }

  #report(save: () => Promise<void>): void {
    save().catch((failure: unknown) => {
      const message = messageOf(failure);
      this.#status.textContent = message;
      this.#context.host.emitError(message, 'EmbedExportError', 'download');
    });
  }
}
