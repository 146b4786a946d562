import assert from 'node:assert/strict';
import { RefreshDecider } from '../../../src/session/dashboard/refreshDecider.ts';

describe('the refresh decision after a save', () => {
  const valid = { phase: 'done', valid: true, cubes: 3, at: new Date() } as const;
  const invalid = { ...valid, valid: false };
  const running = { phase: 'running' } as const;
  const built = { status: 'built' };

  it('refreshes once the push is valid and built, in either order', () => {
    for (const order of ['validated first', 'built first']) {
      const decider = new RefreshDecider();
      decider.pushed();
      assert.equal(decider.validation(running), undefined);
      const steps = [() => decider.validation(valid), () => decider.build(built)];
      if (order === 'built first') steps.reverse();
      assert.equal(steps[0]!(), undefined);
      assert.deepEqual(steps[1]!(), { kind: 'refresh' });
      assert.equal(decider.build(built), undefined, 'only once');
    }
  });

  it('waits while the build runs', () => {
    const decider = new RefreshDecider();
    decider.pushed();
    decider.validation(running);
    decider.validation(valid);
    for (const status of ['building', 'warmup', 'queued_for_pods']) assert.equal(decider.build({ status }), undefined);
    assert.deepEqual(decider.build({ status: 'dev_mode' }), { kind: 'refresh' });
  });

  it('marks the preview as stale after a failed validation or build', () => {
    const decider = new RefreshDecider();
    decider.pushed();
    decider.build(built);
    decider.validation(running);
    assert.deepEqual(decider.validation(invalid), { kind: 'stale', reason: { why: 'invalid' } });
    assert.equal(decider.build(built), undefined, 'a build of an invalid model refreshes nothing');
    decider.pushed();
    assert.deepEqual(decider.build({ status: 'failed', errorText: 'no pods' }), {
      kind: 'stale',
      reason: { why: 'build', detail: 'no pods' },
    });
  });

  it('ignores a validation from before the push', () => {
    const decider = new RefreshDecider();
    assert.equal(decider.validation(valid), undefined);
    assert.equal(decider.build(built), undefined);
    decider.pushed();
    decider.build(built);
    assert.equal(decider.validation(valid), undefined, 'the validation started before the push');
    decider.validation(running);
    assert.deepEqual(decider.validation(valid), { kind: 'refresh' });
  });

  it('starts again with each push', () => {
    const decider = new RefreshDecider();
    decider.pushed();
    decider.validation(running);
    decider.validation(valid);
    decider.pushed();
    assert.equal(decider.build(built), undefined);
    assert.ok(!decider.awaitsBuild);
    decider.validation(running);
    assert.deepEqual(decider.validation(valid), { kind: 'refresh' });
  });

  it('does not wait for a validation that the settings switch off', () => {
    const decider = new RefreshDecider();
    decider.pushed();
    decider.validation({ phase: 'none' });
    assert.deepEqual(decider.build(built), { kind: 'refresh' });
  });
});
