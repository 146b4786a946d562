/** Splits the platform's reports into single messages without colours, with the file if a report names one. */

import { stripVTControlCharacters } from 'node:util';

export interface ReportedError {
  message: string;
  /** As the platform reports it: often missing, relative to the model folder. */
  fileName?: string | null;
}

export interface Report {
  /** The reported text without colours. */
  message: string;
  fileName: string | undefined;
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
  const add = (message: string, fileName: string | undefined) => {
    if (message.trim() === '') return;
    if (reports.some((one) => one.message === message && one.fileName === fileName)) return;
    reports.push({ message, fileName });
  };
  for (const { message, fileName } of reported) {
    const text = stripVTControlCharacters(message)
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
  return reports;
}
