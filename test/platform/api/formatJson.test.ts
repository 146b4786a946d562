import assert from 'node:assert/strict';
import { formatJson } from '../../../src/platform/api/formatJson.ts';

describe('formatted JSON', () => {
  it('is what the standard indentation gives', () => {
    const value = { a: [1, { b: 'x "y" {[,:' }, [], {}], c: null, 'd\\': true, e: { f: [[]] } };
    for (const text of [JSON.stringify(value), JSON.stringify(value, undefined, 5), '[ ]', '{\n}', '"a"', '1']) {
      assert.equal(formatJson(text), JSON.stringify(JSON.parse(text), undefined, 2));
    }
  });

  it('keeps every digit', () => {
    assert.equal(
      formatJson('{"id":12345678901234567890,"x":1.10}'),
      '{\n  "id": 12345678901234567890,\n  "x": 1.10\n}',
    );
  });
});
