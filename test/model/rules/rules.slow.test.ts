/** The rule table belongs to the installed compiler, and text formats are checked as the compiler does. */

import assert from 'node:assert/strict';
import { checkShape } from '../../../src/model/checks/checkShape.ts';
import { matchesFormat } from '../../../src/model/rules/formats.ts';
import table from '../../../src/model/rules/rules.json' with { type: 'json' };
import { rules } from '../../../src/model/rules/ruleTable.ts';
import { parseYaml } from '../../../src/model/source/parseYaml.ts';
import { readRules } from './generateRules.ts';

describe('rule table', () => {
  it('matches the installed compiler', () => {
    const advice = 'Run: node --import tsx test/model/rules/generateRules.ts';
    assert.deepEqual(table, JSON.parse(JSON.stringify(readRules())), advice);
  });

  it('refers only to rules that exist', () => {
    const text = JSON.stringify(table.rules);
    for (const [, name] of text.matchAll(/"ref":"(\w+)"/g)) assert.ok(rules[name!], name);
  });

  const formats: [Parameters<typeof matchesFormat>[0], string[], string[]][] = [
    ['everyInterval', ['1 hour', '30 minutes', '10 second'], ['1 hours ago', 'hour', '1 month', '-1 day']],
    ['timeInterval', ['7 days', '-1 month', '1 year'], ['7 dayz', '1 second', 'unbounded']],
    [
      'alignedInterval',
      ['1 week', '6 months', '2 years', '12 hours'],
      ['5 months', '2 weeks', '1 week 2 days', 'week'],
    ],
    [
      'cron',
      ['0 8 * * *', '*/5 * * * *', '0 0 1 jan mon', '@daily', '30 5 * * 1-5'],
      ['every day', '0 8 * * * * *', '1 hor', '61 * * * *', '0 24 * * *', '0 0 31 feb *', '@annually'],
    ],
    ['timezone', ['Europe/Berlin', 'UTC', 'America/New_York'], ['Europe/Berlni', 'Mars/Base']],
    ['currency', ['USD', 'eur'], ['USDD', 'XXX']],
    ['date', ['2024-01-01', '2024-01-01T10:00:00Z'], ['yesterday', '2024-13-01']],
    ['numericFormat', [',.2f', '$,.0f', '.0%', 's'], ['percents', '', '%%']],
    ['timeFormat', ['%Y-%m-%d', 'Week %V'], ['Y-m-d', '%', '%?']],
    ['namedFormat', ['percent_2', 'abbr'], ['percent_22', 'short']],
  ];
  for (const [format, good, bad] of formats) {
    it(`checks the format ${format}`, () => {
      for (const text of good) assert.ok(matchesFormat(format, text), text);
      for (const text of bad) assert.ok(!matchesFormat(format, text), text);
    });
  }

  it('selects the shape that the author meant', () => {
    const text =
      'cubes:\n  - name: a\n    sql_table: a\n    dimensions:\n      - name: place\n        type: geo\n        latitude:\n          sql: lat\n';
    const [definition] = parseYaml('a.yml', text).definitions;
    const found = checkShape(
      { language: 'yaml', owner: definition!.nameSpan, path: [] },
      definition!.node,
      rules.cube!,
    );
    assert.deepEqual(
      found.map((one) => one.path.join('.')),
      ['dimensions.place.longitude'],
    );
  });
});
