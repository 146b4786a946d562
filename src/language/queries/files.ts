/** The other documents of a project, as one of them names them. */

import { posix } from 'node:path';
import { isQueryDocument, maxDocuments } from '../../model/documents/documentKind.ts';
import { entryWith } from '../../model/documents/readShape.ts';
import type { Span } from '../../model/source/range.ts';
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
function resolvedPath(from: string, named: string): string | undefined {
  const path = posix.join(posix.dirname(from), named.replaceAll('\\', '/'));
  return path.startsWith('../') || posix.isAbsolute(named) ? undefined : path;
}

/** The query documents that the tests of a document run, at the places that name them. */
export function queryPaths({ read, path }: LanguageDocument): { span: Span; path: string }[] {
  const tests = 'tests' in read ? read.tests : [];
  return tests.flatMap(({ node, query, expect }) => {
    const named = [
      [entryWith(node, 'query')?.value, query],
      [entryWith(entryWith(node, 'expect')?.value, 'same_as')?.value, expect.same_as],
    ] as const;
    return named.flatMap(([value, one]) => {
      const target = value && one && 'path' in one ? resolvedPath(path, one.path) : undefined;
      return value && target !== undefined ? [{ span: value, path: target }] : [];
    });
  });
}
