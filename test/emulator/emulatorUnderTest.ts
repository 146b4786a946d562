/** An emulator for tests: fast builds, a separate deployment for each test, plain HTTP requests. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { stderrLog } from '../../src/base/log.ts';
import { type EmulatorOptions, type RunningEmulator, startEmulator } from '../../src/emulator/emulator.ts';
import { sharedCompiler } from '../compiler/compilerUnderTest.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any shape; each test asserts what it expects
  body: any;
}

export type Files = Record<string, string | Uint8Array>;

export const cubeText = (name: string, sql = 'id') =>
  `cubes:\n  - name: ${name}\n    sql_table: ${name}\n    dimensions:\n      - name: id\n        sql: ${sql}\n        type: number\n        primary_key: true\n`;

export function sha1(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('hex');
}

/** Sends requests to one deployment as one user. */
export class DeploymentClient {
  readonly url: string;
  readonly key: string;
  readonly id: number;

  constructor(url: string, key: string, id: number) {
    this.url = url;
    this.key = key;
    this.id = id;
  }

  /** The same deployment as another user. */
  as(key: string): DeploymentClient {
    return new DeploymentClient(this.url, key, this.id);
  }

  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: jsonOf(text) };
  }

  /** Requests a route of the deployment's build API. */
  build(method: string, route: string, body?: unknown): Promise<Answer> {
    return this.send(method, `/build/api/v1/deployments/${this.id}${route}`, body);
  }

  /** Requests a route of the deployment's control plane. */
  control(method: string, route: string, body?: unknown): Promise<Answer> {
    return this.send(method, `/api/v1/deployments/${this.id}${route}`, body);
  }

  /** Awaits a response and asserts the status 200. */
  async done(answer: Promise<Answer>): Promise<Answer['body']> {
    const { status, body } = await answer;
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  async openDevMode(branchName = 'main'): Promise<string> {
    return (await this.done(this.build('POST', '/dev-mode', { branchName }))).branchName;
  }

  put(files: Record<string, string>, branchName?: string): Promise<Answer> {
    const list = Object.entries(files).map(([path, content]) => ({ path, content }));
    return this.build('PUT', '/data-model/files', { files: list, ...(branchName === undefined ? {} : { branchName }) });
  }

  async hashes(branchName: string): Promise<Record<string, string>> {
    const map = await this.done(
      this.build('GET', `/data-model/file-hashes?branchName=${encodeURIComponent(branchName)}`),
    );
    return Object.fromEntries(Object.entries(map).map(([path, entry]) => [path, (entry as { hash: string }).hash]));
  }

  /** Content by path without the leading slash. */
  async files(branchName: string): Promise<Record<string, string>> {
    const query = `withContent=true&branchName=${encodeURIComponent(branchName)}`;
    const found: Record<string, string> = {};
    const walk = (nodes: { path: string; type: string; content?: string; children?: [] }[]): void => {
      for (const { path, type, content, children } of nodes) {
        if (type === 'file') found[path.slice(1)] = content!;
        else walk(children!);
      }
    };
    walk((await this.done(this.build('GET', `/data-model/files?${query}`))).items);
    return found;
  }

  async branches(): Promise<Record<string, { id: number; parentBranch: string | null; lastHash: string }>> {
    const { items } = await this.done(this.build('GET', '/branches'));
    return Object.fromEntries(items.map((branch: { name: string }) => [branch.name, branch]));
  }

  createBranch(name: string, from?: string): Promise<Answer> {
    return this.build('POST', '/branches', from === undefined ? { name } : { name, from });
  }

  commit(branchName: string, message = 'Test'): Promise<Answer> {
    return this.build('POST', '/commit', { branchName, message });
  }

  async status(branchName = 'main', wait = false): Promise<Answer['body']> {
    return this.done(
      this.control('GET', `/build-status?branchName=${encodeURIComponent(branchName)}${wait ? '&wait=true' : ''}`),
    );
  }

  async upload(branchName: string, files: Files, more: Record<string, unknown> = {}): Promise<Answer> {
    const transaction = await this.startUpload(branchName);
    for (const [path, content] of Object.entries(files)) await this.sendFile(transaction, path, content);
    return this.finishUpload(transaction, files, more);
  }

  async startUpload(branchName: string): Promise<{ id: string }> {
    const query = `?branchName=${encodeURIComponent(branchName)}`;
    return (await this.done(this.build('POST', `/data-model/upload/start${query}`))).transaction;
  }

  async sendFile(transaction: { id: string }, fileName: string, content: string | Uint8Array): Promise<Answer> {
    const form = new FormData();
    form.set('transaction', JSON.stringify(transaction));
    form.set('fileName', fileName);
    form.set('file', new Blob([content as string]), 'file');
    const response = await fetch(`${this.url}/build/api/v1/deployments/${this.id}/data-model/upload/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.key}` },
      body: form,
    });
    return { status: response.status, headers: response.headers, body: jsonOf(await response.text()) };
  }

  finishUpload(transaction: { id: string }, files: Files, more: Record<string, unknown> = {}): Promise<Answer> {
    const manifest = Object.fromEntries(
      Object.entries(files).map(([path, content]) => [path, { hash: sha1(content) }]),
    );
    return this.build('POST', '/data-model/upload/finish', { transaction, files: manifest, ...more });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export interface EmulatorUnderTest {
  emulator: RunningEmulator;
  /** Creates a deployment with these files on its production branch. */
  newDeployment(files?: Record<string, string>): Promise<DeploymentClient>;
  close(): Promise<void>;
}

/** An emulator that shares its compiler with the other tests of this process, unless it trusts models. */
export function startTestEmulator(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  return startEmulator({ ...(!options.trustModels && { compiler: sharedCompiler() }), ...options });
}

export async function emulatorUnderTest(options: EmulatorOptions = {}): Promise<EmulatorUnderTest> {
  const emulator = await startTestEmulator({ buildMs: 40, log: stderrLog('error'), ...options });
  let count = 0;
  return {
    emulator,
    close: () => emulator.close(),
    async newDeployment(files = { 'cube.js': 'module.exports = {};\n', 'model/cubes/orders.yml': cubeText('orders') }) {
      const anyone = new DeploymentClient(emulator.url, emulator.apiKey, emulator.deploymentId);
      const created = await anyone.send('POST', '/build/api/v1/deployments/', { name: `Test ${++count}` });
      const client = new DeploymentClient(emulator.url, emulator.apiKey, created.body.id);
      const admin = client.as(emulator.adminApiKey);
      const dev = await admin.openDevMode();
      await admin.done(admin.put(files, dev));
      await admin.done(admin.commit(dev));
      await admin.done(admin.build('DELETE', `/branches?branchName=${dev}`));
      return client;
    },
  };
}
