/**
 * Trees with many rows: the requests of the first paint, the work of each further page, the memory of a row, and the time of a
 * filter. The reference reads the same pages as plain JSON, and searches their names.
 */

import { Agent, get } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import { userOperations } from '../../src/contract/users/users.ts';
import { Client } from '../../src/platform/client.ts';
import { LazyList } from '../../src/session/lazyList.ts';
import { type ResourcesState, resourceRows } from '../../src/ui/resources/resourceRows.ts';
import { plainLocalizer } from '../../src/ui/shell/localizer.ts';
import { findRow } from '../../src/ui/tree/row.ts';
import {
  type BenchmarkOptions,
  type BenchmarkResult,
  budget,
  median,
  processorTime,
  type Row,
  summarize,
} from './benchmark.ts';
import { startBenchThread } from './sync/benchThread.ts';
import type { Sizes } from './trees/largePlatform.ts';
import { AnswerCount, TreeUnderBench } from './trees/treeUnderBench.ts';

const defaultSizes: Sizes = { deployments: 10_000, branches: 5_000, users: 50_000 };
const pageSize: Record<keyof Sizes, number> = { deployments: 20, branches: 50, users: 100 };
const paths: Record<keyof Sizes, string> = {
  deployments: '/api/v1/deployments?limit=20&offset=',
  branches: '/build/api/v1/deployments/1/branches?first=50&after=',
  users: '/api/v1/users?first=100&after=',
};
/** A frame at 60 frames per second, in milliseconds. */
const frame = 16;
/** The text that a user types, one letter after the other. */
const typed = 'wholesale';
const scrolls = 100;

export async function benchmark({ parts }: BenchmarkOptions): Promise<BenchmarkResult> {
  // `trees 0.1` measures a tenth of the rows.
  const scale = Number(parts.find((part) => Number(part) > 0) ?? 1);
  const sizes: Sizes = {
    deployments: defaultSizes.deployments * scale,
    branches: defaultSizes.branches * scale,
    users: defaultSizes.users * scale,
  };
  const thread = await startBenchThread('../trees/largePlatform.ts', sizes);
  const url = await new Promise<string>((resolve) => thread.once('message', resolve));
  try {
    const results = [
      await measureTree('deployments', url, sizes.deployments),
      await measureTree('branches', url, sizes.branches),
      await measureUsers(url, sizes.users),
    ];
    return {
      rows: results.flatMap(({ rows }) => rows),
      remarks: [
        ...results.flatMap(({ remarks }) => remarks),
        'Processor time. A redraw computes the rows of the whole tree and compares them with those before, as the view does after each page. Plain: the same pages, parsed and kept.',
      ],
      summary: Object.assign({}, ...results.map(({ summary }) => summary)),
    };
  } finally {
    await thread.terminate();
  }
}

type Part = BenchmarkResult;

async function measureTree(name: 'deployments' | 'branches', url: string, count: number): Promise<Part> {
  const plain = await readPlain(name, url, count);
  const names = plain.items.map((item) => (item as { name: string }).name);
  const search: number[] = [];
  for (let end = 1; end <= typed.length; end += 1) {
    const start = processorTime();
    names.filter((each) => each.toLowerCase().includes(typed.slice(0, end)));
    search.push(processorTime() - start);
  }
  plain.items.length = 0;
  names.length = 0;

  const before = heap();
  const tree = new TreeUnderBench(url);
  tree.redraw();
  let parent = tree.find('connection')!;
  if (name === 'branches') {
    await tree.load(parent);
    parent = tree.find('branches', tree.find('deployment', parent))!;
  }
  const firstPaint = await tree.paint(parent);
  const begun = processorTime();
  for (let more = tree.find('more', parent); more; more = tree.find('more', parent)) await tree.load(more);
  const all = processorTime() - begun;
  const redraws = tree.redraws.slice(-Math.ceil(tree.redraws.length / 10));
  const loaded = tree.childrenOf(parent).length;
  if (loaded !== count) throw new Error(`${loaded} of ${count} rows: ${tree.childrenOf(parent)[0]?.label}`);
  const perRow = (heap() - before) / count / 1024;

  const filters: number[] = [];
  for (let end = 1; end <= typed.length; end += 1) filters.push(tree.filter(typed.slice(0, end)).ms);
  for (let end = typed.length - 1; end >= 1; end -= 1) filters.push(tree.filter(typed.slice(0, end)).ms);
  tree.filter('');

  const memory: number[] = [];
  for (let scroll = 0; scroll < scrolls; scroll += 1) {
    tree.redraw();
    const at = Math.floor((count * scroll) / scrolls);
    tree.childrenOf(parent).slice(at, at + 40);
    if (scroll === scrolls / 4 || scroll === scrolls - 1) memory.push(heap() / 1024 / 1024);
  }
  tree.dispose();
  return report(name, { plain, firstPaint, all, redraws, perRow, filters, search, memory });
}

