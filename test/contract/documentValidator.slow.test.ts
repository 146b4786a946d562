/** Validators that are not ours read the API document. Spec: Versioning 1. */

import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { operations } from '../../src/contract/operations.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../emulator/emulatorUnderTest.ts';
import { type ApiDocument, DocumentSchemas } from './documentSchemas.ts';

describe('the API document that the emulator serves', () => {
  let under: EmulatorUnderTest;
  let document: ApiDocument;
  before(async () => {
    under = await emulatorUnderTest({ sample: false });
    const { url, apiKey } = under.emulator;
    const response = await fetch(`${url}/api/v1/spec`, { headers: { authorization: `Bearer ${apiKey}` } });
    document = (await response.json()) as ApiDocument;
  });
  after(() => under.close());

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(document);
    assert.deepEqual([valid, errors, validator.version], [true, undefined, '3.1']);
  });

  it('has schemas of JSON Schema 2020-12, without a keyword that is unknown', () => {
    const schemas = new DocumentSchemas(document);
    const pointers = schemas.pointers();
    assert.ok(pointers.length > Object.keys(operations).length);
    for (const pointer of pointers) schemas.compile(pointer);
  });
});
