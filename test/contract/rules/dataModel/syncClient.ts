/** dbt syncs of one deployment, for the rules of the contract. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { manifestOf, model } from '../../../emulator/dbt/manifests.ts';
import { syncing } from '../../emulatorOptions.ts';
import type { Caller, Platform, TestDeployment } from '../../platformUnderTest.ts';

type Body = Record<string, unknown>;

/** The smallest manifest with a cube. */
export const oneModel = (name = 'visits') => manifestOf({ nodes: model(name, { columns: { id: {} } }) });

export class SyncClient {
  readonly platform: Platform;
  readonly deployment: TestDeployment;

  constructor(platform: Platform, deployment: TestDeployment) {
    this.platform = platform;
    this.deployment = deployment;
  }

  get params() {
    return this.deployment.params;
  }

  at(syncJobId: string) {
    return { params: { ...this.params, syncJobId } };
  }

  start(body: Body = { manifest: oneModel() }, caller: Caller = 'user') {
    return this.platform.call(operations.startDbtSync, { params: this.params, body }, caller);
  }

  status(syncJobId: string) {
    return this.platform.call(operations.getDbtSyncStatus, this.at(syncJobId));
  }

  /** Starts a sync and waits for its end. @returns the answer of the start and the last status */
  async run(body?: Body, caller?: Caller) {
    const started = await this.start(body, caller);
    return { ...started, ...(await this.ended(started.syncJobId)) };
  }

  async ended(syncJobId: string): Promise<Awaited<ReturnType<SyncClient['status']>>> {
    for (;;) {
      const now = await this.status(syncJobId);
      if (now.status === 'COMPLETED' || now.status === 'FAILED') return now;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  result(syncJobId: string) {
    return this.platform.call(operations.getDbtSyncResult, this.at(syncJobId));
  }

  async logs(syncJobId: string) {
    return (await this.platform.call(operations.listDbtSyncLogs, this.at(syncJobId))).items!;
  }

  files(syncJobId: string, query: { first?: number; after?: string } = {}) {
    return this.platform.call(operations.listDbtSyncFiles, { ...this.at(syncJobId), query });
  }

  /** The entry of the history. */
  async entry(syncJobId: string) {
    const { items } = await this.history();
    const found = items!.find((run) => run.syncJobId === syncJobId);
    assert.ok(found, `the history has ${syncJobId}`);
    return found;
  }

  history(query: Record<string, unknown> = {}) {
    return this.platform.call(operations.listDbtSyncs, { params: this.params, query: query as never });
  }

  cancel(syncJobId: string) {
    return this.platform.call(operations.cancelDbtSync, this.at(syncJobId));
  }
}

/** Lets every sync stop in a phase until `release`. `reached` resolves when one is there. */
export function holdPhase(held: string): { reached: Promise<void>; release(): void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    syncing.step = async (phase, signal) => {
      if (phase !== held) return;
      resolve();
      await new Promise<void>((go, stop) => {
        signal.addEventListener('abort', () => stop(new Error('Aborted')), { once: true });
        void released.then(go);
      });
    };
  });
  return { reached, release };
}
