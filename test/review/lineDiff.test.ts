import assert from 'node:assert/strict';
import { lineDiff } from '../../src/review/lineDiff.ts';

const shown = (before: string, after: string) =>
  lineDiff(before.split('\n'), after.split('\n')).map(({ kind, text, mark }) =>
    mark ? [kind, text, text.slice(...mark)] : [kind, text],
  );

describe('the lines that differ', () => {
  it('are shown with two lines around them, and the number of those that are left out', () => {
    assert.deepEqual(shown('a\nb\nc\nd\ne\nf\ng\nh', 'a\nb\nc\nd\nE\nf\ng\nh'), [
      ['gap', '2'],
      ['same', 'c'],
      ['same', 'd'],
      ['removed', 'e', 'e'],
      ['added', 'E', 'E'],
      ['same', 'f'],
      ['same', 'g'],
      ['gap', '1'],
    ]);
  });

  it('mark the characters that differ where as many lines replace others', () => {
    assert.deepEqual(shown('sql: amount\nx', 'sql: net_amount\nx'), [
      ['removed', 'sql: amount', ''],
      ['added', 'sql: net_amount', 'net_'],
      ['same', 'x'],
    ]);
    assert.deepEqual(shown('x', 'x\ny\nz'), [
      ['same', 'x'],
      ['added', 'y'],
      ['added', 'z'],
    ]);
  });

  it('are all lines of a text that one side has', () => {
    assert.deepEqual(lineDiff([], ['a']), [{ kind: 'added', text: 'a' }]);
    assert.deepEqual(lineDiff(['a'], ['a']), [{ kind: 'gap', text: '1' }]);
  });

  it('end with the number of lines that are not compared', () => {
    const lines = Array.from({ length: 500 }, (_, at) => String(at));
    assert.deepEqual(lineDiff(lines, [...lines.slice(0, 499), 'other']).at(-1), { kind: 'cut', text: '100' });
  });
});
