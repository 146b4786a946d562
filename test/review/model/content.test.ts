import assert from 'node:assert/strict';
import { compactText } from '../../../src/review/model/content.ts';

describe('texts without blanks and comments', () => {
  const same: [string, string][] = [
    ['select  1\n from x ', 'select 1 from x'],
    ['a -- why\n= b', 'a = b'],
    ['a /* why */ = /*\n*/ b --', 'a = b'],
    ["a = 'it''s  --' -- x", "a = 'it''s  --'"],
    ["a = 'x\\'  y'", "a = 'x\\'  y'"],
  ];
  for (const [one, other] of same) {
    it(`${JSON.stringify(one)} is ${JSON.stringify(other)}`, () => assert.equal(compactText(one, 'sql'), other));
  }

  const different: [string, string][] = [
    ["'a  b'", "'a b'"],
    ['"a  b"', '"a b"'],
    ['select /*+ hint */ 1', 'select 1'],
    ['1--1\n+ 2', '1'],
    ['a--b\nc', 'a--b c'],
    ['a // b', 'a'],
  ];
  for (const [one, other] of different) {
    it(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`, () =>
      assert.notEqual(compactText(one, 'sql'), compactText(other, 'sql')));
  }

  it('know the comments of JavaScript', () => {
    assert.equal(compactText('() => 1 // one\n + /* two */ 2', 'javascript'), '() => 1 + 2');
    assert.equal(compactText("'// x'", 'javascript'), "'// x'");
  });

  it('are read once, also where quotes and comments have no end', () => {
    for (const part of ['/*', "'", '"', '`', '--', '\\', "'\\", '/*"', '-- \n', '//']) {
      const text = part.repeat(100_000);
      for (const language of ['sql', 'javascript'] as const)
        assert.ok(compactText(text, language).length <= text.length);
    }
  });
});
