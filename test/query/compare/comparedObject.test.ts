import assert from 'node:assert/strict';
import type { Cell, ResultColumn } from '../../../src/contract/messages/resultShape.ts';
import { comparedCsv, comparedObject } from '../../../src/query/compare/comparedObject.ts';
import { compareTables } from '../../../src/query/compare/compareTables.ts';
import { lineDiff } from '../../../src/query/compare/lineDiff.ts';
import { resultObject } from '../../../src/query/results/json.ts';
import type { WholeTable } from '../../../src/query/results/resultTable.ts';

const columns = [
  { key: 'o.city', member: 'o.city', title: 'City', kind: 'dimension', type: 'string' },
  { key: 'o.count', member: 'o.count', title: 'Count', kind: 'measure', type: 'number' },
] satisfies ResultColumn[];
const table = (...rows: Cell[][]): WholeTable => ({ columns, rows });
const compared = compareTables(
  table(['a', '1'], ['b', '2'], ['=c', '-3'], [null, '4']),
  table(['a', '1'], ['b', '9007199254740993'], [null, null], ['new', '0']),
);

describe('a comparison for other programs', () => {
  it('lists the rows that are added, removed and changed', () => {
    assert.deepEqual(comparedObject(compared), {
      added: [{ 'o.city': 'new', 'o.count': '0' }],
      removed: [{ 'o.city': '=c', 'o.count': '-3' }],
      changed: [
        { before: { 'o.city': 'b', 'o.count': '2' }, after: { 'o.city': 'b', 'o.count': '9007199254740993' } },
        { before: { 'o.city': null, 'o.count': '4' }, after: { 'o.city': null, 'o.count': null } },
      ],
    });
  });

  it('has a line for each row that differs, with each measure before and after', () => {
    assert.deepEqual(comparedCsv(compared).split('\r\n'), [
      'change,o.city,o.count (before),o.count (after)',
      'changed,b,2,9007199254740993',
      `removed,'=c,-3,`,
      'changed,,4,',
      'added,new,,0',
      '',
    ]);
  });

  it('a result has its rows by the keys of the columns', () => {
    const run = {
      table: table(['a', '1']),
      sql: { text: 'SELECT ?', parameters: ['x'] },
      annotation: { measures: {} },
      ms: 5,
      total: null,
    };
    assert.deepEqual(resultObject(run), {
      rows: [{ 'o.city': 'a', 'o.count': '1' }],
      truncated: false,
      total: null,
      sql: 'SELECT ?',
      parameters: ['x'],
      planner: null,
      annotation: { measures: {} },
      ms: 5,
    });
    const named = resultObject({ ...run, table: { ...run.table, planner: 'javascript' } });
    assert.equal(named.planner, 'javascript');
    const cut = { ...run, table: { ...run.table, cut: { total: 7 } }, total: 7 };
    const { truncated, total } = resultObject(cut);
    assert.deepEqual([truncated, total], [true, 7]);
  });
});

describe('the difference of two texts by lines', () => {
  it('marks the lines of one text only, in order', () => {
    assert.deepEqual(lineDiff('a\nb\nc\nd', 'a\nx\nc\ny\nd'), [' a', '-b', '+x', ' c', '+y', ' d']);
    assert.deepEqual(lineDiff('a', 'a'), [' a']);
    assert.deepEqual(lineDiff('a\nb', 'b'), ['-a', ' b']);
    assert.deepEqual(lineDiff('a\na\nb', 'a\nb'), [' a', '-a', ' b']);
  });

  it('has both texts in it, whatever they are', () => {
    const texts = ['', '\n', 'x', 'a\nb\na\nb', 'b\na\nb\na', `${'l\n'.repeat(3000)}z`, `y\n${'m\n'.repeat(3000)}`];
    for (const before of texts) {
      for (const after of texts) {
        const lines = lineDiff(before, after);
        const without = (mark: string) => lines.filter((line) => line[0] !== mark).map((line) => line.slice(1));
        assert.equal(without('+').join('\n'), before);
        assert.equal(without('-').join('\n'), after);
      }
    }
  });
});
