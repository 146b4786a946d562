import assert from 'node:assert/strict';
import { isCancellation } from '../../../src/base/errors.ts';
import type { FaultRule } from '../../../src/emulator/server/faults.ts';
import { until } from '../workbench.ts';
import { importing, orders, useSessionFixture } from './sessionFixture.ts';

describe('a folder session in an outage', () => {
  const fixture = useSessionFixture();
  const faults: [string, FaultRule, string][] = [
    ['a server error', { kind: 'status', status: 500, operation: 'validate', times: 0 }, 'server'],
    ['an HTML page instead of an answer', { kind: 'html', operation: 'validate', times: 0 }, 'not-json'],
    ['an answer of unexpected shape', { kind: 'wrong-shape', operation: 'validate', times: 0 }, 'unexpected-shape'],
    ['a broken connection', { kind: 'reset-before', operation: 'validate', times: 0 }, 'reset'],
    ['a truncated answer', { kind: 'truncate', operation: 'validate', times: 0 }, 'reset'],
  ];
  for (const [title, rule, kind] of faults) {
    it(`${title}: withdraws the report, keeps local problems, shows the failure, and recovers with the next save`, async () => {
      await fixture.bench.save(importing.file, importing.text);
      assert.equal(fixture.problems().length, 1);
      fixture.emulator.faults.set([rule]);
      await fixture.bench.save(orders, fixture.broken());
      assert.deepEqual(
        fixture.problems().map(({ file, source }) => ({ file, source })),
        [{ file: orders, source: 'data-model' }],
      );
      fixture.assertPlatformError(fixture.failure(), kind, 'validate');
      assert.equal(fixture.validation(), 'failed');

      fixture.emulator.faults.clear();
      // Nothing is left to push; only the report is missing.
      await fixture.bench.save(orders, fixture.broken());
      assert.equal(fixture.failure(), undefined);
      assert.deepEqual(
        fixture
          .problems()
          .map(({ file }) => file)
          .sort(),
        [importing.file, orders],
      );
    });
  }

  const refusals: [string, FaultRule, string][] = [
    ['an HTML page', { kind: 'html', operation: 'putFiles', times: 0 }, 'not-json'],
    ['a server error', { kind: 'status', status: 500, operation: 'putFiles', times: 0 }, 'server'],
  ];
  for (const [title, rule, kind] of refusals) {
    it(`${title} instead of a push: pushes the file with the next save of any file`, async () => {
      const name = fixture.bench.session.branchName ?? '';
      await fixture.bench.save(importing.file, importing.text);
      const before = await fixture.bench.hashes(name);
      fixture.emulator.faults.set([rule]);
      await fixture.bench.save(orders, fixture.broken());
      fixture.assertPlatformError(fixture.failure(), kind, 'putFiles');
      assert.deepEqual(
        fixture.problems().map(({ file, source }) => ({ file, source })),
        [{ file: orders, source: 'data-model' }],
      );
      fixture.emulator.faults.clear();
      assert.deepEqual(await fixture.bench.hashes(name), before);

      await fixture.bench.save(importing.file, "cube('extra', { sql_table: 'shop.extra' });\n");
      assert.equal(fixture.failure(), undefined);
      const listed = await fixture.bench.hashes(name);
      assert.notEqual(listed.get(orders), before.get(orders));
      assert.notEqual(listed.get(importing.file), before.get(importing.file));
      assert.deepEqual(
        fixture.problems().map(({ file }) => file),
        [orders],
      );
    });
  }

  it('accepts a push without an answer when the branch shows it', async () => {
    fixture.emulator.faults.set([{ kind: 'reset-after', operation: 'putFiles' }]);
    await fixture.bench.save(orders, fixture.broken());
    assert.equal(fixture.failure(), undefined);
    assert.equal(fixture.problems().length, 1);
    assert.equal(fixture.validation(), 'invalid');
  });

  it('validates what sync pushes when the platform is back', async () => {
    fixture.emulator.faults.set([{ kind: 'status', status: 503, operation: 'getFileHashes', times: 0 }]);
    await fixture.bench.save(importing.file, importing.text);
    fixture.assertPlatformError(fixture.failure(), 'server', 'getFileHashes');
    assert.deepEqual(fixture.problems(), []);
    fixture.emulator.faults.clear();
    await until(fixture.bench.session.changes, ({ failed, validation }) => !failed && validation === 'invalid');
    assert.deepEqual(
      fixture.problems().map(({ file }) => file),
      [importing.file],
    );
    assert.ok((await fixture.bench.hashes(fixture.bench.session.branchName ?? '')).has(importing.file));
  });

  it('can cancel a validation without an answer, and validates again', async () => {
    await fixture.bench.save(importing.file, importing.text);
    fixture.emulator.faults.set([{ kind: 'hang', operation: 'validate' }]);
    const cancel = new AbortController();
    const asked = fixture.bench.session.validate(cancel.signal);
    await fixture.faultInjected();
    cancel.abort();
    await assert.rejects(asked, isCancellation);
    assert.equal(fixture.validation(), 'none');
    assert.deepEqual(fixture.problems(), []);
    assert.equal(fixture.failure(), undefined);
    await fixture.bench.session.validate();
    assert.deepEqual(
      fixture.problems().map(({ file }) => file),
      [importing.file],
    );
  });

  it('ends a validation without an answer when dev mode is left, and validates the next branch', async () => {
    fixture.emulator.faults.set([{ kind: 'hang', operation: 'validate' }]);
    const saved = fixture.bench.save(orders, fixture.broken());
    await fixture.faultInjected();
    await fixture.bench.session.leaveDevMode();
    await saved;
    assert.equal(fixture.validation(), 'none');
    assert.equal(fixture.failure(), undefined);
    fixture.emulator.faults.clear();
    const engine = await fixture.bench.session.openDevMode(await fixture.createBranch());
    const plan = await engine.refresh();
    await engine.push({ plan, confirmed: true });
    await engine.pull({ plan: await engine.refresh(), confirmed: true });
    await fixture.bench.save(importing.file, importing.text);
    assert.equal(fixture.validation(), 'invalid');
  });
});
