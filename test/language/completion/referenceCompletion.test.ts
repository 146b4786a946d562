import assert from 'node:assert/strict';
import { referenceCompletion } from '../../../src/language/completion/referenceCompletion.ts';
import { indexOf } from '../../model/models.ts';
import { check, offeredIn, shop, yamlFrames } from './completionCases.ts';
import { yamlReferenceCases } from './yamlReferenceCases.ts';

describe('completion of references in YAML', () => {
  for (const [where, all] of Object.entries(yamlReferenceCases)) {
    for (const one of all) {
      it(`in a ${where}: ${one[0].replaceAll('\n', '⏎')} → ${one[1]}`, () =>
        check(yamlFrames[where as keyof typeof yamlFrames], one));
    }
  }

  it('says how far other cubes are, and marks those that are not joined', () => {
    const { items } = offeredIn(yamlFrames.measure.texts('sql: "{▮}"'));
    const detail = (label: string) => items?.find((one) => one.label === label)?.detail;
    assert.equal(detail('customers'), 'cube · many to one');
    assert.equal(detail('customers.city'), 'dimension · string · many to one');
    assert.equal(detail('countries'), 'cube · over customers');
    assert.equal(detail('items.pieces'), 'measure · sum · joins orders');
    assert.equal(detail('weather.rain'), 'dimension · number · not joined to orders');
    assert.deepEqual(
      items?.slice(-3).map(({ label }) => label),
      ['weather', 'weather.day', 'weather.rain'],
    );
  });

  it('documents kind, type, title, description and SQL', () => {
    const { items } = offeredIn(yamlFrames.measure.texts('sql: "{▮}"'));
    const shown = (label: string) => items?.find((one) => one.label === label)?.documentation?.value;
    assert.equal(
      shown('customers.city'),
      '**dimension** `customers.city` · `string`\n\nWhere they live\n\n```sql\ncity\n```',
    );
    assert.equal(shown('CUBE'), '**cube** `orders`\n\nOrders of the shop\n\n```sql\nshop.orders\n```');
    assert.match(shown('FILTER_PARAMS') ?? '', /filters of the query/);
  });

  it('keeps apart kinds by their icons', () => {
    const { items } = offeredIn(yamlFrames.measure.texts('sql: "{▮}"'));
    const labels = ['status', 'count', 'big', 'CUBE', 'customers', 'FILTER_PARAMS'];
    const kinds = labels.map((label) => items?.find((one) => one.label === label)?.kind);
    assert.deepEqual(kinds, [5, 3, 10, 14, 7, 6]);
  });

  it('names what a view already has, which needs an alias', () => {
    const typed =
      'cubes:\n      - join_path: orders\n        includes: [id]\n      - join_path: orders.customers\n        includes: [▮]';
    const { items } = offeredIn(yamlFrames.view.texts(typed));
    assert.match(items?.at(-1)?.detail ?? '', /needs an alias/);
  });

  it('follows inheritance', () => {
    const child =
      'cubes:\n  - name: child\n    extends: orders\n    measures:\n      - name: mine\n        type: number\n        sql: "{▮}"\n';
    const { items } = offeredIn({ ...shop, 'child.yml': child });
    const labels = items?.map(({ label }) => label) ?? [];
    for (const name of ['revenue', 'status', 'customers.city']) assert.ok(labels.includes(name), name);
  });

  it('answers with CRLF, a byte order mark and astral characters', () => {
    const texts = yamlFrames.measure.texts('sql: "{customers.c▮ity} # 🥐"');
    const text = `\ufeff${texts['orders.yml']!.replace('Orders of', '🥐 of').replaceAll('\n', '\r\n')}`;
    const { accept } = offeredIn({ ...texts, 'orders.yml': text });
    assert.ok(accept('buyers').includes('sql: "{customers.buyers} # 🥐"'));
  });

  it('knows members of a text that is broken in another place', () => {
    const texts = yamlFrames.measure.texts('sql: "{▮}"');
    const text = `${texts['orders.yml']}\n    title: "never closed\n`;
    const { items } = offeredIn({ ...texts, 'orders.yml': text });
    assert.ok(items?.some(({ label }) => label === 'revenue'));
  });

  it('is undefined outside of the model', () => {
    const index = indexOf(shop);
    assert.equal(referenceCompletion(index, 'model/nothing.yml', 0), undefined);
    assert.equal(referenceCompletion(index, 'model/orders.yml', 1e9), undefined);
    assert.equal(referenceCompletion(index, 'model/orders.yml', -1), undefined);
  });
});
