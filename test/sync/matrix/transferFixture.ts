/** An emulator with an empty dev branch, engines on it, and another client of the same platform. */

import { strict as assert } from 'node:assert';
import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../../src/emulator/emulator.ts';
import { Client } from '../../../src/platform/client.ts';
import { type PlatformCaller, RemoteBranch } from '../../../src/sync/remote/remoteBranch.ts';
import { SyncEngine } from '../../../src/sync/syncEngine.ts';
import type { SyncResult } from '../../../src/sync/transfer/syncResult.ts';
import { removeTemporaryFolders, temporaryFolder } from '../temporary.ts';

class TransferFixture {
  branchName = '';
  /** The operations that the engines sent during the last `transferAll`. */
  sent: string[] = [];
  #emulator: RunningEmulator | undefined;
  #client: Client | undefined;
  readonly #engines: SyncEngine[] = [];

  async start(): Promise<void> {
    this.#emulator = await startEmulator({ sample: false, buildMs: 0 });
    this.#client = new Client({ baseUrl: this.#emulator.url, credential: { token: this.#emulator.apiKey } });
  }

  async close(): Promise<void> {
    for (const engine of this.#engines) engine.dispose();
    this.#client?.dispose();
    await this.#emulator?.close();
    removeTemporaryFolders();
  }

  /** Opens dev mode on a new branch without files. */
  async createBranch(name: string): Promise<void> {
    const client = this.#client!;
    const params = { deploymentId: this.#emulator!.deploymentId };
    await client.call(operations.createBranch, { params, body: { name, from: 'main' } });
    this.branchName = (await client.call(operations.startDevMode, { params, body: { branchName: name } })).branchName;
  }

  createEngine(
    folder: string,
    caller = this.#countingCaller,
    origin = this.#emulator!.url,
    modelFolder = 'model',
  ): SyncEngine {
    const target = {
      origin,
      deploymentId: this.#emulator!.deploymentId,
      branchName: this.branchName,
      projectFolder: folder,
      modelFolder,
    };
    const engine = new SyncEngine({ target, client: caller, storageFolder: temporaryFolder(), log: silentLog });
    this.#engines.push(engine);
    return engine;
  }

  /** Pushes or pulls everything (or `paths`), and confirms a halt. */
  async transferAll(engine: SyncEngine, direction: 'push' | 'pull', paths?: readonly string[]): Promise<SyncResult> {
    this.sent = [];
    const options = paths ? { paths } : {};
    let result = await engine[direction](options);
    if (result.halt?.confirmable) result = await engine[direction]({ ...options, confirmed: true, plan: result.plan });
    assert.equal(result.halt, undefined);
    assert.deepEqual(result.deferred, []);
    return result;
  }

  /** Sends a request as another program with the same key. */
  async callAsOtherClient(method: string, route: string, body: unknown) {
    const isForm = body instanceof FormData;
    const { url, deploymentId, apiKey } = this.#emulator!;
    const response = await fetch(`${url}/build/api/v1/deployments/${deploymentId}/data-model/${route}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** Path → hash, as the platform lists the branch. */
  async listBranch(): Promise<Map<string, string>> {
    const { url, deploymentId, apiKey } = this.#emulator!;
    const query = `branchName=${encodeURIComponent(this.branchName)}`;
    const response = await fetch(`${url}/build/api/v1/deployments/${deploymentId}/data-model/file-hashes?${query}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const hashes = new Map(Object.entries((await response.json()) as Record<string, { hash: string }>));
    return new Map(Array.from(hashes, ([path, { hash }]) => [path.slice(1), hash]));
  }

  /** Path → text of every file on the branch. */
  async contents(): Promise<Map<string, string>> {
    const { url, deploymentId } = this.#emulator!;
    const port = new RemoteBranch(this.#client as PlatformCaller, {
      origin: url,
      deploymentId,
      branchName: this.branchName,
    });
    const paths = await port.listPaths();
    const texts = await port.contents(paths);
    return new Map(Array.from(paths, (path) => [path, Buffer.from(texts.get(path) ?? []).toString()]));
  }

  /** The reason the engine gives for not syncing a path. */
  refusalOf(engine: SyncEngine, path: string): string {
    const entry = engine.state.value.plan?.refused.find((each) => each.path === path);
    const { synced, reason } = engine.why(path);
    assert.equal(synced, false, `${path} counts as synced`);
    return (entry?.reason ?? reason).message;
  }

  readonly #countingCaller: PlatformCaller = {
    call: (operation, input, options) => {
      this.sent.push(operation.id);
      return (this.#client as PlatformCaller).call(operation, input, options);
    },
  };
}

/** Starts the fixture before the tests of a `describe`, and closes it after them. */
export function useTransferFixture(): TransferFixture {
  const fixture = new TransferFixture();
  before(() => fixture.start());
  after(() => fixture.close());
  return fixture;
}
