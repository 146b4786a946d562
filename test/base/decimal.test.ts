import assert from 'node:assert/strict';
import { compareDecimals, decimalOf, subtractDecimals } from '../../src/base/decimal.ts';
import { testSeed } from '../run/testSeed.ts';

const compare = (a: string, b: string) => compareDecimals(decimalOf(a)!, decimalOf(b)!);

describe('decimal numbers', () => {
  it('compares values of any length, however they are written', () => {
    assert.equal(compare('9007199254740993', '9007199254740992'), 1);
    assert.equal(compare('-9007199254740993', '-9007199254740992'), -1);
    assert.equal(compare('0.10', '1e-1'), 0);
    assert.equal(compare('-0', '0.000'), 0);
    assert.equal(compare('1e400', '1e401'), -1);
    assert.equal(compare('-1', '0.5'), -1);
  });

  it('knows what is not a number', () => {
    for (const text of ['', '-', '.', 'x', '1,5', '1e', 'NaN', 'Infinity', '0x10'])
      assert.equal(decimalOf(text), undefined);
  });

  it('subtracts without rounding', () => {
    const cases: [string, string, string | undefined][] = [
      ['0.3', '0.1', '0.2'],
      ['12345678901234567890.5', '0.25', '12345678901234567890.25'],
      ['9007199254740993', '9007199254740992', '1'],
      ['-5', '7.50', '-12.5'],
      ['1e3', '1', '999'],
      ['100', '1e-3', '99.999'],
      ['0.1', '0.10', '0'],
      ['x', '1', undefined],
      ['1e999999999', '1', undefined],
      ['1e-999999999', '1', undefined],
    ];
    for (const [a, b, difference] of cases) assert.equal(subtractDecimals(a, b), difference, `${a} - ${b}`);
  });

  it('agrees with integers of any size in random cases', () => {
    const seed = testSeed();
    let state = seed >>> 0;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const number = () => {
      const digits = Array.from({ length: 1 + next(24) }, () => next(10)).join('');
      return `${next(2) === 0 ? '-' : ''}${digits}${next(3) === 0 ? '' : `.${next(100_000)}`}`;
    };
    // In units of 10^-5, so that integers are exact.
    const units = (text: string) => {
      const [, sign, integer, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!;
      const value = BigInt(integer + fraction.padEnd(5, '0'));
      return sign === '-' ? -value : value;
    };
    for (let round = 0; round < 2_000; round += 1) {
      const [a, b] = [number(), number()];
      const said = `TEST_SEED=${seed}: ${a} and ${b}`;
      const exact = units(a) - units(b);
      assert.equal(compare(a, b), exact < 0n ? -1 : exact > 0n ? 1 : 0, said);
      assert.equal(units(subtractDecimals(a, b)!), exact, said);
    }
  });
});
