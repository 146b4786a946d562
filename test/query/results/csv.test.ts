import assert from 'node:assert/strict';
import type { Cell, ResultColumn } from '../../../src/contract/messages/resultShape.ts';
import { csvOf } from '../../../src/query/results/csv.ts';

const column = (key: string, type: string): ResultColumn => ({ key, member: key, title: key, kind: 'dimension', type });
const columns = [column('a.text', 'string'), column('a.number', 'number')];
const lines = (...rows: Cell[][]) => csvOf({ columns, rows }).split('\r\n').slice(1, -1);

describe('a table as comma-separated values', () => {
  it('has one line for the keys and one for each row, each with its end', () => {
    assert.equal(csvOf({ columns, rows: [['x', '1.50']] }), 'a.text,a.number\r\nx,1.50\r\n');
    assert.equal(csvOf({ columns, rows: [] }), 'a.text,a.number\r\n');
  });

  it('quotes separators, quotation marks and line ends', () => {
    assert.deepEqual(lines(['a,b', '1'], ['say "x"', '2'], ['ü €', '3']), ['"a,b",1', '"say ""x""",2', 'ü €,3']);
    assert.equal(
      csvOf({ columns: columns.slice(0, 1), rows: [['a\nb'], ['a\r\nb']] }),
      'a.text\r\n"a\nb"\r\n"a\r\nb"\r\n',
    );
  });

  it('tells null from an empty text', () => {
    assert.deepEqual(lines([null, null], ['', '0'], ['null', '0']), [',', '"",0', 'null,0']);
  });

  it('no text is a formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＠x']) {
      assert.deepEqual(lines([text, '1']), [`'${text},1`], text);
    }
    for (const text of ['\t=1', '\r=1', '\n=1', '=HYPERLINK("http://x";"y")', '=1,2']) {
      const [, first] = /^[^\r]*\r\n([\s\S]*),1\r\n$/.exec(csvOf({ columns, rows: [[text, '1']] }))!;
      assert.match(first!, /^"?'/, JSON.stringify(text));
    }
    // A driver can send any text in a column of numbers.
    assert.deepEqual(lines(['x', '=1+1'], ['x', '-cmd|x']), [`x,'=1+1`, `x,'-cmd|x`]);
    const [head] = csvOf({ columns: [column('=a', 'number')], rows: [] }).split('\r\n');
    assert.equal(head, `'=a`);
  });

  it('no text is a formula behind characters that a spreadsheet may leave out', () => {
    for (const hidden of [
      '\ufeff',
      '\u00a0',
      '\u200b',
      '\u200d',
      '\u2060',
      '\u00ad',
      '\u202f',
      ' ',
      '\u0000',
      '\ufeff \u200b',
    ]) {
      for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1']) {
        assert.deepEqual(lines([`${hidden}${text}`, '1']), [`'${hidden}${text},1`], JSON.stringify(hidden));
      }
    }
    for (const text of ['a=1', '\u00a0a', '1-1', 'x@y.z', '\ufeff'])
      assert.deepEqual(lines([text, '1']), [`${text},1`]);
    // A long run of such characters takes no time.
    assert.equal(lines([`${'\u200b'.repeat(1e6)}x`, '1']).length, 1);
  });

  it('has no mark of the encoding, because a program reads it', () => {
    assert.equal(csvOf({ columns, rows: [] }).charCodeAt(0), 'a'.charCodeAt(0));
  });

  it('numbers stay numbers, negative ones too, with every digit', () => {
    const numbers = ['-5', '+5', '-0.25', '-1e-7', '123456789012345678901234567890.10', '9007199254740993'];
    for (const number of numbers) assert.deepEqual(lines(['x', number]), [`x,${number}`]);
    assert.deepEqual(lines(['x', -5], ['x', true]), ['x,-5', 'x,true']);
  });
});
