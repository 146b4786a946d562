/** The only TreeDataProvider: shows the rows of a view and loads what is below a row when it is expanded. */

import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import type { Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Connections } from '../../session/connections.ts';
import type { ViewId } from '../manifest/ids.ts';
import { markdown } from '../shell/markdown.ts';
import { withProgress } from '../shell/notifications.ts';
import { changedRows } from './changedRows.ts';
import { showFilterInput } from './filterInput.ts';
import { countMatchingRows, filterRows } from './filterRows.ts';
import { Refusals } from './refusals.ts';
import { findRow, type Row, rowId } from './row.ts';

/** The state of a view and the rows that are computed from it. */
export interface RowSource<R extends Row> extends Disposable {
  /** Fires when `rows()` or `header()` may have changed. */
  readonly onChange: Event<void>;
  rows(): readonly R[];
  /** Loads what is below a row, or the top, once. Never rejects; errors are rows. */
  load(row: R | undefined): Promise<void>;
  loadMore(row: R): Promise<void>;
  /** Loads again what is loaded below a row, or everything. Never rejects. */
  reload(row: R | undefined): Promise<void>;
  /** The texts next to the title and above the rows. */
  header?(): { description?: string; message?: string };
  /** How the rows are filtered by a text. */
  textFilter?: TextFilter;
  /** Filters in another way than by a text. */
  filter?(): Promise<void>;
  setVisible?(visible: boolean): void;
}

export interface TextFilter {
  kinds: ReadonlySet<string>;
  placeholder: string;
  /** The limits of the filter: content that it does not search. */
  limits(): string;
  /** Loads what the filter searches and is not loaded. Stops when `isWanted` returns false. */
  load?(isWanted: () => boolean): Promise<void>;
}

type TreeOptions<R> = Pick<vscode.TreeViewOptions<R>, 'canSelectMany' | 'dragAndDropController'>;

export class Tree<R extends Row> implements vscode.TreeDataProvider<R>, Disposable {
  readonly viewId: ViewId;
  readonly #lifetime = new Lifetime();
  readonly #view: vscode.TreeView<R>;
  readonly #open: () => Promise<RowSource<R>> | RowSource<R>;
  readonly #refusals: Refusals;
  readonly #changed = this.#lifetime.add(new vscode.EventEmitter<R[] | undefined>());
  readonly #redraw = this.#lifetime.add(new Debounce(() => this.#redrawIfChanged(), 30));
  #opening: Promise<RowSource<R>> | undefined;
  #source: RowSource<R> | undefined;
  #rows: readonly R[] = [];
  #isStale = true;
  #filterText = '';
  /** Rows that VS Code has to read again, by id. Undefined is the root. */
  readonly #changedIds = new Set<string | undefined>();
  /** The objects that VS Code knows, by id. Each is updated when its row changes, so a command always gets the newest row. */
  readonly #elements = new Map<string, R>();
  readonly #known = new WeakSet<Row>();

