/** Links to the files that a program imports and that a template imports or includes. */

import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { isTemplate, maskJinja } from '../../model/source/jinja.ts';
import { importedName, pathInModel } from '../../model/source/modelSource.ts';
import type { ChainPart } from '../../model/source/tree.ts';
import type { DocumentLink, UriOf } from '../protocol/protocol.ts';

const keywords: ReadonlySet<string> = new Set(['import', 'from', 'include', 'extends']);

/** Names of packages, and of files that are not part of the model, have no link. */
export function documentLinks(index: ModelIndex, path: string, uriOf: UriOf): DocumentLink[] {
  const file = index.file(path);
  if (!file) return [];
  const isProgram = file.source.language === 'javascript';
  return (isProgram ? file.source.imports.map(({ from }) => from) : templatesIn(file)).flatMap((name) => {
    const target = isProgram ? scriptOf(index, name.name) : index.fileBySuffix(name.name);
    return target ? [{ range: file.lines.rangeOf(name), target: uriOf(target.path) }] : [];
  });
}

function scriptOf(index: ModelIndex, specifier: string): IndexedFile | undefined {
  const name = importedName(specifier);
  return name === undefined ? undefined : index.file(pathInModel(index.modelFolder, name));
}

/** The names of files in tags: the first text, or the texts of a list. */
function templatesIn({ path, text }: IndexedFile): ChainPart[] {
  if (!isTemplate(path, text)) return [];
  return maskJinja(text).tags.flatMap(({ keyword, start, end }) => {
    if (!keywords.has(keyword)) return [];
    const head = /^\{%[-+]?\s*\w+\s*(?:\[[^\]]*|["'][^"'\n]*["'])/.exec(text.slice(start, end))?.[0] ?? '';
    return [...head.matchAll(/(["'])([^"'\n]*)\1/g)].map(({ 0: quoted, 2: name, index: at }) => {
      const from = start + at + 1;
      return { name: name!, start: from, end: from + quoted.length - 2 };
    });
  });
}
