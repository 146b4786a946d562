import assert from 'node:assert/strict';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { validInput } from './validInputs.ts';

describe('the valid inputs of the fault tests', () => {
  for (const { id, params, query, body } of Object.values(operations) as Operation[]) {
    it(`are accepted by ${id}`, () => {
      const input = validInput(id as keyof typeof operations, 1);
      assert.deepEqual(params.safeParse(input.params ?? {}).error?.issues ?? [], []);
      assert.deepEqual(query.safeParse(input.query ?? {}).error?.issues ?? [], []);
      assert.deepEqual(body.safeParse(input.body).error?.issues ?? [], []);
    });
  }
});
