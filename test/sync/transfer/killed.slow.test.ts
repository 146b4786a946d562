/** Kills a process before its steps, on a real disk and against the emulator: nothing is lost, and no repair is needed. */

import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../../src/emulator/emulator.ts';
import { Client } from '../../../src/platform/client.ts';
import { shareOf, testSeed } from '../../run/testSeed.ts';
import { put, removeTemporaryFolders, temporaryFolder, textsIn } from '../temporary.ts';

type Texts = Record<string, string>;
type Direction = 'push' | 'pull';

const command = path.join(import.meta.dirname, '../../../dist/cli/dataModel.js');
const preload = path.join(import.meta.dirname, 'killAtStep.mjs');

const cube = (name: string, column: string) => `cubes:\n  - name: ${name}\n    sql_table: shop.${column}\n`;
const old: Texts = {
  'cube.js': 'module.exports = {};\n',
  ...Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => [`model/cubes/${name}.yml`, cube(name, 'first')]),
  ),
};
/** An edit and an addition in a new folder; then a rename; then a deletion. */
const contents: Texts = {
  ...old,
  'model/cubes/a.yml': cube('a', 'second'),
  'model/views/v.yml': 'views:\n  - name: v\n',
};
const { 'model/cubes/d.yml': moved, ...others } = contents;
const renamed: Texts = { ...others, 'model/moved.yml': moved! };
const { 'model/cubes/e.yml': _, ...next } = renamed;
/** The branch before and after each step of a push. */
const stages = [old, contents, renamed, next];

/** A folder, a branch and a separate emulator, in sync again before each run. */
class Lane {
  readonly folder = temporaryFolder();
  readonly #state = temporaryFolder();
  readonly #synced = temporaryFolder();
  readonly #emulator: RunningEmulator;
  readonly #client: Client;
  readonly #params: { deploymentId: number };
  readonly #branchName: string;

  private constructor(emulator: RunningEmulator, client: Client, branchName: string) {
    this.#emulator = emulator;
    this.#client = client;
    this.#params = { deploymentId: emulator.deploymentId };
    this.#branchName = branchName;
  }

