/** The text of a new file with one cube or view. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { snippetNames } from './snippetNames.ts';
import { snippetsFor } from './snippets.ts';
import { SnippetWriter } from './snippetText.ts';

/** A snippet: the rest is filled in. @param name a valid name of a definition */
export function newDefinition(index: ModelIndex, kind: 'cube' | 'view', name: string): string {
  const group = `${kind}s`;
  const { draft } = snippetsFor([group])![0]!;
  const names = snippetNames(index, { definitions: [] }, 0);
  const writer = new SnippetWriter('block', '"', { keys: 'snake', values: 'snake' }, names);
  return `${group}:\n  - ${writer.item(group, { ...draft, name }, '    ')}\n`;
}
