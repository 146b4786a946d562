/** The JSON Schema, checked by a public validator: against valid models, and against mistakes. */

import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { matchesFormat } from '../../../src/model/rules/formats.ts';
import type { Format } from '../../../src/model/rules/rule.ts';
import { formatPatterns, modelSchema } from '../../../src/model/schema/modelSchema.ts';
import { isTemplate } from '../../../src/model/source/jinja.ts';
import { mistakesOf } from '../mistakes/mistakeKind.ts';
import { validYamlEdits } from '../mistakes/validEdits.ts';
import { yamlShapeKinds } from '../mistakes/yamlShapeKinds.ts';
import { corpus, fixtures, type Texts } from '../models.ts';

const ajv = new Ajv({ strict: false, allErrors: false });
const schema = modelSchema();
const validate = ajv.compile(schema);

/** The complaint of the parser or the schema about one source; undefined if it is valid, a template, or no YAML. */
function complaint(file: string, text: string): string | undefined {
  if (!/\.ya?ml$/.test(file) || isTemplate(file, text)) return undefined;
  let value: unknown;
  try {
    value = parse(text, { logLevel: 'error', merge: true });
  } catch (failure) {
    return `${file}: ${String(failure)}`;
  }
  return validate(value) ? undefined : `${file}: ${ajv.errorsText(validate.errors)}`;
}

/** The valid sources of our models. They are not checked again in each model with a mistake. */
const originals = new Set<string>();

function complaints(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([file, text]) => (originals.has(text) ? [] : (complaint(file, text) ?? [])));
}

/** Mistakes that no schema of one file can see. */
const invisible = ['date without quotes', 'unknown granularity of a pre-aggregation'];

describe('JSON Schema of the model', () => {
  it('is a valid schema', () => {
    assert.ok(ajv.validateSchema(schema), ajv.errorsText(ajv.errors));
  });

  it('accepts our models', () => {
    for (const { name, texts } of fixtures()) {
      assert.deepEqual(complaints(texts), [], name);
      for (const text of Object.values(texts)) originals.add(text);
    }
  });

  it('accepts public models that compile', function () {
    const models = corpus();
    // The public models are not part of the repository.
    if (!models) this.skip();
    for (const { name, texts, clean } of models) if (clean) assert.deepEqual(complaints(texts), [], name);
  });

  it('accepts edits that are not mistakes', () => {
    for (const kind of validYamlEdits)
      for (const { texts } of mistakesOf(kind, 'YAML')) assert.deepEqual(complaints(texts), [], kind.name);
  });

  it('refuses each kind of wrong key and value', () => {
    const isVisible = ([file, text]: [string, string]) =>
      !originals.has(text) && /\.ya?ml$/.test(file) && !isTemplate(file, text);
    const tried = new Set<string>();
    const accepted = new Set<string>();
    for (const kind of yamlShapeKinds) {
      for (const { texts } of mistakesOf(kind, 'YAML')) {
        if (!Object.entries(texts).some(isVisible)) continue;
        tried.add(kind.name);
        if (complaints(texts).length === 0) accepted.add(kind.name);
      }
    }
    assert.deepEqual([...accepted], invisible);
    assert.ok(tried.size > yamlShapeKinds.length * 0.9, `${tried.size} of ${yamlShapeKinds.length} kinds`);
  });

  it('accepts camelCase, keys without values where the compiler does, and empty files', () => {
    const cube = {
      name: 'a',
      sqlTable: 'a',
      dimensions: [{ name: 'id', sql: 'id', type: 'number', primaryKey: true }],
    };
    for (const value of [null, {}, { cubes: null }, { cubes: [cube] }, { cubes: [{ ...cube, measures: null }] }])
      assert.ok(validate(value), `${JSON.stringify(value)}: ${ajv.errorsText(validate.errors)}`);
    for (const value of [
      { cubes: [{ ...cube, sql_table: 'a', sql: 'SELECT 1' }] },
      { cubes: [{ ...cube, sqlTable: null }] },
    ])
      assert.ok(!validate(value), JSON.stringify(value));
  });

  const texts: Readonly<Record<Format, readonly string[]>> = {
    everyInterval: ['1 hour', '30 minutes', '10 second', '1 hours ago', 'hour', '1 month', '-1 day'],
    timeInterval: ['7 days', '-1 month', '1 year', '7 dayz', '1 second', 'unbounded'],
    alignedInterval: ['1 week', '6 months', '2 years', '12 hours', '5 months', '2 weeks', '1 week 2 days', 'week'],
    cron: ['0 8 * * *', '*/5 * * * *', '0 0 1 jan mon', '@daily', '30 5 * * 1-5', '0 8 * * * * *', '@annually'],
    timezone: ['Europe/Berlin', 'UTC', 'America/New_York', ''],
    currency: ['USD', 'eur', 'Gbp', 'USDD', 'XXX'],
    date: ['2024-01-01', '2024-01-01T10:00:00Z', 'yesterday', '2024-13-01'],
    numericFormat: [',.2f', '$,.0f', '.0%', 's', '*>8,.1f', 'percents', '', '%%', 'x<'],
    timeFormat: ['%Y-%m-%d', 'Week %V', '100%% %Y', 'Y-m-d', '%', '%?', '%%'],
    namedFormat: ['percent_2', 'abbr', 'percent_22', 'short'],
  };
  it('has patterns that agree with the checks of formats', () => {
    for (const [format, all] of Object.entries(texts))
      for (const text of all) {
        const matches = new RegExp(formatPatterns[format as Format], 'u').test(text);
        assert.equal(matches, matchesFormat(format as Format, text), `${format} ${JSON.stringify(text)}`);
      }
  });
});
