import assert from 'node:assert/strict';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { ByHand } from './byHand.ts';
import { DataApiClient } from './dataApiClient.ts';

describe('the data API on the sample', () => {
  let under: EmulatorUnderTest;
  let data: DataApiClient;
  let database: ByHand;
  before(async () => {
    under = await emulatorUnderTest();
    const client = new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
    [data, database] = await Promise.all([DataApiClient.of(client), ByHand.ofSample()]);
  });
  after(async () => {
    database.close();
    await under.close();
  });

  const lists = (rows: Record<string, unknown>[], ...members: string[]) =>
    rows.map((row) => members.map((member) => row[member]));

  it('has the URL that the emulator reports', () => {
    assert.equal(data.url, under.emulator.dataApiUrl);
  });

  it('lists the public cubes and views, with the member data that charts need', async () => {
    const { status, body } = await data.ready(() => data.send('GET', '/meta'));
    assert.equal(status, 200);
    const names = body.cubes.map(({ name }: { name: string }) => name);
    assert.deepEqual(names.sort(), ['customers', 'delivery', 'line_items', 'orders', 'products', 'sales', 'shipments']);
    const sales = body.cubes.find(({ name }: { name: string }) => name === 'sales');
    assert.deepEqual([sales.type, sales.title], ['view', 'Sales']);
    const orders = body.cubes.find(({ name }: { name: string }) => name === 'orders');
    const total = orders.measures.find(({ name }: { name: string }) => name === 'orders.total_amount');
    assert.deepEqual(
      [total.title, total.shortTitle, total.type, total.format],
      ['Orders Total Amount', 'Total Amount', 'number', 'currency'],
    );
    const count = orders.measures.find(({ name }: { name: string }) => name === 'orders.count');
    assert.deepEqual(count.drillMembers, ['orders.id', 'orders.status', 'orders.created_at']);
  });

  it('returns totals', async () => {
    const [[count, total]] = (await database.rows('select count(*), sum(amount) from shop.orders')) as [string[]];
    assert.deepEqual(await data.rows({ measures: ['sales.count', 'sales.total_amount'] }), [
      { 'sales.count': count, 'sales.total_amount': total },
    ]);
  });

  it('groups by a joined cube’s dimension through a view, in the requested order', async () => {
    const rows = await data.rows({
      measures: ['sales.total_amount'],
      dimensions: ['sales.customers_city'],
      order: { 'sales.total_amount': 'desc' },
    });
    assert.deepEqual(
      lists(rows, 'sales.customers_city', 'sales.total_amount'),
      await database.rows(`select city, sum(amount) from shop.orders left join shop.customers on customers.id = customer_id
         group by city order by 2 desc`),
    );
  });

  it('counts an order once, however many of its lines match', async () => {
    const rows = await data.rows({
      measures: ['sales.count', 'sales.total_amount'],
      dimensions: ['sales.products_name'],
      order: [['sales.products_name', 'asc']],
    });
    assert.deepEqual(
      lists(rows, 'sales.products_name', 'sales.count', 'sales.total_amount'),
      await database.rows(`select name, count(*), sum(amount) from (
           select distinct products.name, orders.id, orders.amount from shop.orders
           join shop.line_items on order_id = orders.id join shop.products on products.id = product_id)
         group by name order by name`),
    );
  });

  it('groups by month and filters by date range in the requested time zone', async () => {
    const rows = await data.rows({
      measures: ['orders.count'],
      timeDimensions: [
        { dimension: 'orders.created_at', granularity: 'month', dateRange: ['2026-03-01', '2026-05-31'] },
      ],
      timezone: 'Australia/Sydney',
    });
    // Sydney is at UTC+11 until 5 April 2026, 3:00 local time (16:00 UTC the day before), then at UTC+10.
    const local = `(created_at + to_hours(case when created_at < '2026-04-04 16:00:00' then 11 else 10 end))`;
    assert.deepEqual(
      lists(rows, 'orders.created_at.month', 'orders.created_at', 'orders.count'),
      await database.rows(`select strftime(${local}, '%Y-%m-01T00:00:00.000') as month, month, count(*)
         from shop.orders where cast(${local} as date) between '2026-03-01' and '2026-05-31' group by 1 order by 1`),
    );
  });

  it('supports segments, filters on measures and computed measures', async () => {
    const rows = await data.rows({
      measures: ['orders.count', 'orders.completed_share'],
      dimensions: ['customers.country'],
      segments: ['orders.completed'],
      filters: [{ member: 'orders.count', operator: 'gt', values: ['100'] }],
      order: { 'customers.country': 'asc' },
    });
    assert.deepEqual(
      lists(rows, 'customers.country', 'orders.count', 'orders.completed_share'),
      await database.rows(`select country, count(*), 1 from shop.orders left join shop.customers on customers.id = customer_id
         where status = 'completed' group by country having count(*) > 100 order by country`),
    );
  });

  it('averages over the rows of a JavaScript cube', async () => {
    const [row] = await data.rows({ measures: ['delivery.average_days'], filters: [] });
    const [[average]] = (await database.rows('select avg(days_under_way) from shop.shipments')) as [string[]];
    assert.equal(row!['delivery.average_days'], average);
  });

  it('pages, counts all rows on request, and annotates the result', async () => {
    const query = { measures: ['orders.count'], dimensions: ['products.name'], order: { 'products.name': 'asc' } };
    const all = await data.rows(query);
    const page = await data.load({ ...query, limit: 3, offset: 2, total: true });
    assert.deepEqual(page.data, all.slice(2, 5));
    assert.equal(page.total, all.length);
    assert.equal(page.annotation.measures['orders.count'].shortTitle, 'Count');
    assert.equal(page.annotation.dimensions['products.name'].type, 'string');
    assert.deepEqual([page.query.limit, page.query.offset, page.query.timezone], [3, 2, 'UTC']);
  });

  it('lists rows one by one', async () => {
    const rows = await data.rows({
      dimensions: ['orders.status', 'orders.created_at'],
      ungrouped: true,
      order: { 'orders.created_at': 'asc' },
      limit: 2,
    });
    assert.deepEqual(
      lists(rows, 'orders.status', 'orders.created_at'),
      await database.rows(
        `select status, strftime(created_at, '%Y-%m-%dT%H:%M:%S.000') from shop.orders order by created_at limit 2`,
      ),
    );
  });

  it('returns the SQL it runs, with values as parameters', async () => {
    const query = {
      measures: ['orders.count'],
      filters: [{ member: 'orders.status', operator: 'equals', values: ['x'] }],
    };
    const address = `/sql?query=${encodeURIComponent(JSON.stringify(query))}`;
    const { body } = await data.ready(() => data.send('GET', address));
    const [sql, params] = body.sql.sql;
    assert.match(sql, /FROM\s+shop\.orders[\s\S]*= \?/i);
    assert.deepEqual(params, ['x']);
    assert.equal(body.sql.planner, 'javascript');
    assert.equal((await data.load(query)).planner, 'javascript');
    const posted = await data.ready(() => data.send('POST', '/sql', { query }));
    assert.deepEqual(posted.body, body);
  });

  it('accepts a query in the URL like one in the body', async () => {
    const query = { measures: ['orders.count'] };
    const address = `/load?query=${encodeURIComponent(JSON.stringify(query))}`;
    const { body } = await data.ready(() => data.send('GET', address));
    assert.deepEqual(body.data, await data.rows(query));
  });

  it('answers several queries together, and one for each compared date range', async () => {
    const query = { measures: ['orders.count'] };
    const several = await data.load([query, { measures: ['customers.count'] }]);
    assert.deepEqual(
      several.results.map(({ data: [row] }: { data: object[] }) => row),
      [...(await data.rows(query)), ...(await data.rows({ measures: ['customers.count'] }))],
    );
    const timeDimension = {
      dimension: 'orders.created_at',
      compareDateRange: [['2026-01-01', '2026-01-31'], ['2026-02']],
    };
    const compared = await data.load({ ...query, timeDimensions: [timeDimension] });
    assert.equal(compared.queryType, 'compareDateRangeQuery');
    const counts = await database.rows(
      `select count(*) from shop.orders where created_at < '2026-03-01' group by month(created_at) order by 1`,
    );
    assert.deepEqual(
      compared.results.map(({ data: [row] }: { data: Record<string, string>[] }) => [row!['orders.count']]),
      counts,
    );
  });
});
