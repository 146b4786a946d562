/** Finds where a text stops being JSON. The messages of `JSON.parse` have no position in many cases. */

const value =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const space = /[ \t\r\n]*/y;

type Expected = 'value' | 'item' | 'key' | 'nextKey' | 'colon' | 'end';

/** The offset of the first character that cannot be there, or the length of the text if something is missing; undefined for JSON. */
export function jsonErrorAt(text: string): number | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  for (;;) {
    skip(space);
    const char = text[at];
    if (char === undefined) return expected === 'end' && open.length === 0 ? undefined : text.length;
    if (expected === 'end') {
      const around = open.at(-1);
      if (around && char === (around === '{' ? '}' : ']')) open.pop();
      else if (around && char === ',') expected = around === '{' ? 'nextKey' : 'value';
      else return at;
      at += 1;
    } else if (expected === 'colon') {
      if (char !== ':') return at;
      expected = 'value';
      at += 1;
    } else if ((expected === 'key' && char === '}') || (expected === 'item' && char === ']')) {
      open.pop();
      expected = 'end';
      at += 1;
    } else if (expected === 'key' || expected === 'nextKey') {
      if (char !== '"' || skip(value) === '') return at;
      expected = 'colon';
    } else if (char === '{' || char === '[') {
      open.push(char);
      expected = char === '{' ? 'key' : 'item';
      at += 1;
    } else if (skip(value) === '') return at;
    else expected = 'end';
  }
}
