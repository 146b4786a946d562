/** Texts of others in each place that gives a meaning to a part of them. */

import assert from 'node:assert/strict';
import { signInErrors } from '../../../src/platform/signIn/signInErrors.ts';
import { errorText } from '../../../src/ui/shell/errorText.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { escapeMarkdown, plainLabel, plainText } from '../../../src/ui/shell/outsideText.ts';

/** The pattern by which the editor finds links in messages, progress and prompts. */
const messageLink = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
/** The pattern by which it finds icons in labels; one that a backslash escapes stays a text. */
const icon = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g;

const hostile = [
  '[Repair](command:workbench.action.terminal.sendSequence?%7B%7D)',
  '[a] [b](https://example.com "title")',
  '[[Repair](command:a)](command:b)',
  '[Repair\n](command:a)',
  '![image](https://example.com/a.png)',
  '$(zap) $(sync~spin)',
  '\u202e\u001b[31mred\u001b]8;;https://example.com\u0007',
  '<img src=x> <a href="command:a">a</a>',
  '`code` **bold** _i_ # title\n\n- item',
];

describe('texts of others', () => {
  for (const text of hostile) {
    it(`have no links, icons or markup: ${JSON.stringify(text)}`, () => {
      assert.deepEqual([...plainText(text).matchAll(messageLink)], []);
      const unescaped = [...plainLabel(text).matchAll(icon)].filter(([, backslash]) => backslash === undefined);
      assert.deepEqual(unescaped, []);
      assert.doesNotMatch(escapeMarkdown(text), /(?<!\\)[[\]<>`*_$#!]|\n/);
      for (const shown of [plainText(text), plainLabel(text), escapeMarkdown(text)])
        assert.doesNotMatch(shown, /(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    });
  }

  it('stay readable', () => {
    assert.equal(plainText('Pushed a.yml (2 of 3)\nDone [x]'), 'Pushed a.yml (2 of 3)\nDone [x]');
    assert.equal(plainLabel('dev-anna (mine)'), 'dev-anna (mine)');
    assert.equal(plainText('x'.repeat(3000)).length, 2001);
  });

  it('have no link in the error of a sign-in', () => {
    const failure = signInErrors.error('sign-in-refused', ['example.com', '[Repair](command:a)']);
    const text = plainText(errorText(failure, plainLocalizer));
    assert.match(text, /refused the sign-in: \[Repair\] \(command:a\)/);
    assert.deepEqual([...text.matchAll(messageLink)], []);
  });
});
