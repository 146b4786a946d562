/** Runs `npm run sync` as CI does: in a separate process against an emulator, with one branch and one folder. */

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../src/contract/operations.ts';
import type { RunningEmulator } from '../../src/emulator/emulator.ts';
import { Client } from '../../src/platform/client.ts';
import { startTestEmulator } from '../emulator/emulatorUnderTest.ts';
import { put, removeTemporaryFolders, temporaryFolder, textsIn } from '../sync/temporary.ts';
import { runBundle } from './runBundle.ts';

export type Texts = Record<string, string>;

interface Entry {
  kind: string;
  path: string;
  change?: string;
}

/** The JSON object of `--json`. */
export interface Report {
  branch: string;
  direction: string;
  dryRun: boolean;
  plan: { id: string; entries: Entry[] };
  done: { path: string; direction: string; change: string }[];
  deferred: { path: string; reason: string }[];
  refused: { path: string; reason: string }[];
  conflicts: { path: string; reason: string }[];
  halts: { kind: string; message: string; action: string; confirmable: boolean; paths: string[] }[];
  verified: boolean;
  requests: number;
  error?: string;
}

export interface Run {
  code: number | null;
  lines: string[];
  stderr: string;
  /** Parsed from the last line of the output. */
  report: Report;
}

export const cube = (name: string, table = name) => `cubes:\n  - name: ${name}\n    sql_table: shop.${table}\n`;

/** The content of both sides after the first sync. */
export const baseTexts: Texts = {
  'cube.js': 'module.exports = {};\n',
  ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`model/cubes/${name}.yml`, cube(name)])),
};

export class SyncCommand {
  readonly emulator: RunningEmulator;
  readonly client: Client;
  readonly folder = temporaryFolder();
  readonly #state = temporaryFolder();
  /** The sync state after the first sync. */
  readonly #stateAfterFirstSync = temporaryFolder();
  #branchName = '';

  constructor(emulator: RunningEmulator) {
    this.emulator = emulator;
    this.client = new Client({ baseUrl: emulator.url, credential: { token: emulator.apiKey } });
  }

  get params(): { deploymentId: number } {
    return { deploymentId: this.emulator.deploymentId };
  }

  /** The open dev branch. */
  get branchName(): string {
    return this.#branchName;
  }

  async firstSync(): Promise<void> {
    this.#branchName = await this.openDevMode('main');
    await this.setRemote(baseTexts);
    this.write(baseTexts);
    const { code, stderr } = await this.sync();
    assert.equal(code, 0, stderr);
    cpSync(this.#state, this.#stateAfterFirstSync, { recursive: true });
  }

  /** Empties folder and state, and sets the branch to `baseTexts`. */
  async reset(): Promise<void> {
    this.emulator.faults.clear();
    await this.openDevMode(this.branchName);
    await this.setRemote(baseTexts);
    for (const each of [this.folder, this.#state]) {
      rmSync(each, { recursive: true });
      mkdirSync(each);
    }
  }

  /** Makes the folder equal to the branch, with the state of the first sync. */
  inSync(): void {
    this.write(baseTexts);
    cpSync(this.#stateAfterFirstSync, this.#state, { recursive: true });
  }

  async dispose(): Promise<void> {
    this.client.dispose();
    await this.emulator.close();
    removeTemporaryFolders();
  }

  async openDevMode(branchName: string): Promise<string> {
    return (await this.client.call(operations.startDevMode, { params: this.params, body: { branchName } })).branchName;
  }

  async remote(): Promise<Texts> {
    const texts: Texts = {};
    const walk = (nodes: readonly { path: string; content?: unknown; children?: unknown }[]): void => {
      for (const { path, content, children } of nodes) {
        if (Array.isArray(children)) walk(children);
        else texts[path.replace(/^\//, '')] = content as string;
      }
    };
    const input = { params: this.params, query: { branchName: this.branchName, withContent: true } };
    walk(((await this.client.call(operations.listFiles, input)) as { items: [] }).items);
    return texts;
  }

  async setRemote(texts: Texts): Promise<void> {
    const { params, branchName } = this;
    const files = Object.entries(texts).map(([path, content]) => ({ path, content }));
    if (files.length > 0) await this.client.call(operations.putFiles, { params, body: { branchName, files } });
    const removed = Object.keys(await this.remote()).filter((path) => !(path in texts));
    if (removed.length === 0) return;
    const body = { branchName, files: removed.map((path) => ({ path })) };
    await this.client.call(operations.deleteFiles, { params, body });
  }

  local(): Texts {
    return textsIn(this.folder);
  }

  state(): Texts {
    return textsIn(this.#state);
  }

  write(texts: Texts): void {
    for (const [path, text] of Object.entries(texts)) put(this.folder, path, text);
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true });
  }

  /** The arguments except for the key. */
  args(branchName = this.branchName): string[] {
    const { url, deploymentId } = this.emulator;
    const target = ['--url', url, '--deployment', String(deploymentId), '--branch', branchName];
    return [...target, '--dir', this.folder, '--state', this.#state];
  }

  sync(...flags: string[]): Promise<Run> {
    return this.run([...this.args(), '--json', ...flags], { DATA_MODEL_API_KEY: this.emulator.apiKey });
  }

  /** Runs the command with exactly these arguments, and checks that output and state do not contain the key. */
  async run(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Run> {
    const { code, stdout, stderr } = await runBundle('sync', args, {
      cwd: this.#state,
      env: { DATA_MODEL_API_KEY: '', ...env },
      input,
    });
    const { apiKey } = this.emulator;
    for (const text of [stdout, stderr]) {
      assert.ok(!text.includes(apiKey), 'the key is in the output');
      assert.ok(!text.includes(apiKey.slice(4, -4)), 'most of the key is in the output');
    }
    for (const text of Object.values(this.state())) assert.ok(!text.includes(apiKey), 'the key is in the state');
    const lines = stdout.trimEnd().split('\n');
    let report = {} as Report;
    try {
      report = JSON.parse(lines.at(-1)!) as Report;
    } catch {
      // Output without an object; a test that needs one fails on its fields.
    }
    return { code, lines, stderr, report };
  }
}

/** Registers the hooks of a suite and returns its command. */
export function useSyncCommand(): () => SyncCommand {
  let command: SyncCommand;
  before(async () => {
    command = new SyncCommand(await startTestEmulator({ sample: false, buildMs: 0 }));
    await command.firstSync();
  });
  after(() => command.dispose());
  beforeEach(() => command.reset());
  return () => command;
}
