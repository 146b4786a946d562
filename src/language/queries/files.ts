/** The other documents of a project, for one of them. */

import { maxDocuments } from '../../model/documents/documentKind.ts';
import { isQueryDocument } from '../../model/documents/queryDocument.ts';
import type { LanguageDocument, QueryFiles } from './document.ts';
import { resolvedPath } from './paths.ts';

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
