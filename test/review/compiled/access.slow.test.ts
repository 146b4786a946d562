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
/** Who sees the same as before. */
const but = <Change extends object>(change: Change, ...except: string[]) => ({ ...change, except });
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
      but(members('*', 'more', ['email']), 'support'),
    ]);
  });

  it('does not name the part that the compiler makes of a link', async () => {
    const linked = cube.replace(
      'sql: email\n        type: string\n',
      'sql: email\n        type: string\n        links:\n          - { name: write, label: Write, url: email }\n',
    );
    const shown = { 'orders.yml': linked.replace('    public: false\n', '') };
    const hidden = replaced(shown, 'name: email\n', 'name: email\n        public: false\n');
    assert.deepEqual(await accessChanges(shown, hidden), [members('*', 'less', ['email'], 'orders')]);
    const policy = (masking: string) =>
      `    access_policy:\n      - group: "*"\n        member_level: { includes: [count] }\n${masking}`;
    const guarded = (masking: string) => ({ 'orders.yml': shown['orders.yml'] + policy(masking) });
    const masked = guarded('        member_masking: { includes: "*", excludes: [id, region, margin] }\n');
    assert.deepEqual(await accessChanges(guarded(''), masked), [
      { ...members('*', 'more', ['email'], 'orders'), what: 'masks' },
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
    // The column of the count is not new, but the view has no row filter.
    const rows = (group: string, before: string) => ({
      ...{ view: 'open', change: 'more', what: 'rows', before, after: 'all', group },
    });
    assert.deepEqual(await accessChanges(model, { ...model, ...open }), [
      but(members('*', 'more', ['margin'], 'open'), 'finance'),
      but(rows('*', 'sales.region equals north'), 'finance'),
      rows('support', '(sales.region equals north) or (sales.region equals north, south)'),
    ]);
  });

  it('follows a renamed view, and a cube that becomes public', async () => {
    assert.deepEqual(await accessChanges(model, replaced(model, 'name: sales', 'name: revenue')), []);
    assert.deepEqual(await edited('public: false', 'public: true'), [
      members('*', 'more', ['count', 'email', 'margin', 'region'], 'orders'),
    ]);
  });

  it('tells masks from values and from nothing', async () => {
    const masking = (names: string) => `        member_masking:\n          includes: [${names}]\n`;
    const masked = (names: string) => replaced(model, '[region, count]\n', `[region, count]\n${masking(names)}`);
    const masks = (change: 'more' | 'less', names: string[], ...except: string[]) =>
      but({ ...members('*', change, names), what: 'masks' }, ...except);
    assert.deepEqual(await accessChanges(model, masked('email')), [masks('more', ['email'], 'support')]);
    assert.deepEqual(await accessChanges(masked('email'), model), [masks('less', ['email'], 'support')]);
    assert.deepEqual(await accessChanges(masked('email'), masked('margin')), [
      masks('more', ['margin'], 'finance'),
      masks('less', ['email'], 'support'),
    ]);
    const open = replaced(model, '[region, count]\n', '[region, count, email]\n');
    assert.deepEqual(await accessChanges(open, masked('email')), [but(members('*', 'less', ['email']), 'support')]);
    assert.deepEqual(await accessChanges(masked('email'), open), [but(members('*', 'more', ['email']), 'support')]);
  });

  it('tells wider from narrower row filters', async () => {
    const rows = (group: string, change: 'more' | 'less', before: string, after: string) => ({
      ...{ view: 'sales', change, what: 'rows', before, after, group },
    });
    const narrow = 'sales.region equals north';
    assert.deepEqual(await edited('values: [north]\n', 'values: [north, east]\n'), [
      but(rows('*', 'more', narrow, 'sales.region equals north, east'), 'finance'),
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
    assert.deepEqual(opened[0], but(rows('*', 'more', narrow, 'all'), 'finance'));
    assert.ok(opened.every(({ change }) => change === 'more'));
  });

  it('is none where the same rows are said in another way', async () => {
    assert.deepEqual(await edited('values: [north, south]', 'values: [south, north]'), []);
    const either =
      '            - or:\n                - { member: region, operator: equals, values: [south] }\n                - { member: region, operator: equals, values: [north] }\n';
    const both = '            - member: region\n              operator: equals\n              values: [north, south]\n';
    assert.deepEqual(await edited(both, either), []);
  });

  it('tells a value with a comma from two values', async () => {
    const other = await edited('values: [north, south]', 'values: ["north, south"]');
    assert.deepEqual(
      other.map(({ group, change, after }) => `${group} ${change}: ${after}`),
      ['more', 'less'].map(
        (change) => `support ${change}: (sales.region equals north) or (sales.region equals "north, south")`,
      ),
    );
  });

  it('includes the rows of a hidden cube that a view shows', async () => {
    const policy = (values: string) =>
      `    access_policy:\n      - group: "*"\n        row_level:\n          filters:\n            - { member: region, operator: equals, values: ${values} }\n`;
    const open = { ...model, 'sales.yml': view.slice(0, view.indexOf('    access_policy')) };
    const guarded = (values: string) => replaced(open, '    public: false\n', `    public: false\n${policy(values)}`);
    assert.deepEqual(await accessChanges(guarded('[north]'), guarded('[north, south]')), [
      {
        ...{ view: 'orders', change: 'more', what: 'rows', group: '*' },
        ...{ before: 'orders.region equals north', after: 'orders.region equals north, south' },
      },
    ]);
  });
});
