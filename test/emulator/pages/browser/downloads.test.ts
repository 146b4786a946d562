import assert from 'node:assert/strict';
import { strFromU8, unzipSync } from 'fflate';
import { workbookOf } from '../../../../src/emulator/pages/browser/workbook.ts';
import { csvOf } from '../../../../src/emulator/pages/csv.ts';

describe('rows as a file', () => {
  it('quotes commas, quotes and line breaks in CSV, and disarms formulas', () => {
    const rows = [
      ['Graz, "old" town', 3],
      ['=1+1', -2],
      ['line\nbreak', 0.5],
    ];
    const expected = 'Place,N\r\n"Graz, ""old"" town",3\r\n\'=1+1,-2\r\n"line\nbreak",0.5\r\n';
    assert.equal(csvOf({ head: ['Place', 'N'], rows }), expected);
  });

  it('disarms each start of a formula, as the results of queries do', () => {
    const starts = ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'];
    const [, ...lines] = csvOf({ head: ['A'], rows: starts.map((start) => [`${start}1`]) }).split('\r\n');
    assert.deepEqual(
      lines.slice(0, -1),
      starts.map((start) => `'${start}1`),
    );
  });

  it('writes the same values to a workbook', () => {
    const parts = unzipSync(workbookOf({ head: ['A & B'], rows: [['<x>\u0001', 12.5]] }));
    assert.ok(parts['[Content_Types].xml'] && parts['xl/workbook.xml']);
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
    for (const text of ['A &amp; B', '&lt;x&gt;<', '<v>12.5</v>']) assert.ok(sheet.includes(text), text);
  });
});
