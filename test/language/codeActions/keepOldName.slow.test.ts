/** The edit that keeps an old name: with it, the compiler makes the same SQL of the old name, and no consumer is affected. */

import assert from 'node:assert/strict';
import { keepOldName, type LostName } from '../../../src/language/codeActions/keepOldName.ts';
import { renamesOf, reviewCompiled } from '../../../src/review/compiled/compiledReview.ts';
import { modelChanges } from '../../../src/review/modelChanges.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { CompiledModel } from '../../review/compiled/compiledModel.ts';

const cube = (measure: string) => `cubes:
  - name: orders
    sql_table: public.orders
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: status
        sql: status
        type: string
    measures:
      - name: ${measure}
        sql: amount
        type: sum
`;
const view = (...lines: string[]) =>
  `views:\n  - name: sales\n    cubes:\n      - join_path: orders\n${lines.map((line) => `        ${line}\n`).join('')}`;

/** The model before, the model after, and the name that is gone. */
const cases: Readonly<Record<string, [string, string, LostName]>> = {
  'a list of a view': [
    view('includes:', '  - total', '  - status'),
    view('includes:', '  - revenue', '  - status'),
    { name: 'sales.total', newName: 'sales.revenue' },
  ],
  'a list in one line': [
    view('includes: [total]'),
    view('includes: [revenue]'),
    { name: 'sales.total', newName: 'sales.revenue' },
  ],
  'a list with a prefix': [
    view('prefix: true', 'includes: [total]'),
    view('prefix: true', 'includes: [revenue]'),
    { name: 'sales.orders_total', newName: 'sales.orders_revenue' },
  ],
  'a view that includes everything': [
    view('includes: "*"'),
    view('includes: "*"'),
    { name: 'sales.total', newName: 'sales.revenue' },
  ],
  'a member that the view left out': [
    view('includes: [total, status]'),
    view('includes: [revenue]'),
    { name: 'sales.status' },
  ],
  'a cube': [
    view('includes: [status]'),
    view('includes: [status]'),
    { name: 'orders.total', newName: 'orders.revenue' },
  ],
};

async function reviewed(before: Texts, after: Texts) {
  const [old, now] = [await CompiledModel.of(before), await CompiledModel.of(after)];
  assert.ok(old && now, `both models compile: ${JSON.stringify(after)}`);
  const changes = modelChanges(indexOf(before), indexOf(after), []);
  const budget = { statements: 1_000, ms: 60_000 };
  const signal = new AbortController().signal;
  const { compiled } = await reviewCompiled({
    ...{ before: old, after: now, changes, queries: [], seen: [], first: new Set<string>(), budget, signal },
  });
  return { ...compiled, renames: renamesOf(changes), old, now };
}

describe('the edit that keeps an old name', () => {
  for (const [title, [oldView, newView, lost]] of Object.entries(cases)) {
    it(`in ${title}`, async () => {
      const before = { 'orders.yml': cube('total'), 'sales.yml': oldView };
      const after = { 'orders.yml': cube('revenue'), 'sales.yml': newView };
      const broken = await reviewed(before, after);
      assert.ok(
        broken.consumers.some(({ name }) => name === lost.name),
        JSON.stringify(broken.consumers),
      );
      const change = keepOldName(indexOf(before), indexOf(after), lost);
      assert.ok(change);
      const { start, end, text } = change;
      const file = change.file.replace(/^model\//, '');
      const source = after[file as keyof typeof after];
      const kept = { ...after, [file]: source.slice(0, start) + text + source.slice(end) };
      const { consumers, old, now } = await reviewed(before, kept);
      assert.ok(!consumers.some(({ name }) => name === lost.name), `${kept[file as keyof typeof kept]}`);
      const isDimension = lost.name.endsWith('status');
      const query = { [isDimension ? 'dimensions' : 'measures']: [lost.name] };
      const [was, is] = await Promise.all([old.sql(query, undefined), now.sql(query, undefined)]);
      assert.equal(is.text, was.text);
    });
  }

  it('shows the title, description and format of the old name', async () => {
    const shown = '        title: "All: of it"\n        description: What was paid.\n        format: currency\n';
    const before = { 'orders.yml': `${cube('total')}${shown}` };
    const after = { 'orders.yml': `${cube('revenue')}${shown.replace('paid', 'earned')}` };
    const lost = { name: 'orders.total', newName: 'orders.revenue' };
    const { start, end, text } = keepOldName(indexOf(before), indexOf(after), lost)!;
    const source = after['orders.yml'];
    const { old, now } = await reviewed(before, { 'orders.yml': source.slice(0, start) + text + source.slice(end) });
    const of = ({ meta }: CompiledModel) => {
      const { title, description, format } = meta.cubes[0]!.measures.find(({ name }) => name === lost.name)!;
      return { title, description, format };
    };
    assert.deepEqual(of(now), of(old));
  });

  it('is not offered for a name that exists, or a cube or view that is gone', () => {
    const texts = { 'orders.yml': cube('total'), 'sales.yml': view('includes: [total]') };
    const index = indexOf(texts);
    assert.equal(keepOldName(index, index, { name: 'sales.total' }), undefined);
    assert.equal(keepOldName(index, index, { name: 'care.total' }), undefined);
    assert.equal(keepOldName(index, index, { name: 'sales' }), undefined);
    assert.equal(
      keepOldName(index, indexOf({ 'sales.yml': view('includes: [x]') }), { name: 'sales.total' }),
      undefined,
    );
  });
});
