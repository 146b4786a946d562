/** Splits the platform's reports into single messages without colours, with the file if a report names one. */

import { stripVTControlCharacters } from 'node:util';

export interface ReportedError {
  message: string;
  /** Relative to the model folder. The platform often leaves it out. */
  fileName?: string | null;
  /** The message is not an error: it says why the local platform cannot calculate this member. */
  notComputed?: string;
}

export interface Report {
  /** The reported text without colours. */
  message: string;
  fileName: string | undefined;
}

/** Characters of one report, and of a text that contains several. */
const maxMessage = 20_000;
const maxText = 1_000_000;
/** Reports that are placed. */
const maxReports = 2000;

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (cut: the message has ${text.length} characters)`;
}

const block = /^(?:(\S.*?) )?Errors:$/;

/** Whether a line continues the message above it: reasons, code frames, carets, excerpts. */
function continues(line: string): boolean {
  return /^(\s|>|Possible reasons|\d+ \||\^|$)/.test(line);
}

function splitBlock(lines: readonly string[]): string[] {
  const messages: string[] = [];
  for (const [i, line] of lines.entries()) {
    const previous = lines[i - 1];
    const excerpt =
      previous !== undefined && /:$/.test(previous) && /^(Syntax error during parsing|YAMLException)/.test(previous);
    if (messages.length > 0 && (continues(line) || excerpt)) messages[messages.length - 1] += `\n${line}`;
    else if (line !== '') messages.push(line);
  }
  return messages.map((message) => message.trimEnd());
}

/** Keeps the order and drops duplicates. */
export function splitReports(reported: readonly ReportedError[]): Report[] {
  const reports: Report[] = [];
  const known = new Set<string>();
  let more = 0;
  const add = (whole: string, fileName: string | undefined) => {
    const message = cut(whole, maxMessage);
    const key = `${fileName}\n${message}`;
    if (message.trim() === '' || known.has(key)) return;
    if (reports.length === maxReports) {
      more += 1;
      return;
    }
    known.add(key);
    reports.push({ message, fileName });
  };
  for (const { message, fileName } of reported) {
    const text = stripVTControlCharacters(cut(message, maxText))
      .replace(/\r\n/g, '\n')
      .replace(/^(?:Error: )?Compile errors:\n/, '')
      .trim();
    const named = fileName ? fileName : undefined;
    const lines = text.split('\n');
    if (!lines.some((line) => block.test(line))) {
      add(text, named);
      continue;
    }
    let file = named;
    let collected: string[] = [];
    const flush = () => {
      for (const one of splitBlock(collected)) add(one, file);
      collected = [];
    };
    for (const line of lines) {
      const head = block.exec(line);
      if (head) {
        flush();
        file = head[1] ?? named;
      } else collected.push(line);
    }
    flush();
  }
  if (more > 0) reports.push({ message: `Errors that are not shown: ${more}.`, fileName: undefined });
  return reports;
}
