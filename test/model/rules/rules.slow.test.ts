/** The table of rules is the one of the installed compiler. */

import assert from 'node:assert/strict';
import { checkShape } from '../../../src/model/checks/shapes.ts';
import { matchesFormat } from '../../../src/model/rules/formats.ts';
import * as table from '../../../src/model/rules/rules.ts';
import { parseYaml } from '../../../src/model/source/parseYaml.ts';
import { readRules } from './generateRules.ts';

describe('rules of the model', () => {
  it('are those of the installed compiler', () => {
    const { version, rules, data } = readRules();
    const advice = 'run: node --import tsx test/model/rules/generateRules.ts';
    assert.equal(table.compilerVersion, version, advice);
    assert.deepEqual(JSON.parse(JSON.stringify(table.rules)), JSON.parse(JSON.stringify(rules)), advice);
    const { namedFormats, currencies, referenceFields, bareFields } = table;
    assert.deepEqual({ namedFormats, currencies, referenceFields, bareFields }, data, advice);
  });

  it('name only rules that exist', () => {
    const text = JSON.stringify(table.rules);
    for (const [, name] of text.matchAll(/"ref":"(\w+)"/g)) assert.ok(table.rules[name!], name);
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
      ['every day', '0 8 * * * * *', '1 hor'],
    ],
    ['timezone', ['Europe/Berlin', 'UTC', 'America/New_York'], ['Europe/Berlni', 'Mars/Base']],
    ['currency', ['USD', 'eur'], ['USDD', 'XXX']],
    ['date', ['2024-01-01', '2024-01-01T10:00:00Z'], ['yesterday', '2024-13-01']],
    ['numericFormat', [',.2f', '$,.0f', '.0%', 's'], ['percents', '', '%%']],
    ['timeFormat', ['%Y-%m-%d', 'Week %V'], ['Y-m-d', '%', '%?']],
    ['namedFormat', ['percent_2', 'abbr'], ['percent_22', 'short']],
  ];
  for (const [format, good, bad] of formats) {
    it(`know ${format}`, () => {
      for (const text of good) assert.ok(matchesFormat(format, text), text);
      for (const text of bad) assert.ok(!matchesFormat(format, text), text);
    });
  }

  it('choose the shape the author meant', () => {
    const text =
      'cubes:\n  - name: a\n    sql_table: a\n    dimensions:\n      - name: place\n        type: geo\n        latitude:\n          sql: lat\n';
    const [definition] = parseYaml('a.yml', text).definitions;
    const found = checkShape(
      { language: 'yaml', owner: definition!.nameSpan, path: [] },
      definition!.node,
      table.rules.cube!,
    );
    assert.deepEqual(
      found.map((one) => one.path.join('.')),
      ['dimensions.place.longitude'],
    );
  });
});
