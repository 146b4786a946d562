import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operations.ts';
import { diagnose } from '../../../src/model/diagnose.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { readProject } from '../../../src/model/project/readProject.ts';
import type { Problem } from '../../../src/model/source/problem.ts';
import { until } from '../workbench.ts';
import { importing, orders, typo, useSessionFixture, writing } from './sessionFixture.ts';

describe('a save in a folder session', () => {
  const fixture = useSessionFixture();
  it('shows one problem at the exact text with the compiler’s message, and removes it when the text is corrected', async () => {
    assert.deepEqual(fixture.problems(), []);
    await fixture.bench.save(orders, fixture.broken());
    const [problem, ...more] = fixture.problems();
    assert.ok(problem);
    assert.deepEqual(more, []);
    assert.equal(problem.file, orders);
    assert.deepEqual(problem.range.start, fixture.positionOf(orders, typo.text));
    assert.equal(fixture.textAt(problem), typo.text);
    assert.equal(problem.severity, 'error');
    assert.equal(problem.source, 'data-model');
    assert.match(problem.related?.map(({ message }) => message).join() ?? '', /cuont is not defined/);
    assert.equal(fixture.validation(), 'invalid');

    await fixture.bench.save(orders, fixture.sound);
    assert.deepEqual(fixture.problems(), []);
    assert.equal(fixture.validation(), 'valid');
  });

  it('shows local problems before the platform answers', async () => {
    fixture.emulator.faults.set([{ kind: 'hang', times: 0 }]);
    const saved = fixture.bench.save(orders, fixture.broken());
    const found = await until(fixture.bench.session.model.problems, (byFile) => byFile.size > 0);
    const [problem] = found.get(orders) ?? [];
    assert.ok(problem);
    assert.deepEqual(problem.range.start, fixture.positionOf(orders, typo.text));
    assert.equal(problem.related, undefined);
    // The save ends when the branch is not followed any more.
    await fixture.bench.session.unfollow();
    await saved;
  });

  it('pushes the saved file and nothing else', async () => {
    const name = fixture.bench.session.branchName ?? '';
    const before = await fixture.bench.hashes(name);
    await fixture.bench.save(orders, fixture.broken());
    const after = await fixture.bench.hashes(name);
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (file) => before.get(file) !== after.get(file),
    );
    assert.deepEqual(changed, [orders]);
  });

  it('places an error without a file name on the right file', async () => {
    await fixture.bench.save(importing.file, importing.text);
    const [problem, ...more] = fixture.problems();
    assert.ok(problem);
    assert.deepEqual(more, []);
    assert.equal(problem.file, importing.file);
    assert.equal(problem.source, 'compiler');
    assert.equal(problem.range.start.line, 0);
    assert.match(fixture.textAt(problem), /nowhere/);
  });

  it('shows an error without a place on the project file', async () => {
    await fixture.bench.save('model/cubes/extra.js', "throw new Error(['no luck', 'today'].join(' '));\n");
    assert.deepEqual(
      fixture.problems().map(({ file, message, source }) => ({ file, message, source })),
      [{ file: 'cube.js', message: 'no luck today', source: 'compiler' }],
    );
  });

  it('shows the same problems as a check without an editor', async () => {
    await fixture.bench.save('model/cubes/extra.js', "throw new Error('no luck today');\n");
    await fixture.bench.save(orders, fixture.broken());
    const index = new ModelIndex({ modelFolder: 'model' });
    const folder = { projectFolder: fixture.bench.folder, modelFolder: 'model' };
    for await (const { path: file, text } of readProject(folder, 'model')) index.set(file, text);
    const { errors } = await fixture.bench.client.call(operations.validate, {
      params: { deploymentId: fixture.emulator.deploymentId },
      query: { branchName: fixture.bench.session.branchName ?? '' },
    });
    assert.ok(errors.length >= 2);
    const byText = (a: Problem, b: Problem) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
    assert.deepEqual(fixture.problems().sort(byText), diagnose(index, errors).sort(byText));
  });

  it('sends no request while pushing on save is off, and still shows local problems', async () => {
    fixture.bench.settings.pushOnSave = false;
    const name = fixture.bench.session.branchName ?? '';
    const before = await fixture.bench.hashes(name);
    assert.equal(
      await fixture.countCalls([...writing, 'validate'], () => fixture.bench.save(orders, fixture.broken())),
      0,
    );
    assert.equal(fixture.problems().length, 1);
    assert.deepEqual(await fixture.bench.hashes(name), before);
  });

  it('withdraws an outdated report when validating on save is off', async () => {
    await fixture.bench.save(importing.file, importing.text);
    assert.equal(fixture.problems().length, 1);
    fixture.bench.settings.validateOnSave = false;
    await fixture.bench.save(importing.file, "cube('extra', { sql_table: 'shop.extra' });\n");
    assert.deepEqual(fixture.problems(), []);
    assert.equal(fixture.validation(), 'none');
  });
});
