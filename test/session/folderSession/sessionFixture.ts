/** A folder session in dev mode on an emulator with the sample model, for each test of a `describe`. */

import assert from 'node:assert/strict';
import { delay } from '../../../src/base/async.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import type { FaultRule } from '../../../src/emulator/server/faults.ts';
import type { Problem } from '../../../src/model/source/problem.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { Workbench } from '../workbench.ts';

export const orders = 'model/cubes/orders.yml';
/** A mistake that the local checks and the compiler find. */
export const typo = { sound: 'NULLIF({count}, 0)', broken: 'NULLIF({cuont}, 0)', text: 'cuont' };
/** A file whose mistake only the compiler finds; its message does not name the file. */
export const importing = {
  file: 'model/cubes/extra.js',
  text: "const { table } = require('nowhere');\n\ncube('extra', { sql_table: table });\n",
};
export const writing = [
  'putFiles',
  'deleteFiles',
  'renameFiles',
  'startUpload',
  'uploadFile',
  'finishUpload',
  'commit',
  'merge',
  'mergeToDefault',
];

class SessionFixture {
  readonly emulator: RunningEmulator;
  readonly bench: Workbench;
  /** The text of `orders` without a mistake. */
  sound = '';
  static #branches = 0;

  constructor(emulator: RunningEmulator) {
    this.emulator = emulator;
    this.bench = new Workbench(emulator, emulator.deploymentId);
  }

  async open(): Promise<void> {
    await this.bench.open(await this.createBranch());
    this.sound = this.bench.read(orders) ?? '';
    assert.ok(this.sound.includes(typo.sound));
  }

  close(): void {
    this.emulator.faults.clear();
    this.bench.close();
  }

  /** Creates a shared branch, so that no test sees the edits of another one. */
  async createBranch(): Promise<string> {
    SessionFixture.#branches += 1;
    const name = `feature-${SessionFixture.#branches}`;
    const params = { deploymentId: this.emulator.deploymentId };
    await this.bench.client.call(operations.createBranch, { params, body: { name } });
    return name;
  }

  problems(): Problem[] {
    return [...this.bench.session.model.problems.value.values()].flat();
  }

  /** The text at the range of a problem, read from the file on disk. */
  textAt({ file, range }: Problem): string {
    const line = this.bench.read(file)?.split('\n')[range.start.line] ?? '';
    assert.equal(range.start.line, range.end.line);
    return line.slice(range.start.character, range.end.character);
  }

  /** 0-based position of the first occurrence of a text in a file. */
  positionOf(file: string, text: string): { line: number; character: number } {
    const before = (this.bench.read(file) ?? '').split(text)[0]?.split('\n') ?? [];
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  }

  broken(): string {
    return this.sound.replace(typo.sound, typo.broken);
  }

  /** How often operations are called while `work` runs. */
  async countCalls(ids: readonly string[], work: () => Promise<unknown>): Promise<number> {
    const rules = ids.map((operation): FaultRule => ({ kind: 'latency', ms: 0, operation, times: 0 }));
    this.emulator.faults.set(rules);
    await work();
    return this.emulator.faults.state.reduce((sum, { injected }) => sum + injected, 0);
  }

  validation(): string {
    return this.bench.session.changes.value.validation;
  }

  /** Why the last step after a save failed. */
  failure(): unknown {
    return this.bench.session.changes.value.failed?.failure;
  }

  assertPlatformError(failure: unknown, kind: string, operation: string): void {
    assert.ok(failure instanceof PlatformError, String(failure));
    assert.equal(failure.kind, kind);
    assert.equal(failure.operation, operation);
    assert.equal(failure.host, new URL(this.emulator.url).host);
    assert.ok(failure.action);
    assert.ok(!failure.describe().includes(this.emulator.apiKey));
  }

  /** Resolves when the first fault is injected. */
  async faultInjected(): Promise<void> {
    while (this.emulator.faults.state[0]?.injected === 0) await delay(5);
  }

  /** Holds the next answer to an operation until it is released. */
  holdAnswer(operation: string): { answered: Promise<void>; release: () => void } {
    const { client } = this.bench;
    const call = client.call.bind(client) as (...args: unknown[]) => Promise<unknown>;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answered = new Promise<void>((resolve) => {
      let isWaiting = true;
      const holding = async (...args: unknown[]) => {
        const answer = await call(...args);
        if (!isWaiting || (args[0] as { id: string }).id !== operation) return answer;
        isWaiting = false;
        resolve();
        await released;
        return answer;
      };
      client.call = holding as typeof client.call;
    });
    return { answered, release: () => release() };
  }
}

/** The fixture of the running test; only valid inside tests and hooks. */
export function useSessionFixture(): SessionFixture {
  let emulator: RunningEmulator;
  let current: SessionFixture;
  before(async () => {
    emulator = await startTestEmulator({ buildMs: 10 });
  });
  after(() => emulator.close());
  beforeEach(async () => {
    current = new SessionFixture(emulator);
    await current.open();
  });
  afterEach(() => current.close());
  return new Proxy({} as SessionFixture, {
    get: (_, name) => {
      const value = Reflect.get(current, name, current) as unknown;
      return typeof value === 'function' ? value.bind(current) : value;
    },
  });
}
