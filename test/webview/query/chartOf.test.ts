import assert from 'node:assert/strict';
import type { QueryCompared } from '../../../src/contract/messages/queryChannel.ts';
import type { Cell, ResultColumn } from '../../../src/contract/messages/resultShape.ts';
import { chartOf, maxRows, ticksFor } from '../../../src/webview/query/chartOf.ts';
import { sourceOf } from '../../../src/webview/query/grid/gridSource.ts';
import { amount, byMonth, comparedStatuses, count, month, resultOf, share, status, statuses } from './sampleResult.ts';

function chart(columns: ResultColumn[], rows: Cell[][], compared: QueryCompared | null = null) {
  return chartOf(sourceOf({ result: resultOf(columns, rows), compared })!, 'dev-ada', 'en', 'empty');
}

const reason = (columns: ResultColumn[], rows: Cell[][]) => {
  const found = chart(columns, rows);
  return found.kind === 'none' ? found.reason : found.kind;
};

describe('the chart of a result', () => {
  it('is a line over time, in the order of time, with gaps for null', () => {
    const rows = [...byMonth.rows.slice(0, 7)].reverse().map((row) => [...row]);
    const line = chart([month, count, amount], rows);
    assert.ok(line.kind === 'line');
    assert.deepEqual(line.labels.slice(0, 2), ['2025-01', '2025-02']);
    assert.deepEqual(
      line.series.map(({ title }) => title),
      ['Orders Count', 'Total Amount'],
    );
    assert.equal(line.series[0]!.values[5], null);
    assert.equal(line.series[0]!.texts[5], 'null');
    assert.equal(line.times[1]! - line.times[0]!, 31 * 86_400_000);
  });

  it('is bars over one dimension, for one measure or several', () => {
    const bars = chart(
      [status, count, share],
      [
        ['a', '2', '0.5'],
        [null, '3', null],
      ],
    );
    assert.ok(bars.kind === 'bars');
    assert.deepEqual(bars.labels, ['a', 'null']);
    assert.deepEqual(
      bars.series.map(({ values, texts }) => [values, texts]),
      [
        [
          [2, 3],
          ['2', '3'],
        ],
        [
          [0.5, null],
          ['50%', 'null'],
        ],
      ],
    );
    const several = chart([count, amount], [['2', '3']]);
    assert.ok(several.kind === 'bars');
    assert.deepEqual(several.labels, ['Orders Count', 'Total Amount']);
  });

  it('is the value of one number, with every digit', () => {
    assert.deepEqual(chart([count], [['9007199254740993']]), {
      kind: 'value',
      title: 'Orders Count',
      texts: ['9,007,199,254,740,993'],
      branches: [],
    });
  });

  it('says why there is none', () => {
    assert.equal(reason([status, count], []), 'noRows');
    assert.equal(reason([status], [['a']]), 'noMeasure');
    assert.equal(reason([status, { ...count, type: 'string' }], [['a', 'b']]), 'noMeasure');
    assert.equal(reason([status, month, count], [['a', '2026-01-01T00:00:00.000', '1']]), 'manyDimensions');
    assert.equal(
      reason([status, ...Array.from({ length: 5 }, () => count)], [['a', '1', '1', '1', '1', '1']]),
      'manyMeasures',
    );
    assert.equal(reason([count], [['1'], ['2']]), 'manyRows');
    assert.equal(
      reason(
        [month, count],
        [
          [null, '1'],
          ['soon', '2'],
        ],
      ),
      'noRows',
    );
  });

  it('draws only the first of many rows, and says so', () => {
    const bars = chart(
      [status, count],
      Array.from({ length: 500 }, (_, row) => [`s${row}`, String(row)]),
    );
    assert.ok(bars.kind === 'bars' && bars.isCut);
    assert.equal(bars.labels.length, maxRows.bars);
  });

  it('has a series for each branch of a comparison', () => {
    const compared = { ...comparedStatuses, columns: [status, count] };
    const bars = chart(
      [status, count],
      statuses.rows.map((row) => row.slice(0, 2)),
      compared,
    );
    assert.ok(bars.kind === 'bars');
    assert.deepEqual(bars.labels, ['completed', 'processing', 'returned', 'shipped', 'empty']);
    assert.deepEqual(
      bars.series.map(({ title, values }) => [title, values.slice(0, 4)]),
      [
        ['dev-ada', [1204, 298, null, 95]],
        ['main', [1204, 310, 4, null]],
      ],
    );
    const one = chart([count], [['5']], {
      ...comparedStatuses,
      columns: [count],
      rows: [{ change: 'changed', before: ['3'], after: ['5'] }],
    });
    assert.deepEqual(one, {
      kind: 'value',
      title: 'Orders Count',
      texts: ['5', '3', '+2'],
      branches: ['dev-ada', 'main'],
    });
  });
});

describe('the values of an axis', () => {
  it('are round and include zero and all values', () => {
    assert.deepEqual(ticksFor([3, 97], 5), [0, 20, 40, 60, 80, 100]);
    assert.deepEqual(ticksFor([-0.3, 0.1], 4), [-0.3, -0.2, -0.1, 0, 0.1]);
    assert.deepEqual(ticksFor([], 5), [0, 1]);
    assert.deepEqual(ticksFor([0, 0], 5), [0, 1]);
    for (const values of [[1e300, -1e300], [1.7e308], [5e-324], [1e-9, 2e-9]]) {
      const ticks = ticksFor(values, 5);
      assert.ok(ticks.every(Number.isFinite) && ticks.length >= 2 && ticks.length < 20, String(ticks));
    }
  });
});
