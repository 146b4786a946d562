import assert from 'node:assert/strict';
import { maxCsvRows, readCsv } from '../../../src/local/given/readCsv.ts';

describe('a CSV file of a test', () => {
  it('has columns and rows; an empty field is null, a quoted one an empty text', () => {
    assert.deepEqual(readCsv('\ufeffid,name,note\r\n1,"a ""b"", c",\r\n2,"",x\r\n'), {
      columns: ['id', 'name', 'note'],
      rows: [
        ['1', 'a "b", c', null],
        ['2', '', 'x'],
      ],
    });
    assert.deepEqual(readCsv('a,b\n1,').rows, [['1', null]]);
    assert.deepEqual(readCsv('a,b\n1,"two\nlines"\n\n3,4').rows, [
      ['1', 'two\nlines'],
      ['3', '4'],
    ]);
    assert.deepEqual(readCsv('a\n').rows, []);
  });

  for (const [text, message] of [
    ['', /The file is empty/],
    ['a,a\n', /two columns are named “a”/],
    ['a,\n', /a column has no name/],
    ['a,b\n1,2\n3\n', /Line 3: it has 1 values, and the first line has 2 columns/],
    ['a\n"x\n', /Line 2: a quotation mark is missing/],
    [`a\n${'1\n'.repeat(maxCsvRows + 1)}`, /more than 100000 rows/],
  ] as const) {
    it(`is refused: ${message.source}`, () => assert.throws(() => readCsv(text), message));
  }
});
