import assert from 'node:assert/strict';
import { delay } from '../../../src/base/async.ts';
import { Value } from '../../../src/base/event.ts';
import type { Disposable } from '../../../src/base/lifetime.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import type { FolderSession } from '../../../src/session/folderSession.ts';
import type { BoundFolder } from '../../../src/session/folders.ts';
import type { SaveOutcome } from '../../../src/session/savedChanges.ts';
import { followSaves } from '../../../src/ui/folders/followSaves.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { Workbench } from '../../session/workbench.ts';

const cube = 'model/cubes/orders.yml';

describe('saves that a preview follows', () => {
  let emulator: RunningEmulator;
  let workbench: Workbench;
  let following: Disposable;
  const decisions: { decision: SaveOutcome; branch: string; build: string | undefined }[] = [];
  let heard = () => {};

  before(async () => {
    emulator = await startTestEmulator({ buildMs: 400 });
    workbench = new Workbench(emulator, emulator.deploymentId);
    await workbench.open(emulator.deployBranch);
    const { builds } = workbench.platform.deployment(emulator.deploymentId);
    const session = new Value<FolderSession | undefined>(workbench.session);
    following = followSaves({ session } as unknown as BoundFolder, (decision, branch) => {
      decisions.push({ decision, branch, build: builds.value.get(branch)?.status });
      heard();
    });
  });
  after(async () => {
    following?.dispose();
    workbench?.close();
    await emulator?.close();
  });
  beforeEach(() => {
    decisions.length = 0;
  });

  const next = () =>
    new Promise<void>((resolve) => {
      if (decisions.length > 0) return resolve();
      heard = resolve;
    });
  const save = async (change: (text: string) => string) => {
    await workbench.save(cube, change(workbench.read(cube)!));
    await next();
  };

  it('redraw once what was saved is valid and built', async () => {
    await save((text) => text.replace('title: Orders', 'title: All orders'));
    assert.deepEqual(decisions, [
      { decision: { kind: 'refresh' }, branch: workbench.session.branchName, build: 'built' },
    ]);
  });

  it('cause no additional build requests', async () => {
    const { builds } = workbench.platform.deployment(emulator.deploymentId);
    const branch = workbench.session.branchName!;
    const before = builds.value.get(branch)?.buildJobId;
    let endings = 0;
    const counting = builds.onChange((all) => {
      const { status, buildJobId } = all.get(branch)!;
      if (status === 'built' && buildJobId !== before) endings += 1;
    });
    await save((text) => text.replace('title: All orders', 'title: Each order'));
    while (builds.isWatching(branch)) await delay(20);
    counting.dispose();
    assert.equal(endings, 1, 'each follower sees one end of a build');
  });

  it('leave the preview stale while the model does not compile, and redraw after the fix', async () => {
    await save((text) => text.replace('completed_count}', 'completed_cuont}'));
    assert.deepEqual(
      decisions.map(({ decision }) => decision),
      [{ kind: 'stale', reason: { why: 'invalid' } }],
    );
    decisions.length = 0;
    await save((text) => text.replace('completed_cuont}', 'completed_count}'));
    assert.deepEqual(
      decisions.map(({ decision }) => decision.kind),
      ['refresh'],
    );
  });

  it('redraw without validation where the settings switch it off', async () => {
    workbench.settings.validateOnSave = false;
    await save((text) => `${text}\n# one more line\n`);
    workbench.settings.validateOnSave = true;
    assert.deepEqual(
      decisions.map(({ decision }) => decision.kind),
      ['refresh'],
    );
  });

  it('mark the preview as out of date while the platform does not answer', async () => {
    emulator.faults.set([{ kind: 'status', status: 500, operation: ['putFiles', 'getBuildStatus'], times: 0 }]);
    const saved = workbench.save(cube, `${workbench.read(cube)}# unsent\n`);
    await next();
    emulator.faults.set([]);
    await saved;
    assert.equal(decisions[0]!.decision.kind, 'stale');
    assert.equal((decisions[0]!.decision as { reason: { why: string } }).reason.why, 'unknown');
  });

  it('count for this branch only and end with the preview', async () => {
    following.dispose();
    await workbench.save(cube, `${workbench.read(cube)}# more\n`);
    assert.deepEqual(decisions, []);
  });
});
