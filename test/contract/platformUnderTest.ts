/** The platform that the contract tests call, with clients for several users, raw requests and a record of the tested operations. */

import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import type { ItemOf, ListOperation, Operation, ResponseOf } from '../../src/contract/definition/operation.ts';
import { readErrorText } from '../../src/contract/definition/shapes.ts';
import { openApiDocument } from '../../src/contract/openApi.ts';
import { operations } from '../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../src/emulator/emulator.ts';
import { pollBuild } from '../../src/platform/builds.ts';
import { type CallArguments, Client } from '../../src/platform/client.ts';
import { encodeMultipart } from '../../src/platform/http/multipart.ts';
import { Transport } from '../../src/platform/http/transport.ts';
import type { WireRequest, WireResponse } from '../../src/platform/http/wire.ts';
import type { InputOf } from '../../src/platform/request.ts';
import { type ApiDocument, DocumentSchemas } from './documentSchemas.ts';
import { emulatorOptions, removeRemote } from './emulatorOptions.ts';

/** A user by key, or the viewer of an embed session by token. */
export type Caller = 'user' | 'colleague' | 'leaver' | 'admin' | { token: string };
export type AnyOperation = (typeof operations)[keyof typeof operations];

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Undefined if the text is not JSON. */
  body: unknown;
}

interface RawInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Keeps the last response on the wire. */
class RecordingTransport extends Transport {
  last: WireResponse | undefined;

  override async send(request: WireRequest, options: Parameters<Transport['send']>[1]): Promise<WireResponse> {
    this.last = await super.send(request, options);
    return this.last;
  }
}

class Platform {
  readonly emulator: RunningEmulator;
  /** Ids of the operations that succeeded. */
  readonly succeeded = new Set<string>();
  /** `<operation>: <when>` of the documented failures that occurred. */
  readonly refused = new Set<string>();
  readonly #clients = new Map<string, Client>();
  readonly #transport = new RecordingTransport();
  readonly #schemas = new DocumentSchemas(openApiDocument() as ApiDocument);

  constructor(emulator: RunningEmulator) {
    this.emulator = emulator;
  }

  keyOf(caller: Caller): string {
    if (typeof caller === 'object') return caller.token;
    const { apiKey, adminApiKey, keys } = this.emulator;
    return { user: apiKey, admin: adminApiKey, colleague: keys.colleague!, leaver: keys.leaver! }[caller];
  }

  clientOf(caller: Caller = 'user'): Client {
    const token = this.keyOf(caller);
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

  /** Calls through the client; checks the documented status and that the body is JSON. */
  async call<O extends Operation>(operation: O, input: InputOf<O>, caller: Caller = 'user'): Promise<ResponseOf<O>> {
    const answer = await this.clientOf(caller).call(operation, ...([input] as unknown as CallArguments<O>));
    const { status, headers } = this.#transport.last!;
    assert.equal(status, operation.status, `${operation.id} answers ${operation.status}`);
    if (answer !== undefined && operation.answers === 'json')
      assert.match(headers.get('content-type') ?? '', /^application\/json\b/, operation.id);
    if (answer !== undefined && operation.answers === 'json')
      this.#schemas.assertResponse(operation.id, status, answer);
    this.succeeded.add(operation.id);
    return answer;
  }

  /** The items of all pages of a list. */
  async listAll<O extends ListOperation>(
    operation: O,
    input: InputOf<O>,
    caller: Caller = 'user',
  ): Promise<ItemOf<O>[]> {
    const items: ItemOf<O>[] = [];
    for await (const item of this.clientOf(caller).items(operation, ...([input] as unknown as CallArguments<O>)))
      items.push(item);
    return items;
  }

  /** Sends a request that the client would reject, and returns the response unparsed. */
  sendRaw(
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
   * Causes a failure of the table; checks its status and that the body is an error. Spec: Errors 1. @returns the error text
   */
  async assertRefused<O extends AnyOperation>(
    operation: O,
    when: string,
    input: RawInput,
    { caller = 'user' }: { caller?: Caller } = {},
  ): Promise<string> {
    const documented = operation.failures.find((failure) => failure.when === when);
    assert.ok(documented, `${operation.id} documents a failure when ${when}`);
    const answer = await this.sendRaw(operation, input, `Bearer ${this.keyOf(caller)}`);
    assert.equal(answer.status, documented.status, `${operation.id} when ${when}: ${answer.text}`);
    assert.match(String(answer.headers['content-type']), /^application\/json\b/);
    this.#schemas.assertResponse(operation.id, answer.status, answer.body);
    this.refused.add(`${operation.id}: ${when}`);
    return errorTextOf(answer);
  }

  /** Creates a deployment with `files` on a built production branch. */
  async newDeployment(name: string, files: Record<string, string> = sampleFiles): Promise<TestDeployment> {
    const created = await this.call(operations.createDeployment, { body: { name } });
    const params = { deploymentId: created.id };
    const settings = await this.call(operations.getDeploymentSettings, { params });
    const deployBranch = settings.deployBranchName ?? 'main';
    const deployment = new TestDeployment(this, params, deployBranch);
    if (Object.keys(files).length > 0) {
      const { branchName } = await this.call(operations.startDevMode, { params, body: { branchName: deployBranch } });
      await deployment.putFiles(files, branchName);
      await this.call(operations.commit, { params, body: { branchName, message: 'First model', exitDevMode: true } });
      await this.call(operations.deleteBranch, { params, query: { branchName } });
      await deployment.waitForBuild(deployBranch);
    }
    return deployment;
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) client.dispose();
    this.#transport.dispose();
    await this.emulator.close();
  }
}

export type { Platform };

/** A deployment for tests, with shortcuts to its operations. */
export class TestDeployment {
  readonly platform: Platform;
  readonly params: { deploymentId: string | number };
  readonly productionBranch: string;

