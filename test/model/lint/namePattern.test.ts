import assert from 'node:assert/strict';
import { namePattern } from '../../../src/model/lint/namePattern.ts';
import { randomFrom } from '../../run/randomFrom.ts';
import { testSeed } from '../../run/testSeed.ts';

describe('patterns of names', () => {
  const patterns = [
    ...[
      '[a-z][a-z0-9_]*',
      '^[a-z]+(_[a-z0-9]+)*$',
      '(?:count|total|avg)_\\w+',
      'a?b{2}c{1,3}d{2,}',
      '[^ab]+|x.y',
      '\\d\\D\\.',
      '',
    ],
    ...['(a|ab)(c|bcd)*', '(a*)*b', '((a|b)+)?c'],
  ];

  it('match what regular expressions match (random)', () => {
    const seed = testSeed();
    const random = randomFrom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    for (const source of patterns) {
      const pattern = namePattern(source)!;
      const expected = new RegExp(`^(?:${source.replace(/^\^|\$$/g, '')})$`);
      for (let round = 0; round < 300; round += 1) {
        const name = Array.from({ length: below(9) }, () => 'abcdxy_01.'[below(10)]).join('');
        assert.equal(pattern.matches(name), expected.test(name), `seed ${seed}: ${source} ${name}`);
      }
    }
  });

  it('take no time that grows exponentially', () => {
    assert.equal(namePattern('(a+)+b')!.matches('a'.repeat(2_000)), false);
  });

  it('refuse what they do not support', () => {
    for (const source of [
      '(?=a)',
      '(a)\\1',
      'a+?',
      '[',
      '(',
      'a)',
      '*',
      '[b-a]',
      'a{3,1}',
      '(a{100}){100}',
      'a'.repeat(600),
    ])
      assert.equal(namePattern(source), undefined, source);
  });
});
