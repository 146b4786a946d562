/** Edits that change no number. */

import { isMap, isSeq, parseDocument } from 'yaml';
import { formatText } from '../../../src/language/format/formatText.ts';
import { allMembers, change, type Edit, each, onMembers, put, sqlEdit } from './modelEdits.ts';

export const refactorings: Readonly<Record<string, Edit>> = {
  'a comment on each definition': each((definition) => {
    definition.commentBefore = ' A note';
    return true;
  }),
  'a description of each member': onMembers(allMembers, (member) => put(member, 'description', 'What it means')),
  'another title of each member': onMembers(allMembers, (member) => put(member, 'title', 'Another Title')),
  'meta of each definition': each((definition) => put(definition, 'meta', { owner: 'analytics' })),
  'measures and segments in another order': each((definition) => {
    const lists = ['measures', 'segments'].map((kind) => definition.get(kind)).filter(isSeq);
    for (const list of lists) list.items.reverse();
    return lists.some(({ items }) => items.length > 1);
  }),
  'definitions in files of their own': (texts) => {
    const entries = Object.entries(texts).flatMap(([path, text]) => {
      if (!/\.ya?ml$/.test(path) || /\{[{%]/.test(text)) return [[path, text]];
      const document = parseDocument(text);
      return ['cubes', 'views'].flatMap((key) => {
        const list = document.get(key);
        const items = isSeq(list) ? list.items.filter(isMap) : [];
        return items.map((one) => [
          `${path.replace(/\.ya?ml$/, '')}-${one.get('name')}.yml`,
          JSON.stringify({ [key]: [one.toJSON()] }),
        ]);
      });
    });
    return Object.fromEntries(entries);
  },
  'files in another folder': (texts) =>
    Object.fromEntries(Object.entries(texts).map(([path, text]) => [`moved/${path}`, text])),
  'white space in SQL': sqlEdit((part) => part.replaceAll(' ', '  ')),
  'keywords in another case': sqlEdit((part) =>
    part.replace(/\b(and|or|case|when|then|else|end|as|is|not|null|in)\b/gi, (word) =>
      word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase(),
    ),
  ),
  'the name of the cube for CUBE': onMembers(allMembers, (member, definition) => {
    const name = definition.get('name');
    return change(member, 'sql', (text) => text.replaceAll('{CUBE}', `{${name}}`));
  }),
  'a template for the table': each((definition) =>
    change(definition, 'sql_table', (table) => (/["'{]/.test(table) ? table : `{{ '${table}' | safe }}`)),
  ),
  'the formatter': (texts) => {
    const formatted = Object.entries(texts).map(([path, text]) => [
      path,
      formatText(`model/${path}`, text, undefined).text,
    ]);
    return Object.fromEntries(formatted);
  },
};