interface Measured {
  plain: Plain;
  firstPaint: number;
  all: number;
  redraws: readonly number[];
  /** kB */
  perRow: number;
  filters?: readonly number[];
  search?: readonly number[];
  /** MB, early and late. */
  memory: readonly number[];
}

function report(name: keyof Sizes, measured: Measured): Part {
  const { plain, firstPaint, all, redraws, perRow, filters, search, memory } = measured;
  const [early = 0, late = 0] = memory;
  const rows: Row[] = [
    summarize(`${name}: first paint`, [firstPaint], 'requests'),
    summarize(`${name}: all pages, plain`, [plain.ms]),
    summarize(`${name}: all pages, as rows`, [all]),
    summarize(`${name}: as rows / plain`, [all / plain.ms], '×'),
    summarize(`${name}: redraw, nearly all loaded`, redraws),
    summarize(`${name}: memory of an item, plain`, [plain.perItem], 'kB'),
    summarize(`${name}: memory of an item and its row`, [perRow], 'kB'),
    summarize(`${name}: memory, early and late while scrolling`, memory, 'MB'),
  ];
  const remarks = [
    budget(`${name}: first paint in one request`, firstPaint, 1),
    budget(`${name}: growth of memory while scrolling, MB`, late - early, 1),
  ];
  const summary: Record<string, number> = {
    [`${name}FirstPaintRequests`]: firstPaint,
    [`${name}RowsToPlain`]: all / plain.ms,
    [`${name}RedrawMs`]: median(redraws),
    [`${name}KbPerRow`]: perRow,
    [`${name}KbPerItemPlain`]: plain.perItem,
    [`${name}ScrollGrowthMb`]: late - early,
  };
  if (filters && search) {
    rows.push(summarize(`${name}: search of the names alone`, search), summarize(`${name}: filter`, filters));
    rows.push(summarize(`${name}: filter / search`, [median(filters) / median(search)], '×'));
    remarks.push(budget(`${name}: filter within a frame, ms (median)`, median(filters), frame));
    summary[`${name}FilterMs`] = median(filters);
    summary[`${name}SearchMs`] = median(search);
  }
  return { rows, remarks, summary };
}

const plainItem = { description: 'developer', keywords: [] };

/** The rows of a list in the Resources view. */
async function measureUsers(url: string, count: number): Promise<Part> {
  const plain = await readPlain('users', url, count);
  plain.items.length = 0;
  const before = heap();
  const answers = new AnswerCount();
  const client = new Client({ baseUrl: url, credential: { token: 'key-of-the-benchmark' }, log: answers.log });
  const users = new LazyList(async function* (signal) {
    const query = { first: pageSize.users };
    for await (const { items, hasNextPage } of client.pages(userOperations.listUsers, { query }, { signal })) {
      yield {
        items: items.map(({ id, username }) => ({ ...plainItem, key: String(id), label: username ?? '' })),
        hasNextPage,
      };
    }
  });
  const rowsOf = () => {
    const loaded = { loaded: users.value, search: undefined, canSearch: true };
    const state: ResourcesState = {
      ...{ id: 'c', label: 'c', userName: undefined, origin: 'stored', failure: undefined, deployments: undefined },
      refusals: new Map([[undefined, new Map()]]),
      lists: new Map([['c/users', loaded]]),
    };
    const rows = resourceRows([state], plainLocalizer, () => 'address');
    return findRow(rows, 'c/users')!.row.children.slice(1);
  };
  await users.load();
  const firstPaint = answers.count;
  const redraws: number[] = [];
  const begun = processorTime();
  while (users.value.hasMore) {
    await users.loadMore();
    const start = processorTime();
    const shown = rowsOf();
    redraws.push(processorTime() - start);
    if (shown.length > count + 1) throw new Error(`${shown.length} of ${count} users`);
  }
  const all = processorTime() - begun;
  const perRow = (heap() - before) / count / 1024;
  const memory: number[] = [];
  for (let scroll = 0; scroll < scrolls; scroll += 1) {
    rowsOf().slice(scroll, scroll + 40);
    if (scroll === scrolls / 4 || scroll === scrolls - 1) memory.push(heap() / 1024 / 1024);
  }
  client.dispose();
  return report('users', { plain, firstPaint, all, redraws: redraws.slice(-50), perRow, memory });
}

interface Plain {
  items: unknown[];
  ms: number;
  /** kB */
  perItem: number;
}

/** Reads all pages one after the other with Node alone. */
async function readPlain(name: keyof Sizes, url: string, count: number): Promise<Plain> {
  const agent = new Agent({ keepAlive: true });
  const before = heap();
  const items: unknown[] = [];
  const begun = processorTime();
  while (items.length < count) {
    const page = JSON.parse(await read(`${url}${paths[name]}${items.length}`, agent)) as { items: unknown[] };
    items.push(...page.items);
  }
  const ms = processorTime() - begun;
  agent.destroy();
  return { items, ms, perItem: (heap() - before) / count / 1024 };
}

function read(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

/** Bytes, after a collection. */
function heap(): number {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  return getHeapStatistics().used_heap_size;
}
