/** The platform that the contract test drives: clients for two people, raw requests, and a record of what was driven. */

import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import type { ItemOf, Operation, ResponseOf } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { readErrorText } from '../../src/contract/shapes.ts';
import { type RunningEmulator, startEmulator } from '../../src/emulator/emulator.ts';
import { pollBuild } from '../../src/platform/builds.ts';
import { type CallArguments, Client, type ListOperation } from '../../src/platform/client.ts';
import { encodeMultipart } from '../../src/platform/http/multipart.ts';
import { Transport } from '../../src/platform/http/transport.ts';
import type { WireRequest, WireResponse } from '../../src/platform/http/wire.ts';
import type { InputOf } from '../../src/platform/request.ts';
import { emulatorOptions, removeRemote } from './emulatorOptions.ts';

/** A person by a key, or the viewer of an embed session by its token. */
export type Who = 'user' | 'colleague' | 'admin' | { token: string };
export type AnyOperation = (typeof operations)[keyof typeof operations];

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Undefined where the text is no JSON. */
  body: unknown;
}

interface RawInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Keeps the last response as it was on the wire. */
class WatchedTransport extends Transport {
  last: WireResponse | undefined;

  override async send(request: WireRequest, options: Parameters<Transport['send']>[1]): Promise<WireResponse> {
    this.last = await super.send(request, options);
    return this.last;
  }
}

class Platform {
  readonly emulator: RunningEmulator;
  /** Ids of operations that succeeded. */
  readonly succeeded = new Set<string>();
  /** `<operation>: <when>` of stated failures that were seen. */
  readonly refusals = new Set<string>();
  readonly #clients = new Map<string, Client>();
  readonly #transport = new WatchedTransport();

  constructor(emulator: RunningEmulator) {
    this.emulator = emulator;
  }

  keyOf(who: Who): string {
    if (typeof who === 'object') return who.token;
    const { apiKey, adminApiKey, keys } = this.emulator;
    return { user: apiKey, admin: adminApiKey, colleague: keys.colleague! }[who];
  }

  clientOf(who: Who = 'user'): Client {
    const token = this.keyOf(who);
    let client = this.#clients.get(token);
    if (!client) {
      const transport = this.#transport;
      client = new Client({
        baseUrl: this.emulator.url,
        credential: { token },
        transport,
        retry: { attempts: 1 },
      });
      this.#clients.set(token, client);
    }
    return client;
  }

  /** Calls as the client does; the status must be the stated one and the body JSON. */
  async ok<O extends Operation>(operation: O, input: InputOf<O>, who: Who = 'user'): Promise<ResponseOf<O>> {
    const answer = await this.clientOf(who).call(operation, ...([input] as unknown as CallArguments<O>));
    const { status, headers } = this.#transport.last!;
    assert.equal(status, operation.status, `${operation.id} answers ${operation.status}`);
    if (answer !== undefined && operation.answers === 'json')
      assert.match(headers.get('content-type') ?? '', /^application\/json\b/, operation.id);
    this.succeeded.add(operation.id);
    return answer;
  }

  /** All items of a list, over its pages. */
  async all<O extends ListOperation>(operation: O, input: InputOf<O>, who: Who = 'user'): Promise<ItemOf<O>[]> {
    const items: ItemOf<O>[] = [];
    for await (const item of this.clientOf(who).items(operation, ...([input] as unknown as CallArguments<O>)))
      items.push(item);
    return items;
  }

