/** Texts with `«marks»` where problems are expected, and their comparison with the actual problems. */

import assert from 'node:assert/strict';
import { diagnose } from '../../src/model/diagnose.ts';
import type { Problem } from '../../src/model/source/problem.ts';
import { compile, indexOf, markedText, show, type Texts } from './models.ts';

interface Mark {
  file: string;
  start: number;
  end: number;
}

/** Removes the marks from the texts. */
export function unmark(texts: Texts): { texts: Texts; marks: Mark[] } {
  const marks: Mark[] = [];
  const plain: Texts = {};
  for (const [file, text] of Object.entries(texts)) {
    let result = '';
    let start = -1;
    for (const char of text) {
      if (char === '«') start = result.length;
      else if (char === '»') marks.push({ file, start, end: result.length });
      else result += char;
    }
    plain[file] = result;
  }
  return { texts: plain, marks };
}

/** Replaces the first occurrence of `from` in one file. Fails if there is none. */
export function edit(texts: Texts, file: string, from: string, to: string): Texts {
  const text = texts[file];
  if (text === undefined || !text.includes(from)) throw new Error(`${file} does not contain ${JSON.stringify(from)}`);
  return { ...texts, [file]: text.replace(from, () => to) };
}

/** Compiles the texts without their marks and expects one problem for each mark, with exactly its range. */
export async function expectMarks(
  marked: Texts,
  { severity = 'error', code, message }: { severity?: Problem['severity']; code?: string; message?: RegExp } = {},
): Promise<void> {
  const { texts, marks } = unmark(marked);
  const index = indexOf(texts);
  const problems = diagnose(index, await compile(texts));
  const describeProblem = (one: Problem) =>
    `${one.file.replace(/^model\//, '')}:${index.offsetAt(one.file, one.range.start)}-${index.offsetAt(one.file, one.range.end)} ${markedText(index, one)}`;
  const expected = marks.map(({ file, start, end }) => `${file}:${start}-${end} ${texts[file]!.slice(start, end)}`);
  assert.deepEqual(problems.map(describeProblem).sort(), expected.sort(), `found:\n${show(index, problems)}`);
  for (const one of problems) {
    assert.equal(one.severity, severity, show(index, [one]));
    if (code) assert.equal(one.code, code);
    if (message) assert.match(one.message, message);
    assert.ok(one.message.length > 10 && !/undefined|\[object/.test(one.message), one.message);
  }
}
