/** Openings and closings of access, found in the compiled policies. */

import assert from 'node:assert/strict';
import { type AccessChange, callersOf, compareAccess } from '../../../src/review/compiled/access.ts';
import { renamesOf } from '../../../src/review/compiled/compiledReview.ts';
import { modelChanges } from '../../../src/review/modelChanges.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { replaced } from '../editedModel.ts';
import { CompiledModel } from './compiledModel.ts';

const cube = `cubes:
  - name: orders
    sql_table: public.orders
    public: false
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: region
        sql: region
        type: string
      - name: email
        sql: email
        type: string
    measures:
      - name: count
        type: count
      - name: margin
        sql: margin
        type: sum
`;
const view = `views:
  - name: sales
    cubes:
      - join_path: orders
        includes: [region, email, count, margin]
    access_policy:
      - group: "*"
        member_level:
          includes: [region, count]
        row_level:
          filters:
            - member: region
              operator: equals
              values: [north]
      - group: finance
        member_level:
          includes: [region, count, margin]
      - group: support
        member_level:
          includes: [email]
        row_level:
          filters:
            - member: region
              operator: equals
              values: [north, south]
`;
const model = { 'orders.yml': cube, 'sales.yml': view };

async function accessChanges(before: Texts, after: Texts): Promise<readonly AccessChange[]> {
  const [old, now] = [await CompiledModel.of(before), await CompiledModel.of(after)];
  assert.ok(old && now, 'both models compile');
  const named = [await old.access([]), await now.access([])].flatMap(({ groups }) => groups);
  const callers = callersOf(named);
  const renames = renamesOf(modelChanges(indexOf(before), indexOf(after), []));
  const { changes, unknown } = compareAccess(await old.access(callers), await now.access(callers), renames);
  assert.deepEqual(unknown, []);
  return changes;
}

const edited = (from: string, to: string) => accessChanges(model, replaced(model, from, to));
const members = (group: string, change: 'more' | 'less', names: string[], of = 'sales') => {
  const all = names.map((name) => `${of}.${name}`);
  const sides = change === 'more' ? { before: [], after: all } : { before: all, after: [] };
  return { view: of, change, what: 'members', ...sides, group };
};

describe('a change of access', () => {
  it('is none where no policy changes', async () => {
    assert.deepEqual(await accessChanges(model, model), []);
    assert.deepEqual(await edited('sql: margin', 'sql: margin * 2'), []);
  });

  it('is said once, of everybody, if everybody sees another member', async () => {
    assert.deepEqual(await edited('includes: [region, count]\n', 'includes: [region, count, email]\n'), [
      members('*', 'more', ['email']),
    ]);
  });

  it('names the group that sees more or less', async () => {
    assert.deepEqual(await edited('[region, count, margin]\n', '[region, count, margin, email]\n'), [
      members('finance', 'more', ['email']),
    ]);
    assert.deepEqual(await edited('[region, count, margin]\n', '[region, count]\n'), [
      members('finance', 'less', ['margin']),
    ]);
  });

  it('shows a new view with members that were hidden, and not one with others', async () => {
    const open = {
      'open.yml': 'views:\n  - name: open\n    cubes:\n      - join_path: orders\n        includes: [margin, count]\n',
    };
    assert.deepEqual(await accessChanges(model, { ...model, ...open }), [members('*', 'more', ['margin'], 'open')]);
  });

  it('follows a renamed view, and a cube that becomes public', async () => {
    assert.deepEqual(await accessChanges(model, replaced(model, 'name: sales', 'name: revenue')), []);
    assert.deepEqual(await edited('public: false', 'public: true'), [
      members('*', 'more', ['count', 'email', 'margin', 'region'], 'orders'),
    ]);
  });

  it('tells wider from narrower row filters', async () => {
    const rows = (group: string, change: 'more' | 'less', before: string, after: string) => ({
      ...{ view: 'sales', change, what: 'rows', before, after, group },
    });
    const narrow = 'sales.region equals north';
    assert.deepEqual(await edited('values: [north]\n', 'values: [north, east]\n'), [
      rows('*', 'more', narrow, 'sales.region equals north, east'),
      rows(
        'support',
        'more',
        '(sales.region equals north) or (sales.region equals north, south)',
        '(sales.region equals north, east) or (sales.region equals north, south)',
      ),
    ]);
    const other = await edited('values: [north]\n', 'values: [west]\n');
    assert.deepEqual(
      other.filter(({ group }) => group === '*').map(({ change }) => change),
      ['more', 'less'],
    );
    const opened = await edited(
      '        row_level:\n          filters:\n            - member: region\n              operator: equals\n              values: [north]\n',
      '',
    );
    assert.deepEqual(opened[0], rows('*', 'more', narrow, 'all'));
    assert.ok(opened.every(({ change }) => change === 'more'));
  });
});
