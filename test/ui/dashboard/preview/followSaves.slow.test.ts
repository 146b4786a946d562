import assert from 'node:assert/strict';
import { delay } from '../../../../src/base/async.ts';
import { Value } from '../../../../src/base/event.ts';
import type { Disposable } from '../../../../src/base/lifetime.ts';
import { type RunningEmulator, startEmulator } from '../../../../src/emulator/emulator.ts';
import type { HotLoopVerdict } from '../../../../src/session/dashboard/hotLoop.ts';
import type { FolderSession } from '../../../../src/session/folderSession.ts';
import type { BoundFolder } from '../../../../src/session/folders.ts';
import { followSaves } from '../../../../src/ui/dashboard/preview/followSaves.ts';
import { Workbench } from '../../../session/workbench.ts';

const cube = 'model/cubes/orders.yml';

describe('saves that a dashboard preview follows', function () {
  this.timeout(60_000);
  let emulator: RunningEmulator;
  let workbench: Workbench;
  let following: Disposable;
  const verdicts: { verdict: HotLoopVerdict; branch: string; build: string | undefined }[] = [];
  let heard = () => {};

  before(async () => {
    emulator = await startEmulator({ buildMs: 400 });
    workbench = new Workbench(emulator, emulator.deploymentId);
    await workbench.open(emulator.deployBranch);
    const { builds } = workbench.platform.deployment(emulator.deploymentId);
    const session = new Value<FolderSession | undefined>(workbench.session);
    following = followSaves({ session } as unknown as BoundFolder, (verdict, branch) => {
      verdicts.push({ verdict, branch, build: builds.value.get(branch)?.status });
      heard();
    });
  });
  after(async () => {
    following?.dispose();
    workbench?.close();
    await emulator?.close();
  });
  beforeEach(() => {
    verdicts.length = 0;
  });

  const next = () =>
    new Promise<void>((resolve) => {
      if (verdicts.length > 0) return resolve();
      heard = resolve;
    });
  const save = async (change: (text: string) => string) => {
    await workbench.save(cube, change(workbench.read(cube)!));
    await next();
  };

  it('redraw once what was saved is valid and built', async () => {
    await save((text) => text.replace('title: Orders', 'title: All orders'));
    assert.deepEqual(verdicts, [
      { verdict: { kind: 'refresh' }, branch: workbench.session.branchName, build: 'built' },
    ]);
  });

  it('ask for the build no more often than the session does anyway', async () => {
    const { builds } = workbench.platform.deployment(emulator.deploymentId);
    const branch = workbench.session.branchName!;
    const before = builds.value.get(branch)?.buildJobId;
    let endings = 0;
    const counting = builds.onChange((all) => {
      const { status, buildJobId } = all.get(branch)!;
      if (status === 'built' && buildJobId !== before) endings += 1;
    });
    await save((text) => text.replace('title: All orders', 'title: Each order'));
    while (builds.isFollowed(branch)) await delay(20);
    counting.dispose();
    assert.equal(endings, 1, 'who asks sees a build end once');
  });

  it('leave it stale while the model does not compile, and redraw when it is mended', async () => {
    await save((text) => text.replace('completed_count}', 'completed_cuont}'));
    assert.deepEqual(
      verdicts.map(({ verdict }) => verdict),
      [{ kind: 'stale', reason: { why: 'invalid' } }],
    );
    verdicts.length = 0;
    await save((text) => text.replace('completed_cuont}', 'completed_count}'));
    assert.deepEqual(
      verdicts.map(({ verdict }) => verdict.kind),
      ['refresh'],
    );
  });

  it('redraw without asking for a verdict where the settings say so', async () => {
    workbench.settings.validateOnSave = false;
    await save((text) => `${text}\n# one more line\n`);
    workbench.settings.validateOnSave = true;
    assert.deepEqual(
      verdicts.map(({ verdict }) => verdict.kind),
      ['refresh'],
    );
  });

  it('say that it is not known whether the branch has it, when the platform is away', async () => {
    emulator.faults.set([{ kind: 'status', status: 500, operation: ['putFiles', 'getBuildStatus'], times: 0 }]);
    const saved = workbench.save(cube, `${workbench.read(cube)}# unsent\n`);
    await next();
    emulator.faults.set([]);
    await saved;
    assert.equal(verdicts[0]!.verdict.kind, 'stale');
    assert.equal((verdicts[0]!.verdict as { reason: { why: string } }).reason.why, 'unknown');
  });

  it('come from this branch only, and end with the preview', async () => {
    following.dispose();
    await workbench.save(cube, `${workbench.read(cube)}# more\n`);
    assert.deepEqual(verdicts, []);
  });
});
