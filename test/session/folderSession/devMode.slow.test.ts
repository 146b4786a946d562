import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operations.ts';
import { clientOf } from '../workbench.ts';
import { importing, orders, useSessionFixture, writing } from './sessionFixture.ts';

describe('dev mode of a folder session', () => {
  const fixture = useSessionFixture();
  it('writes to no branch when the dev-mode session is on another one, and shows a halt', async () => {
    await fixture.bench.save(importing.file, importing.text);
    const own = fixture.bench.session.branchName ?? '';
    const other = clientOf(fixture.emulator);
    const params = { deploymentId: fixture.emulator.deploymentId };
    const elsewhere = await other.call(operations.startDevMode, {
      params,
      body: { branchName: await fixture.createBranch() },
    });
    other.dispose();
    assert.notEqual(elsewhere.branchName, own);
    const all = [own, elsewhere.branchName, fixture.emulator.deployBranch];
    const before = await Promise.all(all.map((name) => fixture.bench.hashes(name)));

    assert.equal(await fixture.countCalls(writing, () => fixture.bench.save(orders, fixture.broken())), 0);
    const { phase: syncPhase, halt } = fixture.bench.session.sync.value?.state.value ?? {};
    assert.equal(syncPhase, 'halted');
    assert.equal(halt?.kind, 'session-moved');
    assert.ok(halt?.message.includes(own) && halt.message.includes(elsewhere.branchName));
    assert.deepEqual(await Promise.all(all.map((name) => fixture.bench.hashes(name))), before);
    // The last report is about older texts.
    assert.deepEqual(
      fixture.problems().map(({ file, source }) => ({ file, source })),
      [{ file: orders, source: 'data-model' }],
    );
  });

  it('pushes nothing after it was left, and still shows local problems', async () => {
    const name = fixture.bench.session.branchName ?? '';
    await fixture.bench.session.leaveDevMode();
    assert.equal(fixture.bench.session.sync.value, undefined);
    assert.equal(fixture.bench.remembered, undefined);
    const before = await fixture.bench.hashes(name);
    assert.equal(
      await fixture.countCalls([...writing, 'validate'], () => fixture.bench.save(orders, fixture.broken())),
      0,
    );
    assert.deepEqual(await fixture.bench.hashes(name), before);
    assert.equal(fixture.problems().length, 1);
    await fixture.bench.save(orders, fixture.sound);
    assert.deepEqual(fixture.problems(), []);
  });

  it('withdraws the report when it is left', async () => {
    await fixture.bench.save(importing.file, importing.text);
    assert.equal(fixture.problems().length, 1);
    await fixture.bench.session.leaveDevMode();
    assert.deepEqual(fixture.problems(), []);
  });

  it('does not follow the old branch again when a save runs while it is left', async () => {
    const saved = fixture.bench.save(orders, fixture.broken());
    const left = fixture.bench.session.leaveDevMode();
    await Promise.all([saved, left]);
    assert.equal(fixture.bench.session.sync.value, undefined);
    assert.equal(fixture.bench.session.branchName, undefined);
  });
});
