import assert from 'node:assert/strict';
import { isNestedDeeper } from '../../src/base/jsonDepth.ts';

describe('the depth of a JSON text', () => {
  it('counts objects and arrays inside each other', () => {
    for (const [value, depth] of [
      [1, 0],
      ['text', 0],
      [[], 1],
      [{ a: [1, { b: [] }], c: {} }, 4],
      [[[], [], [[]]], 3],
    ] as const) {
      const text = JSON.stringify(value);
      assert.equal(isNestedDeeper(text, depth), false, text);
      if (depth > 0) assert.equal(isNestedDeeper(text, depth - 1), true, text);
    }
  });

  it('ignores brackets in texts', () => {
    for (const text of ['[[[{', '"[', '\\"[', '\\\\"[', '{"a":"\\\\']) {
      assert.equal(isNestedDeeper(JSON.stringify([text, { [text]: text }]), 2), false, text);
    }
  });

  it('is found in texts that are not JSON', () => {
    assert.equal(isNestedDeeper('['.repeat(1e6), 1000), true);
    assert.equal(isNestedDeeper(`"${'['.repeat(1000)}`, 10), false);
    assert.equal(isNestedDeeper(']]]]', 0), false);
  });
});
