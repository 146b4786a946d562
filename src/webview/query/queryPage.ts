/** The page of a query's result: shows each newer content, and keeps what the user chose. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import { textsFrom } from '../../base/browser/texts.ts';
import { messageOf } from '../../base/errors.ts';
import type {
  QueryConfig,
  QueryContent,
  QueryPageRequests,
  QueryPageState,
  QueryRunState,
} from '../../contract/messages/queryChannel.ts';
import { type QueryTextKey, queryTexts } from '../../contract/messages/queryTexts.ts';
import type { Ask } from '../../contract/messages/typedRequests.ts';
import type { QueryText } from '../shared/pageTexts.ts';
import { type ChartTab, makeChartTab } from './chartTab.ts';
import { type CompareBar, makeCompareBar } from './compareBar.ts';
import { type FilterBar, makeFilterBar } from './filterBar.ts';
import { sourceOf } from './grid/gridSource.ts';
import { ResultGrid } from './grid/resultGrid.ts';
import { makeRequestTab, type RequestTab } from './requestTab.ts';
import { makeSqlTab, type SqlTab } from './sqlTab.ts';
import { makeStatusLine, type StatusLine } from './statusLine.ts';
import { makeTabs } from './tabs.ts';
import { makeToolbar, type Toolbar } from './toolbar.ts';

type TabName = QueryPageState['tab'];

export interface QueryPageOptions {
  container: HTMLElement;
  config: QueryConfig;
  /** The state of an earlier page of the same query. */
  recalled: QueryPageState | undefined;
  remember(state: QueryPageState): void;
  ask: Ask<QueryPageRequests>;
}

export class QueryPage {
  readonly #options: QueryPageOptions;
  readonly #text: QueryText;
  readonly #toolbar: Toolbar;
  readonly #status: StatusLine;
  readonly #compare: CompareBar;
  readonly #grid: ResultGrid;
  readonly #filters: FilterBar;
  readonly #chart: ChartTab;
  readonly #sql: SqlTab;
  readonly #request: RequestTab;
  readonly #node: HTMLElement;
  readonly #empty = element('p', { class: 'hint empty' });
  readonly #why: HTMLButtonElement;
  readonly #failure = element('p', { class: 'request-failure', role: 'alert', hidden: true });
  #content: QueryContent;
  #tab: TabName;
  #storing: ReturnType<typeof setTimeout> | undefined;

