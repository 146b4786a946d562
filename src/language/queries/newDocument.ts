/** The text of a new query or test document. */

import { queryShape } from '../../model/documents/queryShape.ts';
import { testDocumentShape } from '../../model/documents/testShape.ts';
import { needsQuotes } from '../completion/snippetText.ts';
import { DraftWriter } from './drafts.ts';

/** A snippet. */
export function newQueryDocument(): string {
  return `${new DraftWriter('block').entry('measures', queryShape.fields.measures!.shape, '')}\n`;
}

/** A snippet: the query and what it must return are filled in. @param name what the test shows */
export function newTestDocument(name: string): string {
  const written = (needsQuotes(name, 'block') ? JSON.stringify(name) : name).replace(/[$}\\]/g, '\\$&');
  const text = new DraftWriter('block').entry('tests', testDocumentShape.fields.tests!.shape, '');
  // The first place to fill in.
  return `${text.replace('$1', () => written)}\n`;
}
