/** The text of a new query or test document. */

import { membersFor } from '../../model/documents/queryMembers.ts';
import { queryShape } from '../../model/documents/queryShape.ts';
import { testDocumentShape } from '../../model/documents/testShape.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { needsQuotes } from '../completion/snippetText.ts';
import { DraftWriter } from './drafts.ts';

/** A longer list does not help. */
const maxChoices = 100;

/** A snippet: a query of the first measure, and a list of the others to choose from. */
export function newQueryDocument(index: ModelIndex): string {
  const text = new DraftWriter('block').entry('measures', queryShape.fields.measures!.shape, '');
  const names = membersFor(index, 'measure').map(({ name }) => name);
  const choices = names.filter((name) => /^[\w.]+$/.test(name)).slice(0, maxChoices);
  return `${choices.length > 0 ? text.replace('$1', () => `\${1|${choices.join(',')}|}`) : text}\n`;
}

/** A snippet: the query and what it must return are filled in. @param name what the test shows */
export function newTestDocument(name: string): string {
  const written = (needsQuotes(name, 'block') ? JSON.stringify(name) : name).replace(/[$}\\]/g, '\\$&');
  const text = new DraftWriter('block').entry('tests', testDocumentShape.fields.tests!.shape, '');
  // The first place to fill in.
  return `${text.replace('$1', () => written)}\n`;
}
