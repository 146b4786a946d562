/** Runs a file of SQL that fills a DuckDB. */

import { readFileSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { messageOf, UserError } from '../../base/errors.ts';
import { summaryOf } from './messages.ts';

/** @throws UserError that names the file, the line and the dialect */
export async function runScript(connection: DuckDBConnection, script: string): Promise<void> {
  const text = readFileSync(script, 'utf8');
  const starts = linesOfStatements(text);
  // The database fails for a text without a statement.
  if (starts.length === 0) return;
  let line = 1;
  try {
    const statements = await connection.extractStatements(text);
    for (let index = 0; index < statements.count; index += 1) {
      line = starts[index] ?? line;
      await (await statements.prepare(index)).run();
    }
  } catch (failure) {
    const message = messageOf(failure);
    const atLine = /\n\nLINE (\d+):/.exec(message)?.[1] ?? line;
    throw new UserError(`${script}:${atLine}: ${summaryOf(message)} The dialect of this file is DuckDB’s.`);
  }
}

/** The line of the first word of each statement: the database gives none for a statement that it understands. */
function linesOfStatements(text: string): number[] {
  const skipped = /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y;
  const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;
  const lines: number[] = [];
  for (let offset = 0; offset < text.length; ) {
    skipped.lastIndex = offset;
    for (let match = skipped.exec(text); match; match = skipped.exec(text)) offset = skipped.lastIndex;
    if (offset >= text.length) break;
    if (text[offset] !== ';') lines.push(text.slice(0, offset).split('\n').length);
    quoted.lastIndex = offset;
    let end = quoted.exec(text);
    while (end && end[0] !== ';') end = quoted.exec(text);
    offset = end ? quoted.lastIndex : text.length;
  }
  return lines;
}
