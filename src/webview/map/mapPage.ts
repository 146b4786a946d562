/** The model map: keeps what the user selected, collapsed and expanded, and draws the map when that or the model changes. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import { textsFrom } from '../../base/browser/texts.ts';
import { messageOf } from '../../base/errors.ts';
import type { MapConfig, MapContent, MapPageRequests, MapPlace, MapState } from '../../contract/messages/mapChannel.ts';
import { mapTexts } from '../../contract/messages/mapTexts.ts';
import type { Ask } from '../../contract/messages/typedRequests.ts';
import type { MapText } from '../shared/pageTexts.ts';
import { exportSvg } from './exportSvg.ts';
import { findEntries, type SearchEntry } from './findEntries.ts';
import { collapsedAtFirst, type FolderInfo, foldersOf } from './folders.ts';
import { listenToKeyboard } from './keyboard.ts';
import type { LayoutWorker } from './layout/layoutWorker.ts';
import { type Legend, makeLegend } from './legend.ts';
import { lineageScene } from './lineageScene.ts';
import { MapCanvas } from './mapCanvas.ts';
import { type MapList, makeMapList } from './mapList.ts';
import { folderBoxId, modelScene } from './modelScene.ts';
import { listenToPointer } from './pointer.ts';
import type { Scene } from './scene.ts';
import { makeSearch, type Search } from './search.ts';
import { makeToolbar, type Toolbar } from './toolbar.ts';
import type { ViewportState } from './viewport.ts';

/** `keep` leaves a box where it is on the screen: `before` in the old map and `after` in the new one, or the one in the middle. */
type Keep = { before: string; after: string } | 'middle';
/** `open` shows the whole map, or as much as can be read around what is selected. */
type Look = 'open' | 'fit' | { keep: Keep } | { viewport: ViewportState };

/** The smallest scale at which members can be read. */
const readableScale = 0.8;

export interface MapPageOptions {
  container: HTMLElement;
  config: MapConfig;
  /** The state of an earlier page of the same model. */
  recalled: MapState | undefined;
  remember(state: MapState): void;
  ask: Ask<MapPageRequests>;
  worker: LayoutWorker;
}

