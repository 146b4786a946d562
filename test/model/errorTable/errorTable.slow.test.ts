/** Each mistake of the error table has one problem at the exact text to correct. Uses the real compiler. */

import { edit, expectMarks } from '../marked.ts';
import { fixture } from '../models.ts';
import { consequenceMistakes } from './consequenceMistakes.ts';
import { messageMistakes } from './messageMistakes.ts';
import { plannerMistakes } from './plannerMistakes.ts';
import { programMistakes } from './programMistakes.ts';
import { queryMistakes } from './queryMistakes.ts';
import { referenceMistakes } from './referenceMistakes.ts';
import { shapeMistakes } from './shapeMistakes.ts';
import { syntaxMistakes } from './syntaxMistakes.ts';
import { viewMistakes } from './viewMistakes.ts';

const bakery = fixture('bakery');

describe('error table', () => {
  for (const row of [
    ...consequenceMistakes,
    ...messageMistakes,
    ...queryMistakes,
    ...plannerMistakes,
    ...referenceMistakes,
    ...shapeMistakes,
    ...syntaxMistakes,
    ...viewMistakes,
    ...programMistakes,
  ]) {
    it(row.name, async () => {
      const marked = row.edits.reduce((texts, [file, from, to]) => edit(texts, file, from, to), row.base ?? bakery);
      const { severity = 'error', code, message } = row;
      await expectMarks(marked, { severity, ...(code ? { code } : {}), ...(message ? { message } : {}) });
    });
  }
});
