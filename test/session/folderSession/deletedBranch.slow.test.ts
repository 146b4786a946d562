import assert from 'node:assert/strict';
import { hashOf } from '../../../src/base/hash.ts';
import { operations } from '../../../src/contract/operations.ts';
import { stepOf } from '../../../src/session/savedChanges.ts';
import { clientOf, until } from '../workbench.ts';
import { orders, useSessionFixture } from './sessionFixture.ts';

describe('a followed branch that was deleted elsewhere', () => {
  const fixture = useSessionFixture();
  const branch = () => fixture.bench.session.branchName!;
  const step = () => stepOf(fixture.bench.session.changes.value);

  /** As another user of the platform does. */
  async function deleteElsewhere(): Promise<void> {
    const other = clientOf(fixture.emulator);
    const params = { deploymentId: fixture.emulator.deploymentId };
    await other.call(operations.deleteBranch, { params, query: { branchName: branch() } });
    other.dispose();
  }
  const untilGone = () => until(fixture.bench.session.changes, ({ gone }) => gone !== undefined);
  const compare = () => assert.rejects(() => fixture.bench.session.sync.value!.refresh());

  it('is recognized by the next comparison, with the branch that it was forked from', async () => {
    const { devMode, branches } = await fixture.bench.session.deployment();
    const parent = devMode.value.parentBranch!;
    await deleteElsewhere();
    await compare();
    assert.deepEqual((await untilGone()).gone, { parent });
    assert.equal(step(), 'branch gone');
    assert.deepEqual(devMode.value, { known: true });
    assert.ok(!branches.value.items.some(({ name }) => name === branch()));
  });

  it('is recognized by the next save, which stays in the folder', async () => {
    await deleteElsewhere();
    await fixture.bench.save(orders, fixture.broken());
    await untilGone();
    assert.equal(fixture.bench.read(orders), fixture.broken());
    assert.equal(fixture.problems().length, 1, 'local problems are shown');
  });

  it('is recognized when the list of branches lacks it', async () => {
    const { branches } = await fixture.bench.session.deployment();
    await branches.load();
    await deleteElsewhere();
    await branches.reload();
    await untilGone();
  });

  it('is not taken for deleted when the platform hides the deployment or does not answer', async () => {
    const faults = [
      { kind: 'status', status: 404, times: 0 },
      { kind: 'status', status: 404, operation: 'getFileHashes', times: 0 },
      { kind: 'status', status: 403, times: 0 },
      { kind: 'status', status: 500, times: 0 },
    ] as const;
    for (const rule of faults) {
      fixture.emulator.faults.set([rule]);
      await compare();
      const deployment = await fixture.bench.session.deployment();
      assert.equal(await deployment.findDeletion(branch()), false);
      assert.notEqual(step(), 'branch gone');
    }
  });

  it('is created again from the folder: everything of the folder is pushed, and no file is deleted', async () => {
    const name = branch();
    const added = 'model/cubes/added.yml';
    const texts = { [orders]: `${fixture.sound}# mine\n`, [added]: 'cubes: []\n' };
    for (const [file, text] of Object.entries(texts)) await fixture.bench.save(file, text);
    await deleteElsewhere();
    // Deleted here, and only on this machine: the parent still has it.
    const kept = [...(await fixture.bench.hashes(fixture.bench.session.changes.value.gone?.parent ?? 'main')).keys()];
    await compare();
    await untilGone();
    const engine = await fixture.bench.session.createAgain();
    assert.equal(branch(), name);
    const plan = engine.state.value.plan!;
    assert.deepEqual(plan.conflicts, []);
    assert.deepEqual(plan.pulls, []);
    assert.deepEqual(plan.pushes.map(({ path, change }) => [path, change]).sort(), [
      [added, 'add'],
      [orders, 'edit'],
    ]);
    for (const [file, text] of Object.entries(texts)) assert.equal(fixture.bench.read(file), text);
    await engine.push({ plan, confirmed: true });
    const hashes = await fixture.bench.hashes(name);
    for (const [file, text] of Object.entries(texts)) assert.equal(hashes.get(file), hashOf(Buffer.from(text)));
    for (const file of kept) assert.ok(hashes.has(file), file);
    assert.notEqual(step(), 'branch gone');
    // Saves are pushed again.
    await fixture.bench.save(added, 'cubes: [ ]\n');
    assert.equal((await fixture.bench.hashes(name)).get(added), hashOf(Buffer.from('cubes: [ ]\n')));
  });

  it('brings back what only the parent has, and deletes it on no side', async () => {
    await fixture.bench.delete(orders);
    await deleteElsewhere();
    await compare();
    await untilGone();
    const engine = await fixture.bench.session.createAgain();
    const { pushes, pulls } = engine.state.value.plan!;
    assert.deepEqual(pushes, []);
    assert.deepEqual(
      pulls.map(({ path, change }) => [path, change]),
      [[orders, 'add']],
    );
  });

  it('cannot be created again while it exists', async () => {
    await assert.rejects(() => fixture.bench.session.createAgain(), { code: 'branch-not-gone' });
  });
});
