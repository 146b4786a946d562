import assert from 'node:assert/strict';
import { filledNumberBins, filledTimeBins, numberBins, timeUnit } from '../../../src/local/profile/bins.ts';
import { randomFrom } from '../../run/randomFrom.ts';
import { testSeed } from '../../run/testSeed.ts';

const utc = (text: string) => Date.parse(`${text}Z`);

describe('the bars of numbers', () => {
  it('have round ends', () => {
    const bins = numberBins(3, 97)!;
    assert.deepEqual(bins, { start: 0, step: 10 });
    const filled = filledNumberBins(
      bins,
      97,
      new Map([
        [0, 2],
        [9, 1],
      ]),
    );
    assert.equal(filled.length, 10);
    assert.deepEqual(
      [filled[0], filled[9]],
      [
        { from: '0', to: '10', count: 2 },
        { from: '90', to: '100', count: 1 },
      ],
    );
    assert.deepEqual(numberBins(-0.31, 0.2), { start: -0.35, step: 0.05 });
  });

  it('are none for one value, or for ends that are not numbers', () => {
    for (const [min, max] of [
      [1, 1],
      [Number.NaN, 1],
      [0, Number.POSITIVE_INFINITY],
      [9007199254740994, 9007199254741034],
    ] as const)
      assert.equal(numberBins(min, max), undefined);
  });

  it('count rows outside of the ends at the ends', () => {
    const bins = filledNumberBins(
      { start: 0, step: 1 },
      2,
      new Map([
        [-3, 1],
        [1, 1],
        [9, 2],
      ]),
    );
    assert.deepEqual(
      bins.map(({ count }) => count),
      [1, 1, 2],
    );
  });

  it('are few, and contain all values, whatever they are', () => {
    const seed = testSeed();
    const random = randomFrom(seed);
    for (let round = 0; round < 2_000; round += 1) {
      const size = 10 ** Math.floor(random() * 30 - 15);
      const values = Array.from({ length: 5 }, () => (random() - 0.5) * size);
      const [min, max] = [Math.min(...values), Math.max(...values)];
      const bins = numberBins(min, max)!;
      const where = JSON.stringify({ seed, values, bins });
      assert.ok(bins.start <= min, where);
      const filled = filledNumberBins(bins, max, new Map());
      assert.ok(filled.length >= 5 && filled.length <= 15, `${filled.length} ${where}`);
      assert.ok(
        values.every((value) => Math.floor((value - bins.start) / bins.step) < filled.length),
        where,
      );
    }
  });
});

describe('the bars of times', () => {
  it('are units of the calendar that fit the range', () => {
    const day = 86_400_000;
    assert.deepEqual(
      [10_000, 600_000, 10 * 3_600_000, 10 * day, 100 * day, 400 * day, 2_000 * day, 5_000 * day, 1e6 * day].map(
        (range) => timeUnit(0, range),
      ),
      ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'year'],
    );
  });

  it('show empty units, and follow months of any length', () => {
    const bins = filledTimeBins(
      'month',
      new Map([
        [utc('2024-01-01T00:00'), 2],
        [utc('2024-04-01T00:00'), 3],
      ]),
    );
    assert.deepEqual(
      bins.map(({ from, to, count }) => `${from} ${to} ${count}`),
      ['2024-01 2024-02 2', '2024-02 2024-03 0', '2024-03 2024-04 0', '2024-04 2024-05 3'],
    );
  });

  it('join years of a long range', () => {
    const bins = filledTimeBins(
      'year',
      new Map([
        [utc('1900-01-01T00:00'), 1],
        [utc('2099-01-01T00:00'), 2],
      ]),
    );
    assert.equal(bins.length, 40);
    assert.deepEqual(
      [bins[0], bins[39]],
      [
        { from: '1900', to: '1905', count: 1 },
        { from: '2095', to: '2100', count: 2 },
      ],
    );
  });

  it('have the precision of their unit', () => {
    const [bin] = filledTimeBins('hour', new Map([[utc('2026-01-01T13:00'), 1]]));
    assert.deepEqual(bin, { from: '2026-01-01 13:00', to: '2026-01-01 14:00', count: 1 });
    const [year] = filledTimeBins('second', new Map([[utc('2026-01-01T13:00:59'), 1]]));
    assert.equal(year!.to, '2026-01-01 13:01:00');
  });
});
