/** The JSON Schemas of query and test documents, checked by a public validator. */

import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { querySchema, rulesSchema, testSchema } from '../../../src/model/schema/documentSchemas.ts';

const ajv = new Ajv({ strict: false });
const isQuery = ajv.compile(querySchema());
const isTest = ajv.compile(testSchema());
const isRules = ajv.compile(rulesSchema());

const queries = {
  valid: [
    'measures: [orders.count]',
    'measures: [orders.count]\nlimit: null\norder: { orders.count: asc }\nas: { tenant: a, groups: [b] }',
    'dimensions: [a.b]\norder: [[a.b, desc]]\nfilters: [{ or: [{ member: a.b, operator: in, values: [1, null] }] }]',
    'timeDimensions: [{ dimension: a.b, granularity: day, dateRange: [a, b], compareDateRange: [last week, [c, d]] }]',
    'order: [{ id: a.b.day, desc: true }]',
  ],
  invalid: [
    'measure: [orders.count]',
    'measures: orders.count',
    'measures: [orders]',
    'limit: 50001',
    'timeDimensions: [{ granularity: day }]',
    'filters: [{ member: a.b, operator: equal }]',
    'order: { a.b: down }',
    'as: { name: x }',
    '- a',
  ],
};

const tests = {
  valid: [
    'name: a\n    query: { measures: [orders.count] }\n    expect: { scalar: 1 }',
    'name: a\n    query: top.query.yml\n    expect: { rows: [{ a.b: 1 }], unordered: true }',
    'name: "{x}"\n    query: { measures: ["orders.{x}"], limit: "{n}" }\n    expect: { row_count: { min: 1 } }\n    each: [{ x: count, n: 1 }]',
    'name: a\n    query: a.query.yml\n    expect: { between: { a.b: [1, 2] }, not_null: [a.b.day], same_as: { dimensions: [a.b] } }',
  ],
  invalid: [
    'name: a\n    query: { measures: [orders.count] }',
    'query: a.query.yml\n    expect: { scalar: 1 }',
    'name: a\n    query: a.query.yml\n    expect: { scaler: 1 }',
    'name: a\n    query: a.query.yml\n    expect: { between: { a.b: [1] } }',
    'name: a\n    query: a.query.yml\n    expect: { unique: a.b }',
  ],
};

describe('JSON Schemas of documents', () => {
  it('are valid schemas', () => {
    for (const schema of [querySchema(), testSchema(), rulesSchema()])
      assert.ok(ajv.validateSchema(schema), ajv.errorsText(ajv.errors));
  });

  it('accept queries and refuse mistakes', () => {
    for (const text of queries.valid) assert.ok(isQuery(parse(text)), `${text}: ${ajv.errorsText(isQuery.errors)}`);
    for (const text of queries.invalid) assert.ok(!isQuery(parse(text)), text);
  });

  it('accept rules and refuse mistakes', () => {
    const valid = [
      'rules: {}',
      'rules: { missing-description: warning, naming: off }',
      'rules: { long-sql: { level: error, lines: 20 }, naming: { level: info, pattern: "^[a-z]" } }',
    ];
    const invalid = [
      'rule: {}',
      'rules: { missing-descriptions: warning }',
      'rules: { naming: loud }',
      'rules: { long-sql: { lines: 20 } }',
      'rules: { long-sql: { level: error, lines: many } }',
    ];
    for (const text of valid) assert.ok(isRules(parse(text)), `${text}: ${ajv.errorsText(isRules.errors)}`);
    for (const text of invalid) assert.ok(!isRules(parse(text)), text);
  });

  it('accept tests and refuse mistakes', () => {
    const of = (text: string) => parse(`tests:\n  - ${text}\n`) as unknown;
    for (const text of tests.valid) assert.ok(isTest(of(text)), `${text}: ${ajv.errorsText(isTest.errors)}`);
    for (const text of tests.invalid) assert.ok(!isTest(of(text)), text);
    assert.ok(!isTest({ cases: [] }));
  });
});
