/** The memory of the emulator stays bounded, however many large bodies arrive at the same time. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { type ChildEmulator, killChildren, startChild } from '../childEmulator.ts';

const MiB = 1024 * 1024;
/** The largest body that the emulator accepts. */
const largest = 64 * MiB;

describe('large request bodies', () => {
  let emulator: ChildEmulator;
  let operation: string;
  before(async () => {
    emulator = await startChild([], ['--max-old-space-size=512']);
    operation = `/build/api/v1/deployments/${emulator.deploymentId}/dev-mode`;
  });
  after(killChildren);

  /** The status of a POST with a JSON body of `size` bytes. Without `announced`, the length is not sent. */
  const post = (path: string, size: number, { announced = true, key = emulator.apiKey } = {}): Promise<number> =>
    new Promise((resolve, reject) => {
      const sending = request(`${emulator.url}${path}`, {
        method: 'POST',
        agent: false,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...(announced ? { 'content-length': size } : {}),
        },
      });
      sending.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      // A refused body may end the connection before all of it was sent.
      sending.on('error', reject);
      Readable.from(jsonOf(size)).pipe(sending);
    });

  it('share a bounded memory and are all answered', async function () {
    if (process.platform !== 'linux') return this.skip();
    const before = peakOf(emulator.pid);
    const statuses = await Promise.all(Array.from({ length: 24 }, () => post(operation, largest / 2)));
    assert.deepEqual(new Set(statuses), new Set([400]));
    const used = peakOf(emulator.pid) - before;
    assert.ok(used < 8 * largest, `${Math.round(used / MiB)} MiB`);
  });

  it('are bounded without a length, too', async function () {
    if (process.platform !== 'linux') return this.skip();
    const before = peakOf(emulator.pid);
    const all = Array.from({ length: 20 }, () => post(operation, largest / 2, { announced: false }));
    assert.deepEqual(new Set(await Promise.all(all)), new Set([400]));
    assert.ok(peakOf(emulator.pid) - before < 8 * largest);
  });

  it('are refused above the limit of their route', async () => {
    const refused = (sending: Promise<number>) => sending.catch(() => 413);
    for (const announced of [true, false]) {
      assert.equal(await refused(post(operation, largest + 1, { announced })), 413);
      const options = { announced, key: emulator.adminApiKey };
      assert.equal(await refused(post('/_emulator/faults', 8 * MiB, options)), 413);
    }
    assert.equal(await post('/_emulator/clock', 1000, { key: emulator.adminApiKey }), 400);
  });
});

function* jsonOf(size: number): Generator<Buffer> {
  const [start, end] = [Buffer.from('{"name":5,"text":"'), Buffer.from('"}')];
  yield start;
  const block = Buffer.alloc(256 * 1024, 'x');
  for (let rest = size - start.length - end.length; rest > 0; rest -= block.length) yield block.subarray(0, rest);
  yield end;
}

/** The largest resident memory of a process so far, in bytes. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
