import assert from 'node:assert/strict';
import type { Cell } from '../../../src/contract/messages/resultShape.ts';
import { canonical, compareCells } from '../../../src/query/results/compareCells.ts';

describe('the order of values', () => {
  const ascending = (type: string, values: readonly Cell[]) => {
    values.forEach((a, i) => {
      values.forEach((b, j) => {
        assert.equal(Math.sign(compareCells(a, b, type)), Math.sign(i - j), `${a} and ${b}`);
      });
    });
  };
  const equal = (type: string, values: readonly Cell[]) => {
    for (const a of values) {
      for (const b of values) {
        assert.equal(compareCells(a, b, type), 0, `${a} and ${b}`);
        assert.equal(canonical(a!, type), canonical(b!, type), `${a} and ${b}`);
      }
    }
  };

  it('numbers by their value, with every digit', () => {
    ascending('number', [
      null,
      '-1e400',
      '-9007199254740994',
      '-9007199254740993',
      '-2.50',
      '-0.1',
      '0',
      '1e-400',
      '0.1',
      '0.10000000000000000001',
      '2',
      '10',
      '9007199254740992',
      '9007199254740993',
      '123456789012345678901234567890.1',
      '123456789012345678901234567890.2',
      '1e999999999',
    ]);
  });

  it('numbers that are written differently are equal', () => {
    equal('number', ['1', '1.0', '01', '+1', '1e0', '10e-1', '0.1e1', 1, ' 1 ']);
    equal('number', ['0', '-0', '0.000', '0e9', '.0', 0]);
    equal('number', ['1500', '1.5e3', '15e2']);
  });

  it('what is not a number comes after the numbers', () => {
    ascending('number', [null, '5', '', 'NaN', 'n/a']);
  });

  it('numbers and times with any number of digits', () => {
    const zeros = '0'.repeat(1_000_000);
    ascending('number', ['-1e5', `0.${zeros}1`, '1', `1${zeros}1`, `1${zeros}2`]);
    equal('number', ['1', `1.${zeros}`, `${zeros}1`]);
    ascending('time', ['2026-01-01T00:00:00.000', `2026-01-01T00:00:00.1${zeros}1`, '2026-01-01T00:00:00.2']);
  }).timeout(20_000);

  it('times by moment, in any notation', () => {
    ascending('time', [null, '2025-12-31T23:59:59.999', '2026-01-01T00:00:00.000', '2026-01-01T00:00:00.001']);
    equal('time', [
      '2026-01-01T00:00:00',
      '2026-01-01T00:00:00.000',
      '2026-01-01 00:00:00.0',
      '2026-01-01T00:00:00.000Z',
    ]);
    equal('time', ['2026-01-01T00:00:00.120', '2026-01-01T00:00:00.12']);
    equal('time', ['2026-01-01', '2026-01-01T00:00', '2026-01-01T00:00:00.000']);
    ascending('time', ['2026-01-01T00:00:00.000', '2026-01-01T00:00:00.0001', '2026-01-01 00:00:01', '2026-01-02']);
  });

  it('texts by their characters; an empty text is not null, and a number in a text is a text', () => {
    ascending('string', [null, '', '1', '1.0', '10', '2', 'null']);
    equal('boolean', [true, 'true', 1, '1']);
    ascending('boolean', [null, false, true]);
  });
});
