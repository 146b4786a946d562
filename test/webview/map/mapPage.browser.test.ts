import assert from 'node:assert/strict';
import type { MapEdge, MapGraph } from '../../../src/contract/messages/mapChannel.ts';
import { eventually } from '../shared/eventually.ts';
import { mapPages, model } from './mapUnderTest.ts';
import { join, largeGraph, mapNode, shop, totalLineage } from './sampleGraph.ts';

describe('model map', () => {
  const open = mapPages();

  it('shows cubes, views, their members and lines, with labels for screen readers', async () => {
    const { page, box } = await open(model(shop));
    assert.equal(await page.locator('.boxes > .box').count(), shop.nodes.length);
    assert.equal(await page.locator('.lines > .line').count(), shop.edges.length);
    assert.equal(
      await box('orders').getAttribute('aria-label'),
      'Cube orders, folder cubes/sales, 10 members, 4 neighbors',
    );
    await box('orders').getByText('total_amount', { exact: true }).waitFor();
    await page.getByText('7 cubes, 2 views, 5 joins').waitFor();
    const words = await page.locator('.line.join title').allTextContents();
    assert.ok(words.includes('Many rows of orders share one row of customers'), String(words));
  });

  it('opens the definition of a cube by its name and of a member by its row', async () => {
    const { box, asked } = await open(model(shop));
    await box('customers').locator('.name').click();
    await box('orders').getByText('status', { exact: true }).click();
    await eventually(() =>
      assert.deepEqual(asked, [
        ['openDefinition', { node: 'customers', member: null }],
        ['openDefinition', { node: 'orders', member: 'status' }],
      ]),
    );
  });

  it('marks the neighbors of the selected box, and shows only them on request', async () => {
    const { page, box, drawn } = await open(model(shop));
    await box('customers').locator('.stripe').click({ force: true });
    assert.equal(await page.locator('.box.faded').count(), shop.nodes.length - 4);
    assert.equal(await page.locator('.line.active').count(), 3);
    await page.getByRole('button', { name: 'Neighbors Only' }).click();
    await drawn();
    const shown = await page.evaluate(
      "[...document.querySelectorAll('.boxes > .box')].map((one) => one.dataset.box).sort()",
    );
    assert.deepEqual(shown, ['customers', 'orders', 'profiles', 'sales']);
    await page.getByRole('button', { name: 'Neighbors Only' }).click();
    await drawn();
    assert.equal(await page.locator('.boxes > .box').count(), shop.nodes.length);
  });

  it('expands a box to all members, collapses a folder and expands it again', async () => {
    const { page, box, drawn } = await open(model(shop));
    await box('orders').getByText('4 more').click();
    await drawn();
    assert.equal(await box('orders').locator('.row:not(.more)').count(), 10);
    await page.getByTitle('Collapse cubes/sales', { exact: true }).click();
    await drawn();
    assert.equal(await box('orders').count(), 0);
    await box('folder:cubes/sales').locator('.name').click();
    await drawn();
    assert.equal(await box('orders').locator('.row:not(.more)').count(), 10);
  });

  it('moves with the arrow keys, opens with Enter, selects with the space bar', async () => {
    const { page, box, asked } = await open(model(shop));
    const focused = () => page.evaluate('document.activeElement.dataset.box');
    await box('orders').focus();
    const seen = new Set<unknown>();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowLeft']) {
      await page.keyboard.press(key);
      seen.add(await focused());
    }
    assert.ok(seen.size >= 3 && !seen.has(undefined), String([...seen]));
    const at = await focused();
    await page.keyboard.press('Enter');
    await eventually(() => assert.deepEqual(asked.at(-1), ['openDefinition', { node: at, member: null }]));
    await page.keyboard.press('Space');
    assert.equal(await page.locator('.box.selected').getAttribute('data-box'), at);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.box.selected').count(), 0);
    assert.equal(await page.locator('.box[tabindex="0"]').count(), 1);
  });

  it('reaches the toolbar, one box and the legend with Tab; each has a name', async () => {
    const { page } = await open(model(shop));
    const names: string[] = [];
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      names.push(
        (await page.evaluate(
          "(({ activeElement: one }) => one.getAttribute('aria-label') ?? one.textContent)(document)",
        )) as string,
      );
    }
    for (const name of ['Search cubes, views and members', 'Zoom In', 'Fit to Window', 'Export as SVG', 'views 2'])
      assert.ok(names.includes(name), `${name}: ${names}`);
    assert.equal(names.filter((name) => /^(Cube|View) /.test(name)).length, 1);
  });

  it('shows all of the model as a list, by keyboard', async () => {
    const { page, asked, reload, ask, stored } = await open(model(shop));
    const { keyboard } = page;
    await page.getByRole('button', { name: 'Show as List' }).focus();
    await keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'Cubes, views and members' });
    await list.getByText(/^Cube customers, .*, All customers of the shop$/).waitFor();
    assert.equal(await list.locator('details').count(), shop.nodes.length);
    assert.equal(await page.getByRole('application').count(), 0, 'the map is hidden from screen readers and Tab');
    const field = page.getByRole('combobox');
    await field.fill('orders');
    await field.press('Enter');
    const orders = list.locator('details[data-id="orders"]');
    await orders.locator('summary:focus').waitFor();
    const texts = await orders.locator('li').allInnerTexts();
    for (const text of ['id dimension, number, primary key', 'completed_share measure, sum', 'completed segment'])
      assert.ok(texts.includes(text), `${text}: ${texts}`);
    assert.ok(texts.includes('Many rows of orders share one row of customers'), String(texts));
    for (const key of ['Tab', 'Enter', 'Tab', 'Enter']) await keyboard.press(key);
    await eventually(() => {
      const [[, cube], [, member]] = asked.slice(-2) as [[string, unknown], [string, { node: string; member: string }]];
      assert.deepEqual(cube, { node: 'orders', member: null });
      assert.equal(member.node, 'orders');
      assert.ok(member.member);
    });
    await eventually(async () => assert.equal((await stored())?.asList, true));
    await reload();
    await list.getByText(/^View sales/).waitFor();
    await ask('contentChanged', { mode: 'lineage', subject: 'orders.total', lineage: totalLineage });
    await list.getByText('measure total of orders, 1 sources, 1 uses', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show as List' }).click();
    await list.waitFor({ state: 'hidden' });
  });

  it('finds a member, expands its folder and box, and shows it in a readable size', async () => {
    const graph = largeGraph(5, 40, 10);
    const { page, box, drawn } = await open(model(graph));
    assert.equal(await box('cube_0_7').count(), 0, 'its folder is collapsed');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('cube_0_7.member_9');
    await page.getByRole('option', { name: 'member_9' }).waitFor();
    await page.keyboard.press('Enter');
    await drawn();
    await eventually(async () =>
      assert.equal(await page.locator('.box.selected').getAttribute('data-box'), 'cube_0_7'),
    );
    await box('cube_0_7').getByText('member_9', { exact: true }).waitFor();
    const bounds = await box('cube_0_7').boundingBox();
    assert.ok(bounds && bounds.x > 0 && bounds.x + bounds.width < 1200 && bounds.width > 100, JSON.stringify(bounds));
  });

  it('shows the results of a search in a narrow tab, and clears it for a lineage', async () => {
    const { page, ask } = await open(model(shop), {}, { viewport: { width: 420, height: 600 } });
    await page.getByRole('combobox').fill('city');
    const list = await page.getByRole('listbox').boundingBox();
    assert.ok(list && list.x >= 0 && list.x + list.width <= 420, JSON.stringify(list));
    await ask('contentChanged', { mode: 'lineage', subject: 'a.b', lineage: null });
    await page.getByText('The model does not define a.b.').waitFor();
    assert.equal(await page.getByRole('combobox').inputValue(), '');
    assert.equal(await page.getByRole('listbox').count(), 0);
  });

  it('keeps the position of the selected box when the model changes', async () => {
    const { page, box, ask, drawn } = await open(model(shop));
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, -300);
    await box('customers').locator('.stripe').click({ force: true });
    await drawn();
    const before = await box('customers').boundingBox();
    const nodes = [...shop.nodes, mapNode('suppliers'), mapNode('stock', { folder: 'cubes/sales' })];
    await ask(
      'contentChanged',
      model({ nodes, edges: [...shop.edges, join('products', 'suppliers'), join('stock', 'products')] }),
    );
    await box('stock').or(page.locator('.status').getByText('9 cubes')).first().waitFor();
    await drawn();
    const after = await box('customers').boundingBox();
    for (const side of ['x', 'y', 'width'] as const)
      assert.ok(Math.abs(before![side] - after![side]) < 1, `${side}: ${before![side]} → ${after![side]}`);
    assert.equal(await page.locator('.box.selected').getAttribute('data-box'), 'customers');
  });

  it('selects what the cursor is in, and its folder where that is collapsed', async () => {
    const { page, box, ask, drawn } = await open(model(shop));
    await ask('select', { node: 'orders', member: 'status' });
    assert.equal(await page.locator('.box.selected').getAttribute('data-box'), 'orders');
    assert.equal(await box('orders').locator('.row.current').textContent(), 'statusstringstatus (string)');
    await page.getByTitle('Collapse views', { exact: true }).click();
    await drawn();
    await ask('select', { node: 'sales', member: null });
    assert.equal(await page.locator('.box.selected').getAttribute('data-box'), 'folder:views');
  });

  it('looks the same after it was hidden', async () => {
    const { page, box, drawn, reload, stored } = await open(model(shop));
    await box('orders').getByText('4 more').click();
    await drawn();
    await page.getByTitle('Collapse views', { exact: true }).click();
    await drawn();
    await page.mouse.move(500, 300);
    await page.mouse.wheel(0, -200);
    await box('customers').locator('.stripe').click({ force: true });
    await drawn();
    await eventually(async () => assert.equal((await stored())?.selected, 'customers'));
    const before = await box('customers').boundingBox();
    await reload();
    await eventually(async () =>
      assert.equal(await page.locator('.box.selected').getAttribute('data-box'), 'customers'),
    );
    const after = await box('customers').boundingBox();
    assert.ok(
      Math.abs(before!.x - after!.x) < 1 && Math.abs(before!.y - after!.y) < 1,
      JSON.stringify([before, after]),
    );
    assert.equal(await box('folder:views').count(), 1);
    assert.equal(await box('orders').locator('.row:not(.more)').count(), 10);
  });

  it('writes names with markup as text, in the page and in the exported file', async () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&\u0000]]>';
    const graph = {
      nodes: [
        mapNode(hostile, {
          folder: '<b>folder</b>',
          title: '<script>alert(2)</script>',
          members: [{ name: hostile, kind: '"><i>', type: '<u>' }],
        }),
        mapNode('__proto__', { kind: 'view' as const, folder: '' }),
      ],
      edges: [{ kind: 'include' as const, from: '__proto__', to: hostile }],
    };
    const { page, ask } = await open(model(graph));
    assert.equal(await page.locator('img, b, i, u, main script').count(), 0);
    assert.ok((await page.locator('.folder-name').allTextContents()).includes('<b>folder</b>'));
    const { svg } = await ask('svg', {});
    assert.doesNotMatch(svg, /<(?:img|script|b|i|u)\b/);
    const parsed = await page.evaluate(
      `new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml').querySelectorAll('parsererror').length`,
    );
    assert.equal(parsed, 0);
  });

  it('exports the whole map with its styles, without what is for the mouse only', async () => {
    const { page, ask, asked } = await open(model(shop));
    for (let i = 0; i < 12; i += 1) await page.getByRole('button', { name: 'Zoom In' }).click();
    await page.getByRole('button', { name: 'Export as SVG' }).click();
    await eventually(() => assert.deepEqual(asked.at(-1), ['exportSvg', {}]));
    const { svg } = await ask('svg', {});
    for (const { name } of shop.nodes) assert.ok(svg.includes(`>${name}<`), name);
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d/);
    assert.match(svg, /font-weight="600"/);
    assert.doesNotMatch(svg, /class=|data-|tabindex|var\(/);
    assert.equal(await page.locator('svg.off-screen').count(), 0);
  });

  it('keeps 1,000 cubes usable: folders first, then the boxes that are visible', async () => {
    const graph = largeGraph(10, 100, 20);
    const { page, box, drawn } = await open(model(graph));
    assert.equal(await page.locator('.boxes > .box').count(), 10);
    assert.equal(await page.locator('.boxes > .folder').count(), 10);
    await box('folder:cubes/area_4').locator('.name').click();
    await drawn();
    await page.locator('.boxes > .cube').first().waitFor();
    for (let area = 0; area < 10; area += 1) {
      if (area === 4) continue;
      await page.getByTitle(`Expand cubes/area_${area}`, { exact: true }).click();
      await page.getByTitle(`Collapse cubes/area_${area}`, { exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Fit to Window' }).click();
    await drawn();
    assert.equal(await page.locator('.boxes > .cube').count(), 1000);
    for (let i = 0; i < 20; i += 1) await page.getByRole('button', { name: 'Zoom In' }).click();
    await drawn();
    const near = await page.locator('.boxes > .cube').count();
    assert.ok(near < 200, `${near} boxes exist while few are visible`);
  });

  it('writes what the data says next to the lines of joins, also when it arrives later', async () => {
    const counted = (from: string, more: MapEdge['counted']): MapGraph => ({
      ...shop,
      edges: shop.edges.map((edge) => (edge.kind === 'join' && edge.from === from ? { ...edge, counted: more } : edge)),
    });
    const { page, ask, drawn } = await open(model(counted('products', { result: 'ok', label: '✓ 3 rows', text: 'x' })));
    await page.locator('.line.join .counted.ok').getByText('✓ 3 rows', { exact: true }).waitFor();
    const wrong = { result: 'wrong', label: '✗ 2 keys repeat', text: 'orders.total grows by 4 %' } as const;
    await ask('contentChanged', model(counted('products', wrong)));
    await drawn();
    await page.locator('.line.join.wrong .counted.wrong').getByText('✗ 2 keys repeat', { exact: true }).waitFor();
    assert.match((await page.locator('.line.wrong title').textContent())!, /\norders\.total grows by 4 %$/);
    assert.equal(await page.locator('.counted').count(), 1);
    const { svg } = await ask('svg', {});
    assert.match(svg, />✗ 2 keys repeat<\/text>/);
  });

  it('shows the lineage of a member, and the way back to the map', async () => {
    const { page, box, ask, asked, drawn } = await open(model(shop));
    await ask('contentChanged', { mode: 'lineage', subject: 'orders.total', lineage: totalLineage });
    await page.getByRole('heading', { name: 'Lineage of orders.total' }).waitFor();
    await drawn();
    const places = await Promise.all(totalLineage.nodes.map(({ id }) => box(id).boundingBox()));
    assert.ok(places[0]!.x < places[1]!.x && places[1]!.x < places[2]!.x, 'from left to right');
    await box('sales.total').locator('.name').click();
    await eventually(() => assert.deepEqual(asked.at(-1), ['openDefinition', { node: 'sales', member: 'total' }]));
    await page.getByRole('button', { name: 'Show Model Map' }).click();
    await eventually(() => assert.deepEqual(asked.at(-1), ['showModel', {}]));
    await ask('contentChanged', { mode: 'lineage', subject: 'orders.gone', lineage: null });
    await page.getByText('The model does not define orders.gone.').waitFor();
  });

  it('says that a model is empty, and draws it when it is not any more', async () => {
    const { page, ask, drawn } = await open(model({ nodes: [], edges: [] }));
    await page.getByText('The model defines no cubes or views yet.').waitFor();
    await ask('contentChanged', model(shop));
    await drawn();
    assert.equal(await page.locator('.boxes > .box').count(), shop.nodes.length);
    assert.equal(await page.locator('.notice').isVisible(), false);
  });
});
