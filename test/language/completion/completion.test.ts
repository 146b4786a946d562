import assert from 'node:assert/strict';
import { placeIn } from '../places.ts';
import { javaScriptCases } from './javaScriptCases.ts';
import { failureOf, itemsAt } from './typedCase.ts';
import { yamlCases } from './yamlCases.ts';

/** The share of cases in which an editor must show what the case expects. */
const goal = 0.95;

describe('completion of keys, values and snippets', () => {
  it('is right for texts as far as they are typed', () => {
    const all = [...yamlCases, ...javaScriptCases];
    const failures = all.flatMap((one) => failureOf(one) ?? []);
    const share = 1 - failures.length / all.length;
    console.log(`        ${all.length - failures.length} of ${all.length} texts (${(100 * share).toFixed(1)} %)`);
    assert.ok(all.length >= 150);
    assert.ok(share >= goal, failures.join('\n'));
    assert.deepEqual(failures, []);
  });

  it('is not shown for spaces and dashes that indent, or that are part of a text', () => {
    const cube = 'cubes:\n  - name: a\n';
    const asked = (text: string, trigger: string) => itemsAt(placeIn({ 'a.yml': cube + text }), trigger).length > 0;
    assert.equal(asked('   ▮', ' '), false);
    assert.equal(asked('    title: a ▮', ' '), false);
    assert.equal(asked('    public: ▮', ' '), true);
    assert.equal(asked('    measures:\n      - ▮', ' '), true);
    assert.equal(asked('    measures:\n      -▮', '-'), true);
    assert.equal(asked('    title: a-▮', '-'), false);
  });

  it('explains a key: its meaning, values and default', () => {
    const place = placeIn({ 'a.yml': 'cubes:\n  - name: a\n    pub▮' });
    const item = itemsAt(place).find(({ label }) => label === 'public');
    assert.equal(
      item?.documentation?.value,
      '**key** `public`\n\nWhether queries can use it and the API lists it.\n\nValues: `true`, `false` · Default: `true`',
    );
  });

  it('offers the granularities that the time dimension defines', () => {
    const text = [
      'cubes:',
      '  - name: a',
      '    sql_table: t',
      '    dimensions:',
      '      - {name: at, sql: at, type: time, granularities: [{name: fiscal_year, interval: 1 year}]}',
      '      - {name: other, sql: other, type: time, granularities: [{name: season, interval: 3 months}]}',
      '    pre_aggregations:',
      '      - name: main',
      '        time_dimension: at',
      '        granularity: ▮',
    ].join('\n');
    const labels = itemsAt(placeIn({ 'a.yml': text })).map(({ label }) => label);
    assert.ok(labels.includes('fiscal_year') && labels.includes('day'), labels.join());
    assert.ok(!labels.includes('season'));
  });
});
