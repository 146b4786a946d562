/** The other documents of a project, as one of them names them. */

import { posix } from 'node:path';
import { isQueryDocument, maxDocuments } from '../../model/documents/documentKind.ts';
import type { LanguageDocument, QueryFiles } from './document.ts';

/** `all` are the documents of the project that were read, `from` is the path of the one that asks. */
export function filesFor(from: string, all: () => readonly LanguageDocument[]): QueryFiles {
  return {
    paths: () =>
      all()
        .map(({ path }) => path)
        .filter(isQueryDocument),
    queryAt: (named) => {
      const documents = all();
      const path = resolvedPath(from, named);
      const read = documents.find((one) => one.path === path)?.read;
      if (read && !('tests' in read)) return read;
      return documents.length >= maxDocuments ? undefined : null;
    },
  };
}

/** The path by which a test document at `from` names the file. */
export function relativePath(from: string, file: string): string {
  return posix.relative(posix.dirname(from), file);
}

/** Relative to the project folder; undefined outside of it. */
export function resolvedPath(from: string, named: string): string | undefined {
  const path = posix.join(posix.dirname(from), named.replaceAll('\\', '/'));
  return path.startsWith('../') || posix.isAbsolute(named) ? undefined : path;
}
