import assert from 'node:assert/strict';
import { plotOf } from '../../../src/emulator/embedded/charts/answer.ts';
import { chartThemeOf } from '../../../src/emulator/embedded/charts/chartTheme.ts';
import { narrowed } from '../../../src/emulator/embedded/charts/definition.ts';
import { formatsFor } from '../../../src/emulator/embedded/charts/format.ts';
import { csvOf } from '../../../src/emulator/embedded/page/sheet.ts';
import { workbookOf } from '../../../src/emulator/embedded/page/workbook.ts';
import { understand } from '../../../src/emulator/embedded/understanding.ts';

describe('a widget’s query', () => {
  const query = { measures: ['sales.count'], dimensions: ['sales.status'] };

  it('is narrowed by the filters of its own view, and by no others', () => {
    const inForce = [
      { member: 'sales.country', operator: 'equals', values: ['Italy'] },
      { member: 'delivery.carrier', operator: 'equals', values: ['Post'] },
    ];
    assert.deepEqual(narrowed(query, inForce, 'Asia/Tokyo'), {
      ...query,
      filters: [inForce[0]],
      timezone: 'Asia/Tokyo',
    });
  });

  it('is left alone by a filter without values, but not by one that needs none', () => {
    const inForce = [
      { member: 'sales.country', operator: 'equals', values: [] },
      { member: 'sales.city', operator: 'is_empty', values: [] },
    ];
    assert.deepEqual(narrowed(query, inForce, undefined).filters, [{ member: 'sales.city', operator: 'notSet' }]);
  });
});

describe('rows as a plot', () => {
  const annotation = { measures: { 'a.n': { shortTitle: 'Number' } } };

  it('take numbers that come as text, and keep what is missing missing', () => {
    const data = [
      { 'a.kind': 'x', 'a.n': '12.5' },
      { 'a.kind': 'y', 'a.n': null },
    ];
    const { axis, series } = plotOf({ measures: ['a.n'], dimensions: ['a.kind'] }, { data, annotation });
    assert.deepEqual(axis.keys, ['x', 'y']);
    assert.deepEqual(series, [{ name: 'Number', measure: 'a.n', values: [12.5, null] }]);
  });

  it('are told apart by what is not the axis', () => {
    const month = (value: string) => ({ 'a.at': value, 'a.at.month': value });
    const data = [
      { ...month('2026-01-01T00:00:00.000'), 'a.kind': 'x', 'a.n': '1' },
      { ...month('2026-02-01T00:00:00.000'), 'a.kind': 'y', 'a.n': '2' },
      { ...month('2026-02-01T00:00:00.000'), 'a.kind': 'x', 'a.n': '3' },
    ];
    const query = {
      measures: ['a.n'],
      dimensions: ['a.kind'],
      timeDimensions: [{ dimension: 'a.at', granularity: 'month' }],
    };
    const { axis, series } = plotOf(query, { data, annotation });
    assert.equal(axis.granularity, 'month');
    assert.equal(axis.keys.length, 2);
    assert.deepEqual(
      series.map(({ name, values }) => [name, values]),
      [
        ['x', [1, 3]],
        ['y', [null, 2]],
      ],
    );
  });
});

describe('numbers and times', () => {
  it('follow the language', () => {
    assert.equal(formatsFor('en').number(1234.5, undefined), '1,234.5');
    assert.equal(formatsFor('de-DE').number(1234.5, undefined), '1.234,5');
    assert.equal(formatsFor('en').number(0.804, { format: 'percent' }), '80.4%');
    assert.equal(formatsFor('en').number(19.5, { format: 'currency' }), '$19.50');
    assert.equal(formatsFor('en').time('2026-03-01T00:00:00.000', 'month'), 'Mar 2026');
    assert.match(formatsFor('de').time('2026-03-01T00:00:00.000', 'month'), /März 2026/);
  });

  it('fall back to English for what is no language, and to a dash for nothing', () => {
    assert.equal(formatsFor('not a language').number(1234.5, undefined), '1,234.5');
    assert.equal(formatsFor('en').number(null, undefined), '—');
  });
});

