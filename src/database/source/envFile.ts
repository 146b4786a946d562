/** The variables of an `.env` file, with their lines. */

import dotenv from '@cubejs-backend/dotenv';
import { sourceErrors } from './sourceErrors.ts';

interface EnvVariable {
  value: string;
  /** From 1. */
  line: number;
}

export type EnvFile = ReadonlyMap<string, EnvVariable>;

const assignment = /^\s*([\w.-]+)\s*=\s*(.*?)\s*$/;
/** What a shell needs. The published server ignores such a line, and gets its variable from the shell that read the file. */
const exporting = /^\s*export\s+(?=[\w.-]+\s*=)/;

/**
 * Values are what the published server reads. It ignores lines that it cannot read; here they are errors.
 * @param file for errors
 * @throws UserError
 */
export function readEnv(text: string, file: string): EnvFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const variables = new Map<string, EnvVariable>();
  for (let index = 0; index < lines.length; ) {
    const line = index + 1;
    const end = index + entryLength(lines, index, file);
    // A space behind the closing quote would make it part of the value.
    const entry = lines.slice(index, end).join('\n').replace(exporting, '').trimEnd();
    index = end;
    for (const [name, value] of Object.entries(dotenv.parse(entry, { multiline: 'line-breaks' }))) {
      variables.set(name, { value, line });
    }
  }
  return variables;
}

/** The number of lines of the entry that starts at `index`: a quoted value can have several. */
function entryLength(lines: readonly string[], index: number, file: string): number {
  const unreadable = (reason: string) =>
    sourceErrors.error('env-line-unreadable', [reason], { where: `${file}:${index + 1}` });
  const line = lines[index]!.replace(exporting, '');
  if (/^\s*(?:#|$)/.test(line)) return 1;
  const [, , value] = assignment.exec(line) ?? [];
  if (value === undefined) throw unreadable('it sets no variable');
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return 1;
  if (value.length > 1 && value.endsWith(quote)) return 1;
  if (value.includes(quote, 1)) throw unreadable('something follows the quoted value');
  const rest = value === quote ? -1 : lines.slice(index + 1).findIndex((each) => each.trimEnd().endsWith(quote));
  if (rest < 0) throw unreadable('its quote is not closed');
  return rest + 2;
}
