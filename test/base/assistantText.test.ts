import assert from 'node:assert/strict';
import fc from 'fast-check';
import { safeText } from '../../src/base/assistantText.ts';
import { testSeed } from '../run/testSeed.ts';

describe('a text in an answer', () => {
  it('shows bidirectional, zero-width, tag and control characters as six readable characters, also after JSON', () => {
    const { text } = safeText('a\u202eb\u200bc\u{e0041}d\u0007e\ufe0ff\u00adg');
    assert.equal(text, 'a\\u202eb\\u200bc\\udb40\\udc41d\\u0007e\\ufe0ff\\u00adg');
    assert.equal(JSON.parse(JSON.stringify({ text })).text.indexOf('\\u202e'), 1);
  });

  it('keeps line feeds, tabs, and the letters of all languages', () => {
    const text = 'Umsatz\tje Größe\n売上 مبيعات 😀';
    assert.deepEqual(safeText(text), { text, isCut: false });
  });

  it('shows half a character as an escape', () => {
    assert.equal(safeText('x\ud83d').text, 'x\\ud83d');
  });

  it('has no link, no picture and no HTML', () => {
    const links = [
      '[x](https://evil.example)',
      '![x](https://evil.example/p.png)',
      '[x][1]\n[1]: https://evil.example',
      '<https://evil.example>',
      '<img src=x onerror=y>',
      '</textarea>',
      '</ hidden>',
      '<? hidden ?>',
    ];
    for (const link of links) {
      const { text } = safeText(link);
      assert.doesNotMatch(text, /\]\(|\]\[|^\s*\[[^\]]*\]:|<[a-z/!?]/im, link);
    }
  });

  it('leaves comparisons and file:line as they are', () => {
    const text = 'amount < 5 and total <= 7, see model/orders.yml:12';
    assert.equal(safeText(text).text, text);
  });

  it('is at most as long as its limit, and says when it is cut', () => {
    assert.deepEqual(safeText('abcdef', 4), { text: 'abc…', isCut: true });
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 });
    fc.assert(
      fc.property(units, fc.integer({ min: 2, max: 300 }), (codes, limit) => {
        const text = String.fromCharCode(...codes);
        const safe = safeText(text, limit);
        assert.ok(safe.text.length <= limit);
        assert.ok(safe.isCut || safe.text.length >= text.replaceAll('\r\n', '\n').length);
        assert.doesNotMatch(safe.text, /(?![\n\t])[\p{Cc}\p{Cf}\p{Bidi_Control}]|\]\(/u);
      }),
      { seed: testSeed() },
    );
  });
});
