/** The place where a text stops being JSON agrees with `JSON.parse`. */

import assert from 'node:assert/strict';
import { jsonErrorAt } from '../../../src/model/documents/jsonError.ts';
import { testSeed } from '../../run/testSeed.ts';
import { pick, seeded } from '../mutation/mutant.ts';

const text = '{ "a": [1, -2.5e3, "x\\u00e4\\n", true, null, {}], "b": { "c": [] } }';

function isJson(one: string): boolean {
  try {
    JSON.parse(one);
    return true;
  } catch {
    return false;
  }
}

describe('jsonErrorAt', () => {
  it('is the first character that cannot be there, or the end', () => {
    for (const [one, at] of [
      [text, undefined],
      ['\ufeff[1]', undefined],
      ['{ a: 1 }', 2],
      ['[1,]', 3],
      ['{"a": 1,}', 8],
      ['{"a" 1}', 5],
      ['[01]', 2],
      ["['a']", 1],
      ['{"a": 1} x', 9],
      ['{"a": ', 6],
    ] as const)
      assert.equal(jsonErrorAt(one), at, one);
  });

  it('agrees with the parser on random changes', () => {
    const random = seeded(testSeed());
    const below = (limit: number) => Math.floor(random() * limit);
    for (let round = 0; round < 2000; round += 1) {
      let changed = text;
      for (let edits = below(3) + 1; edits > 0; edits -= 1) {
        const at = below(changed.length);
        const char = pick(random, [...'{}[],:"0-e.tx \\\n']) ?? '';
        changed = changed.slice(0, at) + (below(2) ? char : '') + changed.slice(at + below(2));
      }
      assert.equal(jsonErrorAt(changed) === undefined, isJson(changed), JSON.stringify(changed));
    }
  });
});
