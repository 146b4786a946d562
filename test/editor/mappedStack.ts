/** Maps stack traces to the sources. The extension host formats stacks without Node's source maps. */

import { findSourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const bundlePosition = /file:\/\/[^\s()]+?:\d+:\d+/;

function mapped(text: string): string | undefined {
  const [, url, line, column] = /^(.*):(\d+):(\d+)$/.exec(text)!;
  // The bundle of this module contains libraries and was loaded before source maps were enabled.
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

/** Replaces positions in bundles by positions in sources. Removes lines of libraries and Node. */
export function mappedStack(stack: string): string {
  const lines = stack.split('\n').map((line) => {
    if (line.includes('node:internal')) return undefined;
    const found = bundlePosition.exec(line)?.[0];
    if (found === undefined) return line;
    const source = mapped(found);
    return source === undefined ? undefined : line.replace(found, source);
  });
  return lines.filter((line) => line !== undefined).join('\n');
}