export class MapPage {
  readonly #options: MapPageOptions;
  readonly #text: MapText;
  readonly #canvas: MapCanvas;
  readonly #search: Search;
  readonly #toolbar: Toolbar;
  readonly #legend: Legend;
  readonly #list: MapList;
  readonly #stage: HTMLElement;
  readonly #status = element('p', { class: 'status', role: 'status' });
  readonly #notice = element('p', { class: 'notice', role: 'alert', hidden: true });
  #content: MapContent;
  #folders: readonly FolderInfo[] = [];
  #selected: string | null;
  #member: string | null = null;
  #neighborsOnly: boolean;
  /** The list covers the map. */
  #asList: boolean;
  /** Null until the user collapses or expands a folder. */
  #collapsed: string[] | null;
  readonly #expanded: Set<string>;
  #storing: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MapPageOptions) {
    const { container, config, recalled } = options;
    this.#options = options;
    this.#content = config.content;
    this.#selected = config.selected?.node ?? recalled?.selected ?? null;
    this.#member = config.selected?.member ?? null;
    this.#neighborsOnly = recalled?.neighborsOnly ?? false;
    this.#asList = recalled?.asList ?? false;
    this.#collapsed = recalled?.collapsed ?? null;
    this.#expanded = new Set(recalled?.expanded);
    this.#text = textsFrom(mapTexts, config.texts);
    const { fontFamily } = getComputedStyle(document.body);
    const fonts = { name: `600 13px ${fontFamily}`, row: `12px ${fontFamily}`, small: `11px ${fontFamily}` };
    this.#canvas = new MapCanvas(this.#text('map.label', config.title), fonts, this.#text);
    this.#search = makeSearch(
      this.#text,
      (query) => findEntries(this.#content, query),
      (entry) => this.#goTo(entry),
    );
    this.#toolbar = makeToolbar(this.#text, this.#search.node, {
      zoom: (factor) => {
        this.#canvas.viewport.zoom(factor);
        this.#canvas.refresh();
        this.#store();
      },
      fit: () => {
        this.#canvas.fit();
        this.#store();
      },
      neighborsOnly: () => {
        this.#neighborsOnly = !this.#neighborsOnly;
        void this.#draw('open');
      },
      showList: () => {
        this.#asList = !this.#asList;
        this.#showList();
        this.#markSelected();
        this.#store();
      },
      exportSvg: () => this.#ask('exportSvg'),
      showModel: () => this.#ask('showModel'),
    });
    this.#legend = makeLegend(this.#text, (folder) => this.#toggleFolder(folder));
    this.#list = makeMapList(this.#text, (place) => this.#ask('openDefinition', place));
    const drawing = [this.#canvas.svg, this.#legend.node];
    this.#stage = element('main', {}, ...drawing, this.#list.node, this.#status, this.#notice);
    replaceContent(container, element('div', { class: 'model-map' }, this.#toolbar.node, this.#stage));
    const actions = {
      select: (box: string | null) => this.#choose(box),
      open: (box: string, member: string | null) => this.#open(box, member),
      expand: (box: string) => this.#expand(box),
      moved: () => this.#store(),
    };
    listenToPointer(this.#canvas, actions);
    listenToKeyboard(this.#canvas, actions);
    document.addEventListener('keydown', (event) => {
      const isFind = (event.key === 'f' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping(event));
      if (!isFind) return;
      event.preventDefault();
      this.#search.focus();
    });
    this.#canvas.measure();
    const viewport = recalled?.viewport;
    void this.#draw(viewport ? { viewport } : 'open');
  }

  contentChanged(content: MapContent): void {
    const isOther = content.mode !== this.#content.mode || subjectOf(content) !== subjectOf(this.#content);
    if (isOther) this.#search.clear();
    this.#content = content;
    void this.#draw(isOther ? 'open' : { keep: 'middle' });
  }

  /** The place of the cursor in the editor. */
  select({ node, member }: MapPlace): void {
    const id = this.#content.mode === 'lineage' ? `${node}.${member}` : node;
    if (id === this.#selected && member === this.#member) return;
    if (this.#content.mode === 'lineage' && !this.#canvas.boxes.has(id)) return;
    this.#selected = id;
    this.#member = member;
    if (this.#isLimited) void this.#draw({ keep: 'middle' });
    else {
      this.#markSelected();
      const area = this.#canvas.areaOf(this.#selectedBox ?? '');
      if (area) this.#canvas.viewport.show(area);
      this.#canvas.refresh();
    }
    this.#store();
  }

  svg(): string {
    return exportSvg(this.#canvas);
  }

  get #isLimited(): boolean {
    return this.#neighborsOnly && this.#content.mode === 'model';
  }

  get #collapsedFolders(): ReadonlySet<string> {
    return new Set(this.#collapsed ?? collapsedAtFirst(this.#folders));
  }

  /** The box of the selected node, or of its folder. */
  get #selectedBox(): string | null {
    if (this.#selected === null || this.#canvas.boxes.has(this.#selected)) return this.#selected;
    const node = this.#content.mode === 'model' && this.#content.graph.nodes.find(({ id }) => id === this.#selected);
    return node ? folderBoxId(node.folder) : null;
  }

  /** The list has all folders and members, also those that the map leaves out. */
  #showList(): void {
    this.#stage.classList.toggle('as-list', this.#asList);
    if (this.#asList) this.#list.show(this.#scene(true));
  }

  #scene(isWhole = false): Scene {
    const content = this.#content;
    if (content.mode === 'lineage') {
      this.#folders = [];
      if (!content.lineage) return { boxes: [], lines: [], direction: 'right' };
      return lineageScene(content.lineage, this.#text);
    }
    this.#folders = foldersOf(content.graph);
    const isKnown = content.graph.nodes.some(({ id }) => id === this.#selected);
    const around = this.#isLimited && isKnown ? this.#selected : null;
    const collapsed = isWhole ? new Set<string>() : this.#collapsedFolders;
    const expanded = isWhole ? new Set(content.graph.nodes.map(({ id }) => id)) : this.#expanded;
    const view = { folders: this.#folders, collapsed, expanded, around };
    return modelScene(content.graph, view, this.#text);
  }

  async #draw(look: Look): Promise<void> {
    const scene = this.#scene();
    const canvas = this.#canvas;
    const sizes = canvas.sizes(scene);
    this.#showList();
    this.#showNotice(scene.boxes.length === 0 ? this.#emptyText() : '');
    if (canvas.boxes.size === 0) this.#status.textContent = this.#text('map.loading');
    canvas.svg.ariaBusy = 'true';
    try {
      const layout = await this.#options.worker.arrange({
        boxes: scene.boxes.map(({ id, group }) => ({
          id,
          group,
          width: sizes.get(id)!.width,
          height: sizes.get(id)!.height,
        })),
        lines: scene.lines.map(({ id, first, last }) => ({ id, first, last })),
        direction: scene.direction,
      });
      if (!layout) return;
      canvas.svg.ariaBusy = 'false';
      const isFirst = canvas.boxes.size === 0;
      const anchor =
        isFirst || typeof look === 'string' || !('keep' in look) ? undefined : this.#anchor(look.keep, scene);
      const before = anchor && canvas.areaOf(anchor.before);
      this.#updateControls(scene);
      canvas.viewport.corner = this.#legend.covered();
      canvas.show(scene, sizes, layout);
      const after = anchor && canvas.areaOf(anchor.after);
      if (before && after) canvas.viewport.keep(before, after);
      else if (typeof look === 'object' && 'viewport' in look) canvas.viewport.state = look.viewport;
      else canvas.fit();
      if (look === 'open') this.#makeReadable();
      this.#markSelected();
      canvas.refresh();
      this.#store();
    } catch (failure) {
      canvas.svg.ariaBusy = 'false';
      this.#showNotice(this.#text('map.failed', messageOf(failure)));
    }
  }

  #makeReadable(): void {
    const { viewport } = this.#canvas;
    const subject = this.#content.mode === 'lineage' ? this.#content.subject : null;
    const area = this.#canvas.areaOf(this.#selectedBox ?? subject ?? '') ?? this.#canvas.areaOf(subject ?? '');
    if (area && viewport.state.scale < readableScale) viewport.center(area, readableScale);
  }

  /** The box that keeps its place: the selected one if it is near, otherwise the one nearest to the middle. */
  #anchor(keep: Keep, { boxes }: Scene): Exclude<Keep, 'middle'> | undefined {
    if (keep !== 'middle') return keep;
    const id = this.#canvas.nearestToMiddle(new Set(boxes.map((one) => one.id)), this.#selected);
    return id === undefined ? undefined : { before: id, after: id };
  }

  #updateControls(scene: Scene): void {
    const content = this.#content;
    this.#legend.update(this.#folders, this.#collapsedFolders, scene.lines);
    if (content.mode === 'model') {
      const { nodes, edges } = content.graph;
      const cubes = nodes.filter(({ kind }) => kind === 'cube').length;
      const joins = edges.filter(({ kind, inherited }) => kind === 'join' && !inherited).length;
      this.#status.textContent = this.#text('map.arranged', cubes, nodes.length - cubes, joins);
    } else if (content.lineage?.cut) this.#status.textContent = this.#text('lineage.cut', content.lineage.nodes.length);
    else if (scene.boxes.length === 1) this.#status.textContent = this.#text('lineage.alone', content.subject);
    else this.#status.textContent = '';
  }

  #emptyText(): string {
    return this.#content.mode === 'model'
      ? this.#text('map.empty')
      : this.#text('lineage.missing', this.#content.subject);
  }

  #showNotice(text: string): void {
    this.#notice.textContent = text;
    this.#notice.hidden = text === '';
  }

  #markSelected(): void {
    this.#canvas.select(this.#selectedBox, this.#member);
    const content = this.#content;
    const isLineage = content.mode === 'lineage';
    this.#toolbar.update({
      title: isLineage ? this.#text('lineage.title', content.subject) : this.#options.config.title,
      isLineage,
      canLimit: this.#neighborsOnly || this.#selected !== null,
      neighborsOnly: this.#neighborsOnly,
      asList: this.#asList,
    });
  }

  #choose(box: string | null): void {
    this.#selected = box;
    this.#member = null;
    if (this.#isLimited) void this.#draw(box === null ? 'fit' : { keep: { before: box, after: box } });
    else this.#markSelected();
    this.#store();
  }

  #open(box: string, member: string | null): void {
    const placed = this.#canvas.boxes.get(box)?.box;
    if (placed?.kind === 'folder') {
      const folder = this.#folders.find((one) => folderBoxId(one.folder) === box);
      if (folder) this.#toggleFolder(folder.folder);
      return;
    }
    this.#selected = box;
    this.#member = member;
    this.#markSelected();
    this.#store();
    if (placed?.place) this.#ask('openDefinition', { ...placed.place, member: member ?? placed.place.member });
  }

  #expand(box: string): void {
    if (!this.#expanded.delete(box)) this.#expanded.add(box);
    void this.#draw({ keep: { before: box, after: box } });
  }

  #toggleFolder(folder: string): void {
    const collapsed = new Set(this.#collapsedFolders);
    const isOpening = collapsed.delete(folder);
    if (!isOpening) collapsed.add(folder);
    this.#collapsed = [...collapsed];
    const box = folderBoxId(folder);
    const { graph } = this.#content as Extract<MapContent, { mode: 'model' }>;
    const first = graph.nodes.find((node) => node.folder === folder)?.id ?? box;
    const isShown = this.#canvas.areaOf(isOpening ? box : first) !== undefined;
    if (!isShown) void this.#draw('fit');
    else void this.#draw({ keep: isOpening ? { before: box, after: first } : { before: first, after: box } });
  }

  async #goTo({ node, member }: SearchEntry): Promise<void> {
    this.#selected = node;
    this.#member = member;
    if (this.#asList) {
      this.#showList();
      this.#list.focus(node);
      this.#markSelected();
      this.#store();
      return;
    }
    const content = this.#content;
    const found = content.mode === 'model' ? content.graph.nodes.find(({ id }) => id === node) : undefined;
    const collapsed = this.#collapsedFolders;
    let isSame = !this.#isLimited;
    if (found && collapsed.has(found.folder)) {
      this.#collapsed = [...collapsed].filter((folder) => folder !== found.folder);
      isSame = false;
    }
    if (member !== null && !this.#canvas.boxes.get(node)?.box.rows.some(({ name }) => name === member)) {
      this.#expanded.add(node);
      isSame = false;
    }
    if (!isSame) await this.#draw({ keep: 'middle' });
    const area = this.#canvas.areaOf(node);
    if (area) this.#canvas.viewport.center(area, readableScale);
    this.#markSelected();
    this.#canvas.focus(node);
    this.#store();
  }

  #ask<Name extends keyof MapPageRequests>(name: Name, argument: Parameters<Ask<MapPageRequests>>[1] = {}): void {
    this.#options.ask(name, argument as never).catch((failure: unknown) => {
      this.#status.textContent = messageOf(failure);
    });
  }

  /** Soon, because a wheel moves the map many times a second. */
  #store(): void {
    clearTimeout(this.#storing);
    this.#storing = setTimeout(() => {
      this.#options.remember({
        version: 1,
        folder: this.#options.config.folder,
        subject: subjectOf(this.#content),
        selected: this.#selected,
        neighborsOnly: this.#neighborsOnly,
        asList: this.#asList,
        collapsed: this.#collapsed,
        expanded: [...this.#expanded],
        viewport: this.#canvas.viewport.state,
      });
    }, 200);
  }
}

function subjectOf(content: MapContent): string | null {
  return content.mode === 'lineage' ? content.subject : null;
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement;
}
