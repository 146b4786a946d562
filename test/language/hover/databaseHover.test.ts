import assert from 'node:assert/strict';
import { hover } from '../../../src/language/hover/hover.ts';
import { CatalogLookup } from '../../../src/model/catalog/catalogLookup.ts';
import { ordersTables } from '../../model/catalog/ordersCatalog.ts';
import { placeIn, uriOf } from '../places.ts';

const model = (table: string, sql: string) =>
  `cubes:\n  - name: orders\n    sql_table: ${table}\n    dimensions:\n      - name: state\n        type: string\n        sql: ${sql}\n`;

function shown(text: string, isKept = false): string[] {
  const { index, path, position } = placeIn({ 'orders.yml': text });
  index.catalogs = new Map([['default', new CatalogLookup(ordersTables, isKept)]]);
  return hover(index, path, position, uriOf)?.contents.value.split('\n\n') ?? [];
}

describe('hover of the database', () => {
  it('shows type and comment of a column, and when that was read', () => {
    assert.deepEqual(shown(model('orders', 'sta▮tus')), [
      '**column** `orders.status` · `VARCHAR`',
      'open, \\*paid\\* or closed',
      'Read 2026-11-28 05:00 UTC',
    ]);
    assert.equal(shown(model('orders', '"{CUBE}.sta▮tus"'), true).at(-1), 'As of 2026-11-28 05:00 UTC');
  });

  it('shows keys of a column', () => {
    assert.equal(shown(model('orders', 'i▮d'))[0], '**column** `orders.id` · `INTEGER` · not null · primary key');
    assert.equal(
      shown(model('orders', 'user▮_id'))[0],
      '**column** `orders.user_id` · `INTEGER` · refers to `crm.users.id`',
    );
  });

  it('shows the columns of a table', () => {
    const [heading, comment, columns] = shown(model('crm.us▮ers', 'id'));
    assert.equal(heading, '**table** `crm.users` · 2 columns');
    assert.equal(comment, 'Everyone who signed up');
    assert.match(columns ?? '', /^- `id` · `INTEGER` · primary key\n- `city` · `VARCHAR`$/);
  });

  it('says nothing about a name that the database does not have', () => {
    assert.deepEqual(
      shown(model('orders', 'sta▮tos')).filter((text) => /column|table/.test(text)),
      [],
    );
  });
});
