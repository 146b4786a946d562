/** What is wrong with the YAML that a template writes, in plain words. */

import type { QuotedLine } from './renderedLines.ts';

/** The messages of the YAML parser, and what an author can do. */
const causes: readonly (readonly [RegExp, string])[] = [
  [
    /^bad indentation of a mapping entry/,
    'A text with a colon and a space needs quotes, and each key of a cube or member starts in the same column.',
  ],
  [/^bad indentation of a sequence entry/, 'The dashes of a list must be in the same column.'],
  [/implicit key|colon is missed|colon/, 'A colon is missing, or a line has the wrong indentation.'],
  [/^tab characters/, 'Tabs cannot indent YAML.'],
  [/quoted scalar/, 'A quote is never closed.'],
  [/flow c/, 'A bracket is not closed, or a comma is missing between the items.'],
  [/^duplicated mapping key/, 'The same key is there twice.'],
  [/alias/, 'A text that starts with `*` needs quotes.'],
  [/tag/, 'A text that starts with `!` needs quotes.'],
  [/^unknown escape|hexadecimal/, 'Between double quotes, `\\` starts an escape: double it, or use single quotes.'],
  [/^end of the stream|document/, 'A line has the wrong indentation, or text follows a complete value.'],
];

/** Undefined if the message is not one of the YAML parser. */
export function renderedMessage(report: string, quoted: readonly QuotedLine[]): string | undefined {
  const [, reason, number] = /^(?:YAMLException: )(.+?)(?: \((\d+):\d+\))?$/m.exec(report) ?? [];
  if (reason === undefined) return undefined;
  const cause = causes.find(([pattern]) => pattern.test(reason))?.[1] ?? `The parser says: ${reason}.`;
  const line = quoted.find((one) => one.number === Number(number))?.text.trim();
  const output = line ? `, in line ${number} of its output: \`${line.replaceAll('`', "'")}\`` : '';
  return `This template writes YAML that cannot be read${output}. ${cause}`;
}