  /** Sends what the client would refuse to send, and reads the answer as it is. */
  raw(
    { method, path, encoding }: Pick<Operation, 'method' | 'path'> & { encoding?: Operation['encoding'] },
    { params = {}, query = {}, body }: RawInput = {},
    authorization: string | null = `Bearer ${this.keyOf('user')}`,
  ): Promise<Answer> {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? 0)));
    const url = new URL(`${this.emulator.url}${filled}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const headers: Record<string, string> = authorization === null ? {} : { authorization };
    let bytes: Uint8Array = Buffer.alloc(0);
    if (encoding === 'multipart' && body !== undefined) {
      const form = encodeMultipart(body as Record<string, string | Uint8Array>);
      bytes = form.body;
      headers['content-type'] = form.contentType;
    } else if (body !== undefined) {
      bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
      headers['content-type'] = 'application/json';
    }
    if (method !== 'GET') headers['content-length'] = String(bytes.length);
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(url, { method, headers, agent: false }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: incoming.statusCode!, headers: incoming.headers, text, body: parsed(text) });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(bytes);
    });
  }

  /**
   * Drives a failure that the table states: the status of its entry, and an error body. Spec: Errors 1. Resolves with the text.
   */
  async refused<O extends AnyOperation>(
    operation: O,
    when: string,
    input: RawInput,
    { who = 'user' }: { who?: Who } = {},
  ): Promise<string> {
    const stated = operation.failures.find((failure) => failure.when === when);
    assert.ok(stated, `${operation.id} states a failure when ${when}`);
    const answer = await this.raw(operation, input, `Bearer ${this.keyOf(who)}`);
    assert.equal(answer.status, stated.status, `${operation.id} when ${when}: ${answer.text}`);
    this.refusals.add(`${operation.id}: ${when}`);
    return errorTextOf(answer);
  }

  /** A new deployment with a built production branch that holds `files`. */
  async newDeployment(name: string, files: Record<string, string> = sampleFiles): Promise<Ground> {
    const created = await this.ok(operations.createDeployment, { body: { name } });
    const params = { deploymentId: created.id };
    const settings = await this.ok(operations.getDeploymentSettings, { params });
    const deployBranch = settings.deployBranchName ?? 'main';
    const ground = new Ground(this, params, deployBranch);
    if (Object.keys(files).length > 0) {
      const { branchName } = await this.ok(operations.startDevMode, { params, body: { branchName: deployBranch } });
      await ground.put(files, branchName);
      await this.ok(operations.commit, { params, body: { branchName, message: 'First model', exitDevMode: true } });
      await this.ok(operations.deleteBranch, { params, query: { branchName } });
      await ground.built(deployBranch);
    }
    return ground;
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) client.dispose();
    this.#transport.dispose();
    await this.emulator.close();
  }
}

export type { Platform };

/** One deployment to play on. */
export class Ground {
  readonly platform: Platform;
  readonly params: { deploymentId: string | number };
  readonly deployBranch: string;

  constructor(platform: Platform, params: { deploymentId: string | number }, deployBranch: string) {
    this.platform = platform;
    this.params = params;
    this.deployBranch = deployBranch;
  }

  /** Forks a branch into a dev branch; resolves with the dev branch's name. */
  async fork(branchName: string = this.deployBranch, who: Who = 'user'): Promise<string> {
    const { params } = this;
    return (await this.platform.ok(operations.startDevMode, { params, body: { branchName } }, who)).branchName;
  }

  async put(files: Record<string, string>, branchName?: string, who: Who = 'user'): Promise<void> {
    const body = { files: Object.entries(files).map(([path, content]) => ({ path, content })) };
    const { params } = this;
    await this.platform.ok(
      operations.putFiles,
      { params, body: branchName === undefined ? body : { ...body, branchName } },
      who,
    );
  }

  /** Paths (without their leading slash) and texts of a branch; of the open dev branch without a name. */
  async files(branchName?: string, who: Who = 'user'): Promise<Record<string, string>> {
    const query = { withContent: true, ...(branchName === undefined ? {} : { branchName }) };
    const tree = await this.platform.ok(operations.listFiles, { params: this.params, query }, who);
    const found: Record<string, string> = {};
    const walk = (nodes: readonly Node[]): void => {
      for (const { path, type, content, children } of nodes) {
        if (type === 'file') found[path.replace(/^\//, '')] = content ?? '';
        walk(children ?? []);
      }
    };
    walk((tree.items ?? tree.data ?? []) as Node[]);
    return found;
  }

  async branches(who: Who = 'user') {
    const answer = await this.platform.ok(operations.listBranches, { params: this.params }, who);
    return (answer.items ?? []) as {
      id: number;
      name: string;
      parentBranch?: string | null;
      lastHash?: string | null;
      isStagingEnvironmentEnabled?: boolean | null;
    }[];
  }

  async branch(name: string) {
    return (await this.branches()).find((branch) => branch.name === name);
  }

  /** The end of a branch's build. */
  built(branchName: string) {
    const target = { deploymentId: this.params.deploymentId, branchName };
    return pollBuild(this.platform.clientOf(), target, { intervalMs: 20, graceMs: 0, deadlineMs: 100_000 });
  }
}

interface Node {
  path: string;
  type: string;
  content?: string | null;
  children?: Node[] | null;
}

export const ordersFile = 'model/cubes/orders.yml';
export const ordersText = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - name: count
        type: count
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
`;
export const sampleFiles: Record<string, string> = {
  'cube.js': 'module.exports = {};\n',
  [ordersFile]: ordersText,
  'model/cubes/customers.yml': ordersText.replaceAll('orders', 'customers'),
};

/** The text of an error body. Spec: Errors 1: a JSON object with an `error` string. */
export function errorTextOf({ body, text }: Answer): string {
  const error = (body as { error?: unknown } | undefined)?.error;
  assert.equal(typeof error, 'string', `an error is a JSON object with an error string: ${text.slice(0, 200)}`);
  assert.ok((error as string).trim() !== '', 'and the string says something');
  return readErrorText(body)!;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

let running: Promise<Platform> | undefined;

/** One platform for the whole run; `closePlatform` ends it. */
export function platformUnderTest(): Promise<Platform> {
  running ??= startEmulator(emulatorOptions()).then((emulator) => new Platform(emulator));
  return running;
}

export async function closePlatform(): Promise<void> {
  await (await running)?.close();
  running = undefined;
  removeRemote();
}
