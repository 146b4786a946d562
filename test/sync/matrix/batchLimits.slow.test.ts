import { strict as assert } from 'node:assert';
import type { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { filesIn, put, temporaryFolder } from '../temporary.ts';
import { kB, upload } from './contentCases.ts';
import { useTransferFixture } from './transferFixture.ts';

describe('limits of one write', () => {
  const fixture = useTransferFixture();
  let folder1 = '';
  let folder2 = '';
  let engine1: SyncEngine;
  let engine2: SyncEngine;
  before(async () => {
    await fixture.createBranch('batches');
    [folder1, folder2] = [temporaryFolder(), temporaryFolder()];
    [engine1, engine2] = [fixture.createEngine(folder1), fixture.createEngine(folder2)];
    await fixture.transferAll(engine1, 'push');
  });
  // docs/sync.md: one write carries up to 8 texts and 256 kB.
  const batches: [what: string, count: number, bytes: number, route: string][] = [
    ['8 files', 8, 800, 'putFiles'],
    ['9 files', 9, 900, upload],
    ['8 files of 256 kB less one byte together', 8, 256 * kB - 1, 'putFiles'],
    ['8 files of 256 kB together', 8, 256 * kB, upload],
    ['200 files', 200, 20_000, upload],
  ];
  for (const [what, count, bytes, route] of batches) {
    it(`${what}: are sent by ${route} and arrive unchanged`, async () => {
      const expected = new Map<string, Buffer>();
      for (let index = 0; index < count; index += 1) {
        const size = Math.floor(bytes / count) + (index === 0 ? bytes % count : 0);
        expected.set(`model/${bytes}/${index}.yml`, Buffer.from(`${index}`.padEnd(size, '#')));
      }
      for (const [path, content] of expected) put(folder1, path, content);
      await fixture.transferAll(engine1, 'push');
      assert.deepEqual(
        fixture.sent.filter((id) => /^(putFiles|finishUpload)$/.test(id)),
        [route],
      );
      await fixture.transferAll(engine2, 'pull');
      const arrived = filesIn(folder2);
      for (const [path, content] of expected) assert.ok(arrived.get(path)?.equals(content), path);
    });
  }
});
