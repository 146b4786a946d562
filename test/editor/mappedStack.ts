/** A stack in terms of the sources. The extension host words stacks its own way, past Node's source maps. */

import { findSourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const place = /file:\/\/[^\s()]+?:\d+:\d+/;

function mapped(text: string): string | undefined {
  const [, url, line, column] = /^(.*):(\d+):(\d+)$/.exec(text)!;
  // The bundle this very module is in holds the libraries and was loaded before source maps were on.
  if (url === import.meta.url) return undefined;
  const entry = findSourceMap(fileURLToPath(url!))?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!entry || !('originalSource' in entry)) return text;
  if (entry.originalSource.includes('node_modules')) return undefined;
  const file = path.relative(
    path.resolve(import.meta.dirname, '../../..'),
    fileURLToPath(new URL(entry.originalSource, url)),
  );
  return `${file}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/** The stack with every place in a bundle replaced by the one in its source; lines inside libraries and Node are left out. */
export function mappedStack(stack: string): string {
  const lines = stack.split('\n').map((line) => {
    if (line.includes('node:internal')) return undefined;
    const found = place.exec(line)?.[0];
    if (found === undefined) return line;
    const source = mapped(found);
    return source === undefined ? undefined : line.replace(found, source);
  });
  return lines.filter((line) => line !== undefined).join('\n');
}
