import assert from 'node:assert/strict';
import { sourceOf } from '../../../../src/webview/query/grid/gridSource.ts';
import { markdownTable } from '../../../../src/webview/query/grid/markdownTable.ts';
import { count, resultOf, status, statuses } from '../sampleResult.ts';

describe('cells copied as Markdown', () => {
  it('are a table in the shown order, with the platform’s values', () => {
    const source = sourceOf({ result: statuses, compared: null })!;
    assert.equal(
      markdownTable(source, Uint32Array.of(4, 2), { top: 0, bottom: 1, left: 0, right: 2 }),
      [
        '| Orders Status | Orders Count | Total Amount |',
        '| --- | ---: | ---: |',
        '| shipped | 95 | -45.5 |',
        '|  | 7 | 9007199254740993 |',
      ].join('\n'),
    );
  });

  it('stay in their columns, and are not markup', () => {
    const texts = ['a|b', 'two\r\nlines', '<img src=x>', '![x](y)', '*b* _i_ `c` ~s~', 'C:\\|', '&lt;'];
    const result = resultOf(
      [{ ...status, title: 'a|b' }, count],
      texts.map((text) => [text, '1']),
    );
    const source = sourceOf({ result, compared: null })!;
    const range = { top: 0, bottom: texts.length - 1, left: 0, right: 0 };
    assert.deepEqual(markdownTable(source, Uint32Array.from(texts.keys()), range).split('\n'), [
      '| a\\|b |',
      '| --- |',
      '| a\\|b |',
      '| two<br>lines |',
      '| &lt;img src=x> |',
      '| !\\[x\\](y) |',
      '| \\*b\\* \\_i\\_ \\`c\\` \\~s\\~ |',
      '| C:\\\\\\| |',
      '| &amp;lt; |',
    ]);
  });
});
