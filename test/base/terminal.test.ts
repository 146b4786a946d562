import assert from 'node:assert/strict';
import { printable } from '../../src/base/terminal.ts';

describe('printable', () => {
  const cases: [what: string, text: string, printed: string][] = [
    ['colours', 'a\x1b[31mb', 'a\\u001b[31mb'],
    ['the title of the window', '\x1b]0;owned\x07', '\\u001b]0;owned\\u0007'],
    ['8-bit control sequences', '\x9b2J', '\\u009b2J'],
    ['a return to the start of the line', 'error\rfine', 'error\\u000dfine'],
    ['backspace, delete and null', 'a\b\x7f\0', 'a\\u0008\\u007f\\u0000'],
    ['the direction of writing', 'x\u202egnp.exe', 'x\\u202egnp.exe'],
  ];
  for (const [what, text, printed] of cases) it(`shows ${what}`, () => assert.equal(printable(text), printed));

  it('keeps lines, tabs, letters and emoji of all languages', () => {
    const text = 'né\t“x”\n  日本語 👩‍👩‍👧 עברית\n';
    assert.equal(printable(text), text);
    assert.equal(printable('one\r\ntwo'), 'one\ntwo');
  });

  it('keeps the values of JSON', () => {
    const value = { name: 'a\x1b[31m\x9b\u202e\n"\\' };
    assert.deepEqual(JSON.parse(printable(JSON.stringify(value))), value);
  });
});
