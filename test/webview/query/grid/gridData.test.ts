import assert from 'node:assert/strict';
import { copiedText } from '../../../../src/webview/query/grid/gridData.ts';
import { sourceOf } from '../../../../src/webview/query/grid/gridSource.ts';
import { count, resultOf, status, statuses } from '../sampleResult.ts';

describe('copied cells', () => {
  it('are the platform’s values in the shown order, separated by tabs and lines', () => {
    const source = sourceOf({ result: statuses, compared: null })!;
    const range = { top: 0, bottom: 2, left: 0, right: 3 };
    assert.equal(
      copiedText(source, Uint32Array.of(4, 2, 3), range, false),
      'shipped\t95\t-45.5\t0.0377\n\t7\t9007199254740993\t\n\t12\t9007199254740992\t0.05',
    );
    const titles = copiedText(source, Uint32Array.of(4), { top: 0, bottom: 0, left: 1, right: 2 }, true);
    assert.equal(titles, 'Orders Count\tTotal Amount\n95\t-45.5');
  });

  it('are the text itself if it is only one', () => {
    const texts = ['=1+1', '+49 30 1234', '-x', 'a\tb', 'say "x"\nagain', '', '\u00a0=1'];
    const source = sourceOf({
      result: resultOf(
        [status, count],
        [...texts, null].map((text) => [text, '1']),
      ),
      compared: null,
    })!;
    const order = Uint32Array.from([...texts, null].keys());
    for (const [row, text] of texts.entries()) {
      assert.equal(copiedText(source, order, { top: row, bottom: row, left: 0, right: 0 }, false), text);
    }
    const last = texts.length;
    assert.equal(copiedText(source, order, { top: last, bottom: last, left: 0, right: 0 }, false), '');
    // Two cells are for a spreadsheet.
    assert.equal(copiedText(source, order, { top: 0, bottom: 1, left: 0, right: 0 }, false), "'=1+1\n'+49 30 1234");
  });

  it('are not formulas, lines or columns of a spreadsheet', () => {
    const texts = ['=1+1', '+cmd|x', '-x', '@sum', 'a\tb', 'a\n"b"', '-5'];
    const title = { ...status, title: '=HYPERLINK("x")' };
    const source = sourceOf({
      result: resultOf(
        [title, count],
        texts.map((text) => [text, '1']),
      ),
      compared: null,
    })!;
    const order = Uint32Array.from(texts.keys());
    const copied = copiedText(source, order, { top: 0, bottom: texts.length - 1, left: 0, right: 0 }, true);
    assert.equal(copied, `"'=HYPERLINK(""x"")"\n'=1+1\n'+cmd|x\n'-x\n'@sum\n"a\tb"\n"a\n""b"""\n-5`);
  });
});