  constructor(options: QueryPageOptions) {
    const { container, config, recalled } = options;
    const { language } = config;
    this.#options = options;
    this.#content = config.content;
    this.#tab = recalled?.tab ?? 'grid';
    const text = textsFrom(queryTexts, config.texts);
    this.#text = text;
    const copy = (copied: string) => this.#ask('copy', { text: copied });
    const openSqlDiff = () => this.#ask('openSqlDiff', {});
    const run = () => this.#ask('run', {});
    this.#toolbar = makeToolbar(text, {
      run,
      cancel: () => this.#ask('cancel', {}),
      compare: () => this.#ask('compareWith', { branch: 'choose' }),
      why: () => this.#ask('why', {}),
      history: () => this.#ask('history', {}),
      edit: () => this.#ask('edit', {}),
      saveAs: () => this.#ask('saveAs', {}),
      export: (format) => this.#ask('export', { format }),
    });
    this.#status = makeStatusLine(text, language, { retry: run, saveAndRun: () => this.#ask('saveAndRun', {}) });
    const grid = {
      sort: recalled?.sort ?? null,
      widths: recalled?.widths ?? {},
      onlyDifferences: recalled?.onlyDifferences ?? false,
      filters: recalled?.filters ?? {},
    };
    this.#compare = makeCompareBar(text, language, grid.onlyDifferences, {
      showOnlyDifferences: (only) => {
        this.#grid.showOnlyDifferences(only);
        this.#updateEmpty();
      },
      openSqlDiff,
      stop: () => this.#ask('compareWith', { branch: null }),
    });
    this.#grid = new ResultGrid(text, language, grid, {
      copy,
      openDefinition: (member) => this.#ask('openDefinition', { member }),
      changed: () => this.#store(),
      filtered: () => this.#updateFiltered(),
    });
    this.#filters = makeFilterBar(text, language, () => this.#grid.clearFilters());
    this.#chart = makeChartTab(text, language);
    this.#sql = makeSqlTab(text, { openSql: () => this.#ask('openSql', {}), openSqlDiff, copy });
    this.#request = makeRequestTab(text, language);
    const why = () => this.#ask('why', {});
    this.#why = element('button', { type: 'button', class: 'why', hidden: true, onclick: why }, text('why'));
    const results = element('div', { class: 'grid-tab' }, this.#compare.node, this.#grid.node, this.#empty, this.#why);
    const panels = [results, this.#chart.node, this.#sql.node, this.#request.node];
    const names = ['grid', 'chart', 'sql', 'request'] as const;
    const tabs = makeTabs<TabName>(
      text('tabs.label'),
      names.map((name, at) => ({ name, label: text(`tab.${name}`), panel: panels[at]! })),
      (name) => this.#show(name),
    );
    this.#node = element(
      'main',
      { class: 'query-page' },
      this.#toolbar.node,
      this.#failure,
      this.#status.notice,
      this.#status.earlier,
      this.#status.version,
      this.#status.cut,
      element('div', { class: 'tab-line' }, tabs.list, this.#status.line),
      this.#filters.node,
      ...panels,
    );
    replaceContent(container, this.#node);
    this.#node.addEventListener('keydown', (event) => this.#selectAll(event));
    // A hidden tab is drawn when it is shown.
    tabs.select(this.#tab);
    this.#update();
  }

  /** Ignores a content that is older than the shown one. */
  contentChanged(content: QueryContent): void {
    if (content.sequence <= this.#content.sequence) return;
    const isMoved = content.document !== this.#content.document;
    this.#content = content;
    if (isMoved) this.#store();
    this.#update();
  }

  stateChanged(state: QueryRunState): void {
    if (state.sequence <= this.#content.sequence) return;
    this.#content = { ...this.#content, ...state };
    this.#updateState();
  }

  #update(): void {
    const content = this.#content;
    this.#updateState();
    const source = sourceOf(content);
    this.#compare.update(source ? content.compared : null);
    this.#grid.node.hidden = source === undefined;
    if (source) this.#grid.show(source);
    this.#updateFiltered();
    this.#sql.show(content);
    this.#request.show(content);
  }

  /** The chart draws the rows that pass the filters. */
  #updateFiltered(): void {
    const { result, branch } = this.#content;
    const rows = this.#grid.filteredRows;
    const isFiltered = result !== null && rows.columns.length > 0;
    this.#filters.update(result === null ? { ...rows, columns: [] } : rows);
    this.#toolbar.setFiltered(isFiltered);
    this.#updateEmpty();
    this.#chart.show(result === null ? undefined : this.#grid.source, branch);
  }

  #updateState(): void {
    const content = this.#content;
    this.#node.setAttribute('aria-label', this.#text('page.label', content.title));
    this.#toolbar.update(content);
    this.#status.update(content);
    this.#updateEmpty();
  }

  #updateEmpty(): void {
    const { result, state } = this.#content;
    this.#empty.hidden = result === null ? state === 'running' : this.#grid.length > 0;
    this.#empty.textContent = this.#text(this.#emptyText());
    this.#why.hidden = state === 'running' || result === null || result.rows.length > 0;
  }

  #emptyText(): QueryTextKey {
    const { result, compared } = this.#content;
    const { shown, all } = this.#grid.filteredRows;
    if (result === null) return 'state.none';
    if (shown < all && !(compared && shown > 0)) return 'filter.noRows';
    return compared && result.rows.length > 0 ? 'grid.noDifferences' : 'grid.empty';
  }

  /** The grid selects its cells when another part of its tab has the focus. */
  #selectAll(event: KeyboardEvent): void {
    const isSelectAll = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a';
    if (!isSelectAll || this.#tab !== 'grid' || this.#grid.node.hidden) return;
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return;
    event.preventDefault();
    event.stopPropagation();
    this.#grid.selectAll();
  }

  #show(tab: TabName): void {
    this.#tab = tab;
    this.#store();
  }

  /** Without an answer to wait for: what changed arrives as a content. */
  #ask<Name extends keyof QueryPageRequests>(name: Name, argument: Parameters<Ask<QueryPageRequests>>[1]): void {
    this.#options.ask(name, argument as never).then(
      () => {
        this.#failure.hidden = true;
      },
      (failure: unknown) => {
        this.#failure.hidden = false;
        this.#failure.textContent = messageOf(failure);
      },
    );
  }

  /** Soon, because a drag changes a width many times a second. */
  #store(): void {
    clearTimeout(this.#storing);
    this.#storing = setTimeout(() => {
      const { document } = this.#content;
      this.#options.remember({ version: 1, document, tab: this.#tab, ...this.#grid.state });
    }, 100);
  }
}