  static async open(): Promise<Lane> {
    const emulator = await startEmulator({ sample: false, buildMs: 0, log: silentLog });
    const client = new Client({ baseUrl: emulator.url, credential: { token: emulator.apiKey } });
    const { branchName } = await client.call(operations.startDevMode, {
      params: { deploymentId: emulator.deploymentId },
      body: { branchName: emulator.deployBranch },
    });
    const lane = new Lane(emulator, client, branchName);
    await lane.#setRemote(old);
    lane.#setFolder(old);
    const { code, output } = await lane.sync('push');
    assert.equal(code, 0, output);
    cpSync(lane.#state, lane.#synced, { recursive: true });
    return lane;
  }

  /** Restores the synced state, then changes one side. */
  async prepare(direction: Direction): Promise<void> {
    rmSync(this.#state, { recursive: true });
    cpSync(this.#synced, this.#state, { recursive: true });
    await this.#setRemote(direction === 'push' ? old : next);
    this.#setFolder(direction === 'push' ? next : old);
  }

  #setFolder(texts: Texts): void {
    rmSync(this.folder, { recursive: true });
    mkdirSync(this.folder);
    for (const [file, text] of Object.entries(texts)) put(this.folder, file, text);
  }

  async sync(
    direction: Direction,
    env: NodeJS.ProcessEnv = {},
  ): Promise<{ code: number | null; signal: string | null; output: string }> {
    const place = ['--url', this.#emulator.url, '--deployment', String(this.#emulator.deploymentId)];
    const files = ['--branch', this.#branchName, '--dir', this.folder, '--state', this.#state];
    const args = [
      '--import',
      preload,
      command,
      'sync',
      ...place,
      ...files,
      '--json',
      ...(direction === 'pull' ? ['--pull'] : []),
    ];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, DATA_MODEL_API_KEY: this.#emulator.apiKey, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return { code, signal, output };
  }

  /** Whether a text is anywhere in the folder or in its stored state. */
  keeps(text: string): boolean {
    return [this.folder, this.#state].some((folder) => Object.values(textsIn(folder)).includes(text));
  }

  async remote(): Promise<Texts> {
    const texts: Texts = {};
    const walk = (nodes: readonly { path: string; content?: unknown; children?: unknown }[]): void => {
      for (const { path: file, content, children } of nodes) {
        if (Array.isArray(children)) walk(children);
        else texts[file.replace(/^\//, '')] = content as string;
      }
    };
    const query = { branchName: this.#branchName, withContent: true };
    walk(((await this.#client.call(operations.listFiles, { params: this.#params, query })) as { items: [] }).items);
    return texts;
  }

  async #setRemote(texts: Texts): Promise<void> {
    const branchName = this.#branchName;
    const files = Object.entries(texts).map(([file, content]) => ({ path: file, content }));
    await this.#client.call(operations.putFiles, { params: this.#params, body: { branchName, files } });
    const gone = Object.keys(await this.remote()).filter((file) => !(file in texts));
    if (gone.length === 0) return;
    const body = { branchName, files: gone.map((file) => ({ path: file })) };
    await this.#client.call(operations.deleteFiles, { params: this.#params, body });
  }

  async close(): Promise<void> {
    this.#client.dispose();
    await this.#emulator.close();
  }
}

describe('a killed process', function () {
  this.timeout(600_000);
  let lanes: Lane[] = [];
  /** Indexes of the stages at which a push was killed. */
  const reached = new Set<number>();

  before(async () => {
    assert.ok(existsSync(command), 'npm run build makes the command');
    lanes = await Promise.all([Lane.open(), Lane.open()]);
  });
  after(async () => {
    await Promise.all(lanes.map((lane) => lane.close()));
    removeTemporaryFolders();
  });

  /** The labels of the program's disk and network operations. */
  async function stepsOf(direction: Direction): Promise<string[]> {
    const log = path.join(temporaryFolder(), 'steps');
    await lanes[0]!.prepare(direction);
    const { code, output } = await lanes[0]!.sync(direction, { STEP_LOG: log });
    assert.equal(code, 0, output);
    return readFileSync(log, 'utf8').trim().split('\n');
  }

  async function killAt(lane: Lane, direction: Direction, step: number, where: string): Promise<void> {
    await lane.prepare(direction);
    const { signal, code, output } = await lane.sync(direction, { KILL_AT: String(step) });
    // Parallel work may take fewer steps than before; then it has finished.
    assert.ok(signal === 'SIGKILL' || code === 0, `${where}: ${code} ${output}`);
    const remote = await lane.remote();
    const folder = textsIn(lane.folder);
    if (direction === 'push') {
      assert.deepEqual(folder, next, `${where}: the folder of a push is left alone`);
      const stage = stages.findIndex((each) => isDeepStrictEqual(remote, each));
      assert.ok(stage >= 0, `${where}: a step is half done: ${JSON.stringify(remote)}`);
      reached.add(stage);
    } else {
      assert.deepEqual(remote, next, `${where}: the branch of a pull is left alone`);
      for (const file of new Set([...Object.keys(old), ...Object.keys(next)])) {
        const text = folder[file];
        const isWhole = text === old[file] || text === next[file];
        // Between the moves of the old and the new file, both are next to it.
        const isAside = text === undefined && lane.keeps(old[file]!);
        assert.ok(isWhole || isAside, `${where}: ${file} is torn: ${JSON.stringify(text)}`);
      }
    }
    const again = await lane.sync(direction);
    assert.equal(again.code, 0, `${where}: the next run says ${again.output}`);
    assert.deepEqual(await lane.remote(), next, `${where}: the branch after the next run`);
    assert.deepEqual(textsIn(lane.folder), next, `${where}: the folder after the next run`);
  }

  for (const direction of ['push', 'pull'] as const) {
    it(`loses nothing during a ${direction}, and the next one finishes the work`, async () => {
      const steps = await stepsOf(direction);
      const labels = [...new Set(steps)];
      assert.ok(labels.includes('send') && labels.includes('handle.sync'), `steps: ${labels.join(', ')}`);
      console.log(`      ${steps.length} steps of a ${direction}: ${labels.join(', ')}`);
      const left = [...shareOf([...steps.keys()], testSeed())];
      await Promise.all(
        lanes.map(async (lane) => {
          for (let at = left.shift(); at !== undefined; at = left.shift()) {
            await killAt(lane, direction, at + 1, `killed before step ${at + 1} (${steps[at]}) of a ${direction}`);
          }
        }),
      );
      if (direction === 'push') assert.deepEqual([...reached].sort(), [0, 1, 2, 3]);
    });
  }
});
