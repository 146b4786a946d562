import assert from 'node:assert/strict';
import { filterParameter, filterText, parseFilterText } from '../../../src/contract/messages/filter.ts';
import { isTimeZone } from '../../../src/contract/messages/timeZone.ts';

const status = { view: 'sales', dimension: 'status', operator: 'equals', values: ['shipped', 'a=b&c%20“ü”'] };

describe('a filter of the embed', () => {
  it('is written f_<view>.<dimension>=<JSON>', () => {
    const text = filterText(status);
    assert.ok(text.startsWith('f_sales.status={'));
    assert.deepEqual(JSON.parse(text.slice('f_sales.status='.length)), {
      operator: 'equals',
      values: status.values,
    });
  });

  it('is parsed, encoded or not', () => {
    assert.deepEqual(parseFilterText(filterText(status)), status);
    assert.deepEqual(
      parseFilterText(new URLSearchParams([filterParameter(status)]).toString().replaceAll('+', '%20')),
      status,
    );
  });

  it('may be a list or one value', () => {
    const equals = { view: 'sales', dimension: 'year', operator: 'equals' };
    assert.deepEqual(parseFilterText('f_sales.year=[2024,2025]'), { ...equals, values: [2024, 2025] });
    assert.deepEqual(parseFilterText('f_sales.year=2024'), { ...equals, values: [2024] });
    assert.deepEqual(parseFilterText('f_sales.year={"value":2024}'), { ...equals, values: [2024] });
    assert.deepEqual(parseFilterText('f_sales.year={"operator":"gt","values":[2024]}'), {
      ...equals,
      operator: 'gt',
      values: [2024],
    });
  });

  it('is undefined for an invalid text', () => {
    for (const text of [
      '',
      'f_sales',
      'f_sales.status',
      'sales.status=1',
      'f_sales=1',
      'f_a.b.c=1',
      'f_a.b=',
      'f_a.b={',
      'f_a.b=[{}]',
      'f_a.b=%',
    ])
      assert.equal(parseFilterText(text), undefined, text);
  });
});

describe('a time zone', () => {
  it('is an IANA name', () => {
    for (const zone of ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'UTC'])
      assert.equal(isTimeZone(zone), true, zone);
  });

  it('is never an offset or an unknown name', () => {
    for (const zone of ['+02:00', '-0500', '+1', 'GMT+2', 'UTC+2', 'Berlin', '', ' ', 'Europe/Nowhere', '2'])
      assert.equal(isTimeZone(zone), false, zone);
  });
});
