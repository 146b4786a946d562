/**
 * The tools for assistants: the start of the server over its bundle, the list that an assistant reads before each task, each tool
 * with the sample, and a model of 3,000 files. The reference of a tool is the time in the functions that it calls: reading the project, and its core.
 */

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { silentLog } from '../../src/base/log.ts';
import { Session } from '../../src/cli/mcp/session.ts';
import { render } from '../../src/cli/mcp/shared/answer.ts';
import type { ReadCapability } from '../../src/cli/mcp/shared/capability.ts';
import { tools } from '../../src/cli/mcp/toolTable.ts';
import { databasesOf, sourcesOf } from '../../src/cli/openSources.ts';
import { startMcp } from '../cli/mcp/mcpClient.ts';
import { repository } from '../vscode/locations.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { type BenchmarkResult, benchmarkOf, median, type Row, summarize } from './benchmark.ts';
import { largeModel, mostUsed } from './language/largeModel.ts';

const sample = path.join(repository, 'src/emulator/sample');

/** How long each tool may be called with the large model before its next round. */
const largeMs = 15_000;
const newCube =
  'cubes:\n  - name: new_cube\n    sql_table: new_cube\n    measures:\n      - name: count\n        type: count\n';

async function start(rounds: number): Promise<BenchmarkResult> {
  const folder = temporaryFolder('bench-mcp');
  const times: number[] = [];
  let bytes = 0;
  try {
    cpSync(path.join(sample, 'project'), folder.path, { recursive: true });
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      const server = await startMcp(folder.path, [], { DATA_MODEL_STATE: path.join(folder.path, '.state') });
      await server.call('overview');
      times.push(performance.now() - started);
      bytes = Buffer.byteLength(JSON.stringify(await server.client.listTools()));
      await server.close();
    }
  } finally {
    folder.remove();
  }
  return {
    rows: [
      summarize('start to the first answer, with the sample', times),
      summarize('list of the tools', [bytes / 1000], 'kB'),
    ],
    remarks: [],
    summary: { startMs: median(times), listBytes: bytes },
  };
}

/** What an assistant asks of a model of 3,000 files, over the bundle, one call after the other. A failed call is a remark. */
async function large(rounds: number): Promise<BenchmarkResult> {
  const folder = temporaryFolder('bench-mcp');
  const result: BenchmarkResult = { rows: [], remarks: [], summary: {} };
  try {
    for (const [file, text] of largeModel()) {
      mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
      writeFileSync(path.join(folder.path, file), text);
    }
    const name = `${mostUsed.cube}.count`;
    const calls: readonly (readonly [what: string, tool: string, input: Record<string, unknown>])[] = [
      ['overview', 'overview', {}],
      ['search', 'search', { text: 'total amount by status' }],
      ['explain', 'explain', { name }],
      ['check', 'check', {}],
      ['check of an edit', 'check', { edits: [{ file: 'model/new.yml', text: newCube }] }],
      ['refactor rename', 'refactor', { kind: 'rename', name, newName: 'count_renamed' }],
    ];
    const server = await startMcp(folder.path, ['--no-database'], {
      DATA_MODEL_STATE: path.join(folder.path, '.state'),
    });
    try {
      for (const [what, tool, input] of calls) {
        const times: number[] = [];
        const ends = performance.now() + largeMs;
        // Rounds after the first two only while there is time.
        for (let round = 0; round < 2 || (round < rounds && performance.now() < ends); round += 1) {
          const started = performance.now();
          const { isError, text, structured } = await server.call(tool, input);
          times.push(performance.now() - started);
          const notYet = structured?.compiled?.notCompiled ?? structured?.notCompiled;
          if (isError || notYet) result.remarks.push(`${what}, call ${round + 1}: ${notYet ?? text.slice(0, 200)}`);
        }
        const [first, ...further] = times;
        result.rows.push(summarize(`${what}: first call`, [first!]), summarize(`${what}: further calls`, further));
        Object.assign(result.summary, { [`${what} first ms`]: first, [`${what} ms`]: median(further) });
      }
    } finally {
      await server.close();
    }
  } finally {
    folder.remove();
  }
  return result;
}

/** Calls of the tools that need no repository and no platform. */
function callsFor(name: string): readonly (readonly [tool: string, input: object])[] {
  const [cube] = name.split('.');
  return [
    ['overview', {}],
    ['search', { text: 'total amount by status' }],
    ['explain', { name }],
    ['check', {}],
    ['query', { query: { measures: [name] } }],
    ['refactor', { kind: 'change_member', name, definition: { title: 'Changed' } }],
    ['refactor', { kind: 'rename', name, newName: `${name.slice(cube!.length + 1)}_renamed` }],
  ];
}

interface Spent {
  reading: number;
  core: number;
}

/** The same capability; the time in its functions is added to `spent`. */
function timed(read: ReadCapability, spent: Spent): ReadCapability {
  const of =
    <Args extends unknown[], Result>(kind: keyof Spent, run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const started = performance.now();
      try {
        return await run(...args);
      } finally {
        spent[kind] += performance.now() - started;
      }
    };
  return {
    ...read,
    state: of('reading', read.state),
    check: of('core', read.check),
    plan: of('core', read.plan),
    answer: of('core', read.answer),
    catalog: of('core', read.catalog),
  };
}

async function toolTimes(rounds: number): Promise<BenchmarkResult> {
  const folder = temporaryFolder('bench-mcp');
  const rows: Row[] = [];
  const summary: Record<string, number> = {};
  const place = { currentFolder: folder.path, projectFolder: folder.path };
  const session = new Session({
    folder: { projectFolder: folder.path, modelFolder: 'model' },
    rows: 'full',
    databases: async () => {
      const sources = await sourcesOf({ source: path.join(sample, 'data'), 'trust-model': false }, place);
      return databasesOf(sources!);
    },
    platform: undefined,
    log: silentLog,
  });
  try {
    cpSync(path.join(sample, 'project'), folder.path, { recursive: true });
    const signal = new AbortController().signal;
    const name = 'orders.count';
    for (const [toolName, input] of callsFor(name)) {
      const tool = tools.find((one) => one.name === toolName)!;
      const what = 'kind' in input ? `${toolName} ${input.kind}` : toolName;
      const found: (Spent & { whole: number })[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const spent = { reading: 0, core: 0 };
        const started = performance.now();
        render(await tool.run(timed(session.read, spent) as never, input as never, signal));
        // The first call fills caches that the server keeps.
        if (round > 0) found.push({ ...spent, whole: performance.now() - started });
      }
      const ratio = median(found.map(({ whole, reading, core }) => whole / Math.max(reading + core, 0.01)));
      const reading = median(found.map((one) => one.reading / one.whole));
      rows.push(
        summarize(
          `${what}: ${ratio.toFixed(2)} × its functions; reading is ${Math.round(reading * 100)} %`,
          found.map(({ whole }) => whole),
        ),
      );
      summary[`${what} ms`] = median(found.map(({ whole }) => whole));
      summary[`${what} reading`] = reading;
    }
  } finally {
    session.dispose();
    folder.remove();
  }
  return { rows, remarks: [], summary };
}

export const benchmark = benchmarkOf({ start, tools: toolTimes, large });
