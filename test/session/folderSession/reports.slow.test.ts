import assert from 'node:assert/strict';
import { delay } from '../../../src/base/async.ts';
import { importing, orders, useSessionFixture } from './sessionFixture.ts';

describe('before the report on the latest save', () => {
  const fixture = useSessionFixture();
  const lists: string[][] = [];
  function watched() {
    lists.length = 0;
    return fixture.bench.session.model.problems.onChange((byFile) => {
      const shown = [...byFile.values()].flat();
      lists.push(shown.map(({ file, message }) => `${file}: ${message}`));
    });
  }

  it('removes the problem of a corrected text immediately, and shows it nowhere else', async () => {
    await fixture.bench.save(orders, fixture.broken());
    assert.equal(fixture.problems().length, 1);
    const watch = watched();
    await fixture.bench.save(orders, fixture.sound);
    watch.dispose();
    assert.ok(lists.length > 0);
    assert.deepEqual(lists.flat(), []);
  });

  it('keeps problems on other texts, also when their lines move', async () => {
    await fixture.bench.save(importing.file, importing.text);
    const before = fixture.problems();
    assert.equal(before.length, 1);
    const watch = watched();
    await fixture.bench.save(importing.file, `// A remark.\n${importing.text}`);
    await fixture.bench.save(orders, fixture.sound.replace('title: Orders', 'title: All orders'));
    watch.dispose();
    assert.ok(lists.length > 1);
    for (const shown of lists) assert.deepEqual(shown, [`${importing.file}: ${before[0]!.message}`]);
    assert.equal(fixture.problems()[0]!.range.start.line, before[0]!.range.start.line + 1);
  });

  it('does not show a report that arrives after the correction', async () => {
    const held = fixture.holdAnswer('validate');
    const first = fixture.bench.save(orders, fixture.broken());
    await held.answered;
    const second = fixture.bench.save(orders, fixture.sound);
    const { generation } = fixture.bench.session.model;
    while (fixture.bench.session.model.generation === generation) await delay(5);
    const watch = watched();
    held.release();
    await Promise.all([first, second]);
    watch.dispose();
    assert.deepEqual(lists.flat(), []);
    assert.equal(fixture.validation(), 'valid');
  });
});

describe('a member that the local platform cannot calculate', () => {
  const fixture = useSessionFixture();
  it('is information after a save, and the branch is valid', async () => {
    const unit = '  - {name: units, sql_table: t, dimensions: [{name: unit, type: switch, values: [a, b]}]}\n';
    await fixture.bench.save('model/cubes/units.yml', `cubes:\n${unit}`);
    const [problem] = [...fixture.bench.session.model.problems.value.values()].flat();
    assert.deepEqual(
      [problem?.code, problem?.severity, problem?.file],
      ['not-computed', 'information', 'model/cubes/units.yml'],
    );
    assert.equal(fixture.validation(), 'valid');
  });
});

describe('a late report', () => {
  const fixture = useSessionFixture();
  it('does not replace the report of a later save', async () => {
    const held = fixture.holdAnswer('validate');
    const first = fixture.bench.save(importing.file, importing.text);
    await held.answered;
    const { generation } = fixture.bench.session.model;
    const second = fixture.bench.save(importing.file, "cube('extra', { sql_table: 'shop.extra' });\n");
    while (fixture.bench.session.model.generation === generation) await delay(5);
    held.release();
    await Promise.all([first, second]);
    assert.deepEqual(fixture.problems(), []);
    assert.equal(fixture.validation(), 'valid');
  });

  it('does not replace the answer to a later request on the same texts', async () => {
    fixture.bench.settings.validateOnSave = false;
    await fixture.bench.save(importing.file, importing.text);
    const held = fixture.holdAnswer('validate');
    const late = fixture.bench.session.validate();
    await held.answered;
    await fixture.bench.save(importing.file, "cube('extra', { sql_table: 'shop.extra' });\n");
    await fixture.bench.session.validate();
    assert.equal(fixture.validation(), 'valid');
    held.release();
    await late;
    assert.deepEqual(fixture.problems(), []);
    assert.equal(fixture.validation(), 'valid');
  });
});
