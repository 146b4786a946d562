import assert from 'node:assert/strict';
import { importing, orders, typo, useSessionFixture } from './sessionFixture.ts';

describe('deleted and renamed files', () => {
  const fixture = useSessionFixture();
  it('removes the problems of a deleted file, and deletes it on the branch', async () => {
    await fixture.bench.save(importing.file, importing.text);
    assert.equal(fixture.problems().length, 1);
    await fixture.bench.delete(importing.file);
    assert.deepEqual(fixture.problems(), []);
    assert.ok(!(await fixture.bench.hashes(fixture.bench.session.branchName ?? '')).has(importing.file));
  });

  it('moves the problems of a renamed file to its new name', async () => {
    await fixture.bench.save(orders, fixture.broken());
    await fixture.bench.rename(orders, 'model/cubes/purchases.yml');
    assert.deepEqual(
      fixture.problems().map(({ file }) => file),
      ['model/cubes/purchases.yml'],
    );
    const [problem] = fixture.problems();
    assert.equal(problem && fixture.textAt(problem), typo.text);
    const listed = await fixture.bench.hashes(fixture.bench.session.branchName ?? '');
    assert.deepEqual([listed.has(orders), listed.has('model/cubes/purchases.yml')], [false, true]);
  });

  it('removes the problems of a deleted folder', async () => {
    await fixture.bench.save('model/extra/one.js', importing.text);
    assert.equal(fixture.problems().length, 1);
    await fixture.bench.delete('model/extra');
    assert.deepEqual(fixture.problems(), []);
    assert.ok(!(await fixture.bench.hashes(fixture.bench.session.branchName ?? '')).has('model/extra/one.js'));
  });

  it('moves the problems of a renamed folder to its new name', async () => {
    await fixture.bench.save('model/extra/one.js', importing.text);
    await fixture.bench.rename('model/extra', 'model/more');
    assert.deepEqual(
      fixture.problems().map(({ file }) => file),
      ['model/more/one.js'],
    );
    const listed = await fixture.bench.hashes(fixture.bench.session.branchName ?? '');
    assert.deepEqual([listed.has('model/extra/one.js'), listed.has('model/more/one.js')], [false, true]);
  });

  it('removes the problems on a deleted project file', async () => {
    await fixture.bench.save('model/cubes/extra.js', "throw new Error('no luck today');\n");
    await fixture.bench.delete('cube.js');
    assert.deepEqual(
      fixture.problems().filter(({ file }) => file === 'cube.js'),
      [],
    );
    assert.equal(fixture.problems().length, 1);
  });
});