  /** @param open creates what the view shows, when the view or a command needs it first */
  constructor(
    viewId: ViewId,
    connections: Connections,
    open: () => Promise<RowSource<R>> | RowSource<R>,
    options: TreeOptions<R> = {},
  ) {
    this.viewId = viewId;
    this.#open = open;
    this.#refusals = this.#lifetime.add(new Refusals(viewId, connections));
    this.#lifetime.add(
      this.#refusals.onChange((id) => {
        const element = this.#elements.get(id);
        this.#changed.fire(element && [element]);
      }),
    );
    this.#view = this.#lifetime.add(
      vscode.window.createTreeView(viewId, { ...options, treeDataProvider: this, showCollapseAll: true }),
    );
    this.#lifetime.add(this.#view.onDidChangeVisibility(({ visible }) => this.#source?.setVisible?.(visible)));
  }

  get onDidChangeTreeData(): vscode.Event<R[] | undefined> {
    return this.#changed.event;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  get title(): string {
    return this.#view.title ?? '';
  }

  /** Whether the row comes from this tree. */
  has(row: Row): row is R {
    return this.#known.has(row);
  }

  getTreeItem(row: R): vscode.TreeItem {
    return treeItem(row, this.#refusals.keywords(row.target));
  }

  async getChildren(row?: R): Promise<R[]> {
    if (row?.expand === 'never') return [];
    const source = await this.#opened();
    if (this.#view.visible) {
      const loading = source.load(row);
      // VS Code has no rows until this returns, and a command on a row gets no row. So wait only if no row is known.
      if (this.#childrenOf(row).length === 0) await this.#firstRows(source, row, loading);
      void loading.then(() => this.#readRefusals(row));
    }
    return this.#childrenOf(row).map((child) => this.#elementOf(child));
  }

  getParent(row: R): R | undefined {
    this.#update();
    const parent = findRow(this.#rows, row.id)?.parent;
    return parent && this.#elementOf(parent);
  }

  /** Shows a row. Does nothing if there is none with this id. */
  async reveal(id: string, options: { select: boolean; focus: boolean }): Promise<void> {
    // VS Code finds only rows that it has read, so it must read a new one first.
    this.#redrawIfChanged();
    const found = findRow(this.#rows, id);
    if (found) await this.#view.reveal(this.#elementOf(found.row), { ...options, expand: true });
  }

  /** Loads a row again, or the whole view. */
  async refresh(row?: R): Promise<void> {
    const source = await this.#opened();
    const { viewId } = this;
    await withProgress(vscode.l10n.t('Loading'), () => source.reload(row), { location: { viewId } });
    this.#redrawIfChanged();
  }

  async loadMore(row: R): Promise<void> {
    await (await this.#opened()).loadMore(row);
  }

  /** Asks which rows to show. */
  async filter(): Promise<void> {
    const source = await this.#opened();
    if (!source.textFilter) return source.filter?.();
    const { placeholder } = source.textFilter;
    const title = vscode.l10n.t('Filter {0}', this.title);
    showFilterInput({ title, placeholder, value: this.#filterText }, (text) => this.setFilter(text));
  }

  get filterText(): string {
    return this.#filterText;
  }

  setFilter(text: string): void {
    const trimmed = text.trim();
    if (trimmed === this.#filterText) return;
    this.#filterText = trimmed;
    this.#isStale = true;
    this.#redrawIfChanged();
    if (trimmed === '') return;
    const loading = this.#source?.textFilter?.load?.(() => this.#filterText === trimmed);
    void loading?.then(() => this.#redrawIfChanged());
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #opened(): Promise<RowSource<R>> {
    this.#opening ??= Promise.resolve(this.#open()).then((source) => {
      this.#source = this.#lifetime.add(source);
      // Loading a list causes several changes in a row.
      this.#lifetime.add(
        source.onChange(() => {
          this.#isStale = true;
          this.#redraw.poke();
        }),
      );
      source.setVisible?.(this.#view.visible);
      return source;
    });
    return this.#opening;
  }

  /** After what is visible has loaded. A list of deployments has the refusals of its connection until one of them is expanded. */
  #readRefusals(row: R | undefined): void {
    const targets = new Map((row ? [row] : this.#childrenOf(row)).map(({ target }) => [rowId(target), target]));
    for (const target of targets.values()) void this.#refusals.read(target);
  }

  /** Resolves when a row has children, at the latest when its load ends. */
  async #firstRows({ onChange }: RowSource<R>, row: R | undefined, loading: Promise<void>): Promise<void> {
    const waiting = new Lifetime();
    const shown = new Promise<void>((resolve) => {
      waiting.add(
        onChange(() => {
          this.#isStale = true;
          if (this.#childrenOf(row).length > 0) resolve();
        }),
      );
    });
    await Promise.race([loading, shown]).finally(() => waiting.dispose());
  }

  #childrenOf(row: R | undefined): readonly R[] {
    this.#update();
    return row ? ((findRow(this.#rows, row.id)?.row.children ?? []) as readonly R[]) : this.#rows;
  }

  /** The same object for the same id, so that VS Code can read a row again without the rows next to it. */
  #elementOf(row: R): R {
    const known = this.#elements.get(row.id);
    if (known) return known;
    const element = { ...row };
    this.#elements.set(row.id, element);
    this.#known.add(element);
    return element;
  }

  #redrawIfChanged(): void {
    this.#update();
    this.#showHeader();
    const ids = [...this.#changedIds];
    this.#changedIds.clear();
    const shown = ids.flatMap((id) => (id === undefined ? [] : (this.#elements.get(id) ?? [])));
    if (ids.includes(undefined)) this.#changed.fire(undefined);
    else if (shown.length > 0) this.#changed.fire(shown);
  }

  #update(): void {
    if (!this.#isStale || !this.#source) return;
    this.#isStale = false;
    const before = this.#rows;
    const all = this.#source.rows();
    const { kinds } = this.#source.textFilter ?? {};
    this.#rows = this.#filterText !== '' && kinds ? filterRows(all, { text: this.#filterText, kinds }) : all;
    for (const id of changedRows(before, this.#rows)) this.#changedIds.add(id);
    this.#updateElements(before, this.#rows);
  }

  #updateElements(before: readonly R[], after: readonly R[]): void {
    if (before === after) return;
    const old = new Map(before.map((row) => [row.id, row]));
    for (const row of after) {
      const previous = old.get(row.id);
      old.delete(row.id);
      if (previous === row) continue;
      const element = this.#elements.get(row.id);
      if (element) replaceContent(element, row);
      this.#updateElements((previous?.children ?? []) as readonly R[], row.children as readonly R[]);
    }
    for (const { id, children } of old.values()) {
      this.#elements.delete(id);
      this.#updateElements(children as readonly R[], []);
    }
  }

  #showHeader(): void {
    const { description = '', message = '' } = this.#source?.header?.() ?? {};
    const texts = [message, this.#filterMessage()].filter(Boolean).join(' · ');
    if (this.#view.description !== description) this.#view.description = description;
    if (this.#view.message !== texts) this.#view.message = texts;
  }

  #filterMessage(): string {
    const filter = this.#source?.textFilter;
    const text = this.#filterText;
    if (text === '' || !filter) return '';
    const { l10n } = vscode;
    const found = countMatchingRows(this.#rows, { text, kinds: filter.kinds });
    const matches = found === 1 ? l10n.t('1 match for “{0}”.', text) : l10n.t('{0} matches for “{1}”.', found, text);
    return [matches, filter.limits()].filter(Boolean).join(' ');
  }
}

function replaceContent(element: Row, row: Row): void {
  for (const key of Object.keys(element)) if (!Object.hasOwn(row, key)) Reflect.deleteProperty(element, key);
  Object.assign(element, row);
}

const collapsibleStates = {
  never: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

function treeItem(row: Row, refusals: string): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, collapsibleStates[row.expand]);
  item.id = row.id;
  item.contextValue = row.context + refusals;
  if (row.description !== undefined) item.description = row.description;
  if (row.tooltip !== undefined) item.tooltip = markdown(row.tooltip);
  if (row.icon !== undefined) {
    item.iconPath = new vscode.ThemeIcon(row.icon, row.color ? new vscode.ThemeColor(row.color) : undefined);
  }
  const label = row.accessibleLabel ?? [row.label, row.description].filter(Boolean).join(', ');
  item.accessibilityInformation = { label };
  if (row.command !== undefined) item.command = { command: row.command, title: row.label, arguments: [row] };
  else if (row.opens !== undefined) {
    item.command = { command: 'vscode.open', title: row.label, arguments: [vscode.Uri.parse(row.opens, true)] };
  }
  return item;
}
