/** Mistakes that change numbers. */

import type { YAMLMap } from 'yaml';
import { allMembers, change, type Edit, each, onMembers, put } from './modelEdits.ts';

const once = (kinds: string[], edit: (member: YAMLMap, definition: YAMLMap) => boolean) => onMembers(kinds, edit, true);
const isOf = (member: YAMLMap, ...types: string[]) => types.includes(String(member.get('type')));

export const mistakes: Readonly<Record<string, Edit>> = {
  'sum becomes max': once(['measures'], (one) => isOf(one, 'sum') && put(one, 'type', 'max')),
  'count becomes count_distinct': once(
    ['measures'],
    (one) => isOf(one, 'count') && put(one, 'type', 'count_distinct') && put(one, 'sql', '1'),
  ),
  'a filter is added': once(
    ['measures'],
    (one) => isOf(one, 'count', 'sum') && !one.has('filters') && put(one, 'filters', [{ sql: '1 = 0' }]),
  ),
  'a filter is dropped': once(['measures'], (one) => one.has('filters') && one.delete('filters')),
  'another column': once(['measures'], (one) => isOf(one, 'sum', 'avg') && change(one, 'sql', (text) => `${text} + 1`)),
  'another table': each((definition) => change(definition, 'sql_table', (table) => `${table}_old`), { once: true }),
  'another condition of a join': once(['joins'], (join) => change(join, 'sql', (text) => text.replace('=', '<>'))),
  'another relationship': once(['joins'], (join) =>
    put(
      join,
      'relationship',
      /one_to_many|hasMany/.test(String(join.get('relationship'))) ? 'many_to_one' : 'one_to_many',
    ),
  ),
  'another literal': once(allMembers, (one) => change(one, 'sql', (text) => text.replace(/'([^']+)'/, "'$1 '"))),
  'a dimension of another column': once(
    ['dimensions'],
    (one) => isOf(one, 'string') && change(one, 'sql', (text) => `CONCAT(${text}, '.')`),
  ),
  'another time': once(
    ['dimensions'],
    (one) =>
      isOf(one, 'time') && !one.has('primary_key') && change(one, 'sql', (text) => `${text} + interval '1 hour'`),
  ),
  'division the other way': once(
    ['measures'],
    (one) => isOf(one, 'number') && change(one, 'sql', (text) => text.replace(/^([^/]+)\/([^/]+)$/, '$2 / $1')),
  ),
};