describe('a look', () => {
  it('takes the brand’s colour, corners and letters', () => {
    const look = chartThemeOf('light', { primaryColor: '#e5484d', borderRadius: '4px', font: 'Georgia, serif' });
    assert.deepEqual([look.primary, look.palette[0], look.radius], ['#e5484d', '#e5484d', 4]);
    assert.ok(look.font.startsWith('Georgia, serif'));
  });

  it('takes nothing that would break out of a style or a drawing', () => {
    const usual = chartThemeOf('light');
    const hostile = chartThemeOf('light', {
      primaryColor: 'red;background:url(http://x)',
      borderRadius: '1px;x:y',
      font: 'x"><script>alert(1)</script>',
    });
    assert.deepEqual(hostile, usual);
    assert.deepEqual(chartThemeOf('light', { primaryColor: 7, borderRadius: {}, font: null }), usual);
  });
});

describe('rows as a file', () => {
  const sheet = {
    head: ['Place', 'N'],
    rows: [
      ['Graz, "old" town', 3],
      ['=1+1', -2],
      ['line\nbreak', 0.5],
    ],
  } as const;

  it('are quoted where commas, quotes and line ends ask for it, and run no formula', () => {
    assert.equal(csvOf(sheet), 'Place,N\r\n"Graz, ""old"" town",3\r\n\'=1+1,-2\r\n"line\nbreak",0.5\r\n');
  });

  it('are a workbook that says the same', () => {
    const bytes = Buffer.from(workbookOf({ head: ['A & B'], rows: [['<x>', 12.5]] }));
    const end = bytes.length - 22;
    assert.equal(bytes.readUInt32LE(end), 0x06054b50);
    const parts = new Map<string, string>();
    let at = bytes.readUInt32LE(end + 16);
    for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
      assert.equal(bytes.readUInt32LE(at), 0x02014b50);
      const [size, name, local] = [
        bytes.readUInt32LE(at + 24),
        bytes.readUInt16LE(at + 28),
        bytes.readUInt32LE(at + 42),
      ];
      const key = bytes.toString('utf8', at + 46, at + 46 + name);
      assert.equal(bytes.readUInt32LE(local), 0x04034b50);
      const from = local + 30 + bytes.readUInt16LE(local + 26);
      parts.set(key, bytes.toString('utf8', from, from + size));
      at += 46 + name;
    }
    assert.ok(parts.has('[Content_Types].xml') && parts.has('xl/workbook.xml'));
    const rows = parts.get('xl/worksheets/sheet1.xml') ?? '';
    assert.ok(rows.includes('A &amp; B') && rows.includes('&lt;x&gt;') && rows.includes('<v>12.5</v>'));
  });
});

describe('a question in the model’s words', () => {
  const cubes = [
    {
      name: 'orders',
      measures: [{ name: 'orders.count' }, { name: 'orders.total_amount' }],
      dimensions: [{ name: 'orders.created_at', type: 'time' }],
    },
    {
      name: 'sales',
      type: 'view',
      measures: [{ name: 'sales.total_amount' }],
      dimensions: [
        { name: 'sales.status', type: 'string' },
        { name: 'sales.created_at', type: 'time' },
      ],
    },
  ];

  it('finds measure, dimension and time, in a view rather than in a cube', () => {
    assert.deepEqual(understand('Total amount by status', cubes)?.query.dimensions, ['sales.status']);
    const overTime = understand('what is the total amount per month?', cubes);
    assert.deepEqual(overTime?.query.timeDimensions, [{ dimension: 'sales.created_at', granularity: 'month' }]);
    assert.equal(overTime?.chart, 'line');
    assert.deepEqual(understand('orders per week', cubes)?.query.measures, ['orders.count']);
  });

  it('means nothing where no word is the model’s', () => {
    assert.equal(understand('the weather in Paris', cubes), undefined);
    assert.equal(understand('', cubes), undefined);
  });
});
