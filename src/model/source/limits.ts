/** The limits of a source, so that reading it takes bounded time, memory and stack. */

import { messageOf } from '../../base/errors.ts';
import type { TextProblem } from './problem.ts';
import { problemCatalog } from './problemCatalog.ts';

/** Characters of one source, and bytes of a file. Model files have up to some hundred thousand. */
export const maximumLength = 5_000_000;

/** Blocks, lists, brackets or functions inside each other. */
export const maximumNesting = 200;

export const tooLargeMessage = `This file is larger than ${maximumLength / 1_000_000} MB, so it is not read. Split it into several files.`;

/** The problem of a file that cannot be read, at the offset that is the reason. */
export function unreadProblem(message: string, offset = 0): TextProblem {
  return { span: { start: offset, end: offset }, ...problemCatalog.unread(message) };
}

/** Parsers and walkers call themselves for each level, and an exhausted stack can end the whole process. */
export class NestingError extends Error {
  /** The start of the first level above the limit. */
  readonly offset: number;

  constructor(offset: number) {
    super(`nested more than ${maximumNesting} levels deep`);
    this.offset = offset;
  }
}

/** The problem of a text that cannot be read. An unexpected failure is one too, so that all other files are still read. */
export function unreadableProblem(failure: unknown): TextProblem {
  if (!(failure instanceof NestingError)) {
    return { span: { start: 0, end: 0 }, ...problemCatalog.analysisFailed(messageOf(failure)) };
  }
  const { offset } = failure;
  return { span: { start: offset, end: offset + 1 }, ...problemCatalog.nestedTooDeep(maximumNesting) };
}

/** Brackets in texts count too, so this many do not prove that a text is nested so deep. */
const maximumBrackets = 1000;

/**
 * Stops before the parser of YAML needs its stack or, for brackets, seconds. The exact limit applies to the parsed tree.
 * @throws NestingError
 */
export function checkYamlNesting(text: string): void {
  let brackets = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    if (bracket === '[' || bracket === '{') brackets += 1;
    else if (brackets > 0) brackets -= 1;
    if (brackets > maximumBrackets) throw new NestingError(index);
  }
  // The parser nests the values of `a: b: c:` on one line, although that is an error.
  let keys = 0;
  let open = 0;
  for (const { 0: mark, index } of text.matchAll(/[,[\]{}"'\n]|:(?=\s|$)/g)) {
    // Outside of brackets, commas and closing ones are part of the text.
    const isText = open === 0 && /[,\]}]/.test(mark);
    if (mark === '[' || mark === '{') open += 1;
    else if ((mark === ']' || mark === '}') && open > 0) open -= 1;
    if (mark === ':') keys += 1;
    else if (!isText) keys = 0;
    if (keys > maximumNesting) throw new NestingError(index);
  }
  const columns: number[] = [];
  // The marks `- - ?` at the start of a line open one level each.
  for (const { 0: line, index } of text.matchAll(/^ *(?:[-?:][ \t]+)*(?=\S)/gm)) {
    for (const { index: column } of line.matchAll(/[-?:]|$/g)) {
      while (columns.length > 0 && columns.at(-1)! >= column) columns.pop();
      columns.push(column);
      if (columns.length > maximumBrackets) throw new NestingError(index + column);
    }
  }
}
