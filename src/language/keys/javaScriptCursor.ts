/** Finds the definition at a position of JavaScript and reads it up to the cursor, in any state of the text. */

import type { DefinitionKind } from '../../model/source/tree.ts';
import { type Cursor, cursorOf } from './cursor.ts';
import { FlowReader } from './flowReader.ts';
import { skipCode, skipSpace, skipToken } from './scan.ts';

const callees = new Set<string>(['cube', 'view', 'view_group'] satisfies DefinitionKind[]);

export function javaScriptCursor(text: string, offset: number): Cursor | undefined {
  /** The open brackets, and whether each is a block. */
  const open: boolean[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length && at <= offset) {
    const char = text[at]!;
    const word = /[A-Za-z_$]/.test(char) ? /^[\w$]+/.exec(text.slice(at, at + 100))![0] : '';
    if (word !== '') {
      const end = at + word.length;
      if (callees.has(word) && text[at - 1] !== '.' && end < offset) {
        const start = bodyOf(text, end);
        if (start !== undefined) {
          const reader = new FlowReader(text, 'javascript', offset, text.length, word as DefinitionKind);
          const { end: after } = reader.map(start, []);
          if (offset < after || text[after - 1] !== '}') return reader.cursor;
          at = after;
          continue;
        }
      }
      if (offset <= end) break;
      at = end;
      continue;
    }
    if (/[{([]/.test(char)) open.push(char === '{' && /(=>|\))\s*$/.test(text.slice(Math.max(0, at - 20), at)));
    else if (/[})\]]/.test(char)) open.pop();
    const end = skipToken(text, at);
    // In a comment or a text: a line comment and an open text go on to the end of the line.
    const isClosed = text[end - 1] === char || text.endsWith('*/', end);
    if (end > at + 1 && at < offset && (offset < end || (offset === end && !isClosed))) return undefined;
    at = end;
  }
  const start = offset - /[\w$]*$/.exec(text.slice(Math.max(0, offset - 100), offset))![0].length;
  const end = offset + /^[\w$]*/.exec(text.slice(offset, offset + 100))![0].length;
  const isStatement = (open.at(-1) ?? true) && /(^|[\r\n])\s*$/.test(text.slice(Math.max(0, start - 200), start));
  if (!isStatement || !/^[ \t]*($|[\r\n])/.test(text.slice(end, end + 200))) return undefined;
  return cursorOf({ style: 'javascript', steps: [], span: { start, end } });
}

/** The brace of the second argument of a call. `from` is the end of the called name. */
function bodyOf(text: string, from: number): number | undefined {
  const bracket = skipSpace(text, from, 'javascript').end;
  if (text[bracket] !== '(') return undefined;
  const comma = skipCode(text, bracket + 1);
  if (text[comma] !== ',') return undefined;
  const body = skipSpace(text, comma + 1, 'javascript').end;
  return text[body] === '{' ? body : undefined;
}