  constructor(platform: Platform, params: { deploymentId: string | number }, productionBranch: string) {
    this.platform = platform;
    this.params = params;
    this.productionBranch = productionBranch;
  }

  /** Opens dev mode on a branch; resolves with the name of the dev branch. */
  async openDevMode(branchName: string = this.productionBranch, caller: Caller = 'user'): Promise<string> {
    const { params } = this;
    return (await this.platform.call(operations.startDevMode, { params, body: { branchName } }, caller)).branchName;
  }

  async putFiles(files: Record<string, string>, branchName?: string, caller: Caller = 'user'): Promise<void> {
    const body = { files: Object.entries(files).map(([path, content]) => ({ path, content })) };
    const { params } = this;
    await this.platform.call(
      operations.putFiles,
      { params, body: branchName === undefined ? body : { ...body, branchName } },
      caller,
    );
  }

  /** Texts by path (without leading slash) of a branch, or of the open dev branch. */
  async readFiles(branchName?: string, caller: Caller = 'user'): Promise<Record<string, string>> {
    const query = { withContent: true, ...(branchName === undefined ? {} : { branchName }) };
    const tree = await this.platform.call(operations.listFiles, { params: this.params, query }, caller);
    const texts: Record<string, string> = {};
    const walk = (nodes: readonly Node[]): void => {
      for (const { path, type, content, children } of nodes) {
        if (type === 'file') texts[path.replace(/^\//, '')] = content ?? '';
        walk(children ?? []);
      }
    };
    walk((tree.items ?? tree.data ?? []) as Node[]);
    return texts;
  }

  async listBranches(caller: Caller = 'user') {
    const answer = await this.platform.call(operations.listBranches, { params: this.params }, caller);
    return (answer.items ?? []) as {
      id: number;
      name: string;
      parentBranch?: string | null;
      lastHash?: string | null;
      isStagingEnvironmentEnabled?: boolean | null;
    }[];
  }

  async findBranch(branchName: string) {
    return (await this.listBranches()).find(({ name }) => name === branchName);
  }

  /** Waits for the end of a branch's build. */
  waitForBuild(branchName: string) {
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

/** The text of an error body, which is a JSON object with an `error` string. Spec: Errors 1. */
export function errorTextOf({ body, text }: Answer): string {
  const error = (body as { error?: unknown } | undefined)?.error;
  assert.equal(typeof error, 'string', `an error is a JSON object with an error string: ${text.slice(0, 200)}`);
  assert.ok((error as string).trim() !== '', 'the error string is not empty');
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

/** The same platform for all tests; `closePlatform` stops it. */
export function platformUnderTest(): Promise<Platform> {
  running ??= emulatorOptions()
    .then(startEmulator)
    .then((emulator) => new Platform(emulator));
  return running;
}

export async function closePlatform(): Promise<void> {
  await (await running)?.close();
  running = undefined;
  removeRemote();
}
