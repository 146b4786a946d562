/** Paths of query documents, which test documents name relative to themselves. */

import { posix } from 'node:path';

/** As a test document at `from` names the file. */
export function relativePath(from: string, file: string): string {
  return posix.relative(posix.dirname(from), file);
}

/** Relative to the project folder; undefined outside of it. */
export function resolvedPath(from: string, named: string): string | undefined {
  const path = posix.join(posix.dirname(from), named.replaceAll('\\', '/'));
  return path.startsWith('../') || posix.isAbsolute(named) ? undefined : path;
}
