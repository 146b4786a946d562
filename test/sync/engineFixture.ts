/** A folder, a branch in memory and sync engines between them, for tests of the engine. */

import { strict as assert } from 'node:assert';
import { silentLog } from '../../src/base/log.ts';
import { type Machine, thisMachine } from '../../src/base/machine.ts';
import { NodeDisk } from '../../src/base/nodeDisk.ts';
import { SyncEngine } from '../../src/sync/syncEngine.ts';
import type { SyncEngineOptions } from '../../src/sync/syncTypes.ts';
import type { SyncResult } from '../../src/sync/transfer/syncResult.ts';
import { simulatedWindowsDisk } from '../base/windowsDisk.ts';
import { FakeBranch } from './fakeBranch.ts';
import { put, removeTemporaryFolders, temporaryFolder, textsIn } from './temporary.ts';

export const model = { 'cube.js': 'module.exports = {};', 'model/a.yml': 'a: 1\n', 'model/b.yml': 'b: 1\n' };

/** Set by `windows.slow.test.ts`, which runs the tests of the engine again. */
const simulatesWindows = process.env.SIMULATED_WINDOWS === '1';

class EngineFixture {
  readonly folder = temporaryFolder();
  readonly storage = temporaryFolder();
  readonly branch: FakeBranch;
  readonly engines: SyncEngine[] = [];

  constructor(remote: Record<string, string | Uint8Array>) {
    this.branch = new FakeBranch(remote);
  }

  engine(options: Partial<SyncEngineOptions> = {}, projectFolder = this.folder): SyncEngine {
    const engine = new SyncEngine({
      target: {
        origin: 'https://platform.test',
        deploymentId: 1,
        branchName: this.branch.branchName,
        projectFolder,
        modelFolder: 'model',
      },
      client: { call: () => Promise.reject(new Error('This test has no client.')) },
      storageFolder: this.storage,
      log: silentLog,
      port: this.branch,
      lockWaitMs: 200,
      ...(simulatesWindows && { machine: { ...thisMachine(), disk: simulatedWindowsDisk() } }),
      ...options,
    });
    this.engines.push(engine);
    return engine;
  }

  /** An engine whose folder and branch are equal. */
  async synced(options: Partial<SyncEngineOptions> = {}): Promise<SyncEngine> {
    for (const [path, bytes] of this.branch.files) put(this.folder, path, bytes);
    const engine = this.engine(options);
    await engine.refresh();
    this.branch.calls.length = 0;
    return engine;
  }

  put(path: string, content: string | Uint8Array): void {
    put(this.folder, path, content);
  }

  get local(): Record<string, string> {
    return textsIn(this.folder);
  }
}

/** Creates fixtures in the tests of a `describe`, and cleans up after each test. */
export function useFixtures(): (remote?: Record<string, string | Uint8Array>) => EngineFixture {
  const fixtures: EngineFixture[] = [];
  afterEach(() => {
    for (const { engines } of fixtures.splice(0)) for (const engine of engines) engine.dispose();
    removeTemporaryFolders();
  });
  return (remote = model) => {
    const fixture = new EngineFixture(remote);
    fixtures.push(fixture);
    return fixture;
  };
}

/** A machine whose disk runs `work` right before the next call for a file. */
export function interceptedDisk(): {
  machine: Machine;
  beforeNextCall: (call: keyof NodeDisk, path: string, work: () => void) => void;
} {
  let next: { call: keyof NodeDisk; path: string; work: () => void } | undefined;
  const disk = new Proxy(new NodeDisk(), {
    get:
      (target, name: keyof NodeDisk) =>
      (...args: unknown[]) => {
        if (name === next?.call && String(args[0]).endsWith(next.path)) {
          next.work();
          next = undefined;
        }
        return (target[name] as (...args: unknown[]) => unknown).apply(target, args);
      },
  });
  const beforeNextCall = (call: keyof NodeDisk, path: string, work: () => void) => {
    next = { call, path, work };
  };
  return { machine: { ...thisMachine(), disk }, beforeNextCall };
}

export function doneIn({ done }: SyncResult): string[] {
  return done.map(({ direction, change, path }) => `${direction} ${change} ${path}`);
}

/** Confirms the plan at which the transfer halts. */
export async function confirm(engine: SyncEngine, direction: 'push' | 'pull'): Promise<SyncResult> {
  const halted = await engine[direction]();
  assert.equal(halted.halt?.confirmable, true, JSON.stringify(halted.halt));
  return engine[direction]({ confirmed: true, plan: halted.plan });
}
