/** Saves while the platform cannot be reached stay in the folder, are shown as waiting, and are pushed later. */

import assert from 'node:assert/strict';
import { hashOf } from '../../src/base/hash.ts';
import type { RunningEmulator } from '../../src/emulator/emulator.ts';
import { PlatformError } from '../../src/platform/platformError.ts';
import { startTestEmulator } from '../emulator/emulatorUnderTest.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { until, Workbench } from './workbench.ts';

describe('saves while the platform cannot be reached', () => {
  const data = temporaryFolder('offline');
  let emulator: RunningEmulator;
  let bench: Workbench;

  before(async () => {
    emulator = await startTestEmulator({ sample: false, buildMs: 0, dataDir: data.path });
    bench = new Workbench(emulator, emulator.deploymentId);
    bench.settings.validateOnSave = false;
  });
  after(async () => {
    bench.close();
    await emulator.close();
    data.remove();
  });

  it('stay in the folder and are pushed when the platform is back', async () => {
    const engine = await bench.open('main');
    const branch = bench.session.branchName!;
    const files = ['a', 'b', 'c'].map((name) => `model/cubes/${name}.yml`);
    await bench.save(files[0]!, '# first\n');
    assert.equal((await bench.hashes(branch)).size, 1);

    const port = Number(new URL(emulator.url).port);
    await emulator.close();
    for (const file of files) await bench.save(file, '# while it was away\n');
    assert.ok(bench.session.changes.value.failed?.failure instanceof PlatformError);
    assert.equal(engine.state.value.phase, 'offline');
    for (const file of files) assert.equal(bench.read(file), '# while it was away\n');

    emulator = await startTestEmulator({ sample: false, buildMs: 0, dataDir: data.path, port });
    // Without another save, command or comparison.
    await until(bench.session.changes, ({ push }) => push === 'pushed');
    const hashes = await bench.hashes(branch);
    for (const file of files) assert.equal(hashes.get(file), hashOf(Buffer.from('# while it was away\n')), file);
    assert.equal(engine.state.value.phase, 'idle');
    assert.deepEqual(engine.state.value.conflicts, []);
  });
});
