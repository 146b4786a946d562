import assert from 'node:assert/strict';
import { render, type Value } from '../../../../src/cli/mcp/shared/answer.ts';
import { LongText } from '../../../../src/cli/mcp/shared/longText.ts';

const items = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `item_${at}`, text: 'x'.repeat(200) }));
const sizeOf = (value: unknown) => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

describe('an answer', () => {
  it('is an object, and the same object as a text behind one sentence', () => {
    const { structured, text } = render({ sentence: '1 cube.', data: { cubes: 1, none: undefined } });
    assert.deepEqual(structured, { cubes: 1 });
    assert.equal(text, '1 cube.\n{"cubes":1}');
  });

  it('is at most 32 kB, its text 8 kB; a cursor tells where the rest of its list begins', () => {
    const { structured, text } = render({
      sentence: 'Many.',
      data: { items: items(500) },
      page: { list: 'items', start: 40 },
    });
    assert.ok(sizeOf(structured) <= 32 * 1024);
    assert.ok(sizeOf(text) <= 8 * 1024);
    const shown = structured.items as { name: string }[];
    assert.equal(structured.truncated, true);
    assert.equal(structured.cursor, String(40 + shown.length));
    const inText = JSON.parse(text.slice(text.indexOf('\n') + 1));
    assert.equal(inText.cursor, String(40 + inText.items.length));
    assert.deepEqual(inText.items, shown.slice(0, inText.items.length));
  });

  it('shows at least a part of an item that is too large for a page, and goes on behind it', () => {
    const { structured } = render({
      sentence: '',
      data: { items: [{ name: 'large', members: items(400) }, { name: 'next' }] },
      page: { list: 'items', start: 0 },
    });
    const [first] = structured.items as { name: string; members: unknown[] }[];
    assert.equal(first?.name, 'large');
    assert.ok(first.members.length > 0);
    assert.equal(structured.cursor, '1');
    assert.ok(sizeOf(structured) <= 32 * 1024);
  });

  it('cuts the largest part of an answer without pages, and says so', () => {
    const data = { name: 'orders', diff: new LongText('d'.repeat(60_000), 60_000), files: ['a', 'b'] };
    const { structured } = render({ sentence: '', data });
    assert.ok(sizeOf(structured) <= 32 * 1024);
    assert.equal(structured.truncated, true);
    assert.deepEqual(structured.files, ['a', 'b']);
  });

  it('says when a text is cut', () => {
    assert.equal(render({ sentence: '', data: { description: 'x'.repeat(301) } }).structured.truncated, true);
    assert.equal(render({ sentence: '', data: { description: 'x'.repeat(300) } }).structured.truncated, undefined);
  });

  it('has safe texts and safe keys at every depth', () => {
    const deep: Value = [{ 'a\u202e': [{ b: '\u200b' }] }];
    assert.deepEqual(render({ sentence: '', data: { deep } }).structured, {
      deep: [{ 'a\\u202e': [{ b: '\\u200b' }] }],
    });
  });
});
