import assert from 'node:assert/strict';
import type { ModelIndex } from '../../src/model/index/modelIndex.ts';
import type { Problem } from '../../src/model/source/problem.ts';
import { filesOf, ReportedPlaces } from '../../src/session/reportedPlaces.ts';
import { indexOf, markedText } from '../model/models.ts';

const file = 'model/orders.yml';
const text = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - name: state
        sql: lowr(status)
        type: string
      - name: city
        sql: uper(city)
        type: string
`;

/** The marked texts, with their lines, that are left of a report about `text` after it became `now`. */
function left(marks: readonly string[], now: string): string[] {
  const before = indexOf({ 'orders.yml': text });
  const problems = marks.map((mark): Problem => {
    const start = text.indexOf(mark);
    const range = before.rangeOf(file, { start, end: start + mark.length });
    return { file, range, code: 'database-error', severity: 'error', message: mark, source: 'database' };
  });
  const index: ModelIndex = indexOf({ 'orders.yml': now });
  return new ReportedPlaces(filesOf(before), problems)
    .in(index)
    .map((one) => `${one.range.start.line + 1}: ${markedText(index, one)}`);
}

describe('problems of a report', () => {
  const all = ['lowr', 'uper'];

  it('stay while the text is the same', () => {
    assert.deepEqual(left(['lowr', 'uper'], text), ['6: lowr', '9: uper']);
  });

  it('move with the text that they are about', () => {
    assert.deepEqual(left(all, `# A comment\n${text}`), ['7: lowr', '10: uper']);
    const longer = text.replace(
      '      - name: city',
      '      - name: id\n        sql: id\n        type: number\n      - name: city',
    );
    assert.deepEqual(left(['lowr', 'uper'], longer), ['6: lowr', '12: uper']);
  });

  it('are gone with the member that they are about, and only those', () => {
    assert.deepEqual(left(['lowr', 'uper'], text.replace('lowr', 'lower')), ['9: uper']);
    assert.deepEqual(left(['lowr', 'uper'], text.replace('name: city', 'name: town')), ['6: lowr']);
  });

  it('are gone if the cube reads another table, or is another one', () => {
    assert.deepEqual(left(['lowr', 'uper'], text.replace('sql_table: orders', 'sql_table: sales')), []);
    assert.deepEqual(left(['lowr', 'uper'], text.replace('name: orders', 'name: sales')), []);
    assert.deepEqual(left(['lowr', 'uper'], 'cubes: []\n'), []);
  });

  it('are in a file that is still there', () => {
    const before = indexOf({ 'orders.yml': text });
    const problem: Problem = {
      file,
      range: before.rangeOf(file, { start: 0, end: 5 }),
      code: 'database-error',
      severity: 'error',
      message: '',
      source: 'database',
    };
    assert.deepEqual(new ReportedPlaces(filesOf(before), [problem]).in(indexOf({ 'other.yml': text })), []);
  });

  it('are all gone after a change of any file, if they are about the whole model', () => {
    const files = { 'orders.yml': text, 'users.yml': 'cubes: []\n' };
    const before = indexOf(files);
    const range = before.rangeOf(file, { start: 0, end: 5 });
    const report = new ReportedPlaces(filesOf(before), [{ file, range }], { needsAllFiles: true });
    assert.equal(report.in(indexOf(files)).length, 1);
    assert.deepEqual(report.in(indexOf({ ...files, 'users.yml': 'views: []\n' })), []);
    assert.deepEqual(report.in(indexOf({ 'orders.yml': text })), []);
    assert.deepEqual(report.in(indexOf({ ...files, 'new.yml': 'cubes: []\n' })), []);
  });
});
