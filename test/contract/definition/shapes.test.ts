import assert from 'node:assert/strict';
import type { Operation } from '../../../src/contract/definition/operation.ts';
import { readErrorText, readPage } from '../../../src/contract/definition/shapes.ts';
import { operations } from '../../../src/contract/operations.ts';

// Notes: Conventions.
describe('the two list envelopes', () => {
  it('prefer items and pageInfo to the deprecated data', () => {
    const page = readPage({ items: [1], pageInfo: { hasNextPage: true, endCursor: 'c' }, data: [], pagination: null });
    assert.deepEqual(page, { items: [1], endCursor: 'c', hasNextPage: true, total: undefined });
  });

  it('accept data as an array or as an object with the array under its key', () => {
    const pagination = { offset: 20, limit: 20, total: 23 };
    assert.deepEqual(readPage({ data: [1, 2, 3], pagination }), {
      items: [1, 2, 3],
      endCursor: undefined,
      hasNextPage: false,
      total: 23,
    });
    assert.deepEqual(readPage({ data: { things: [1] }, pagination: { ...pagination, offset: 0 } }, 'things'), {
      items: [1],
      endCursor: undefined,
      hasNextPage: true,
      total: 23,
    });
  });

  it('treat null as absent', () => {
    const page = readPage({ items: null, pageInfo: null, data: { things: [] }, pagination: null }, 'things');
    assert.deepEqual(page, { items: [], endCursor: undefined, hasNextPage: false, total: undefined });
  });

  it('have no page without a list', () => {
    for (const body of [undefined, null, 'x', 1, {}, { data: {} }, { data: { other: [] } }, { items: {} }]) {
      assert.equal(readPage(body, 'things'), undefined);
    }
  });
});

describe('readErrorText', () => {
  const bodies: [unknown, string | undefined][] = [
    [{ error: 'a' }, 'a'],
    [{ error: '', message: 'b' }, 'b'],
    [{ error: '  ', message: ['b', { message: 'c' }] }, 'b; c'],
    [{ error: { message: 'deep' } }, 'deep'],
    [{ message: { error: 'deeper' } }, 'deeper'],
    ['plain', 'plain'],
    [{ error: null, message: null }, undefined],
    [{}, undefined],
    [undefined, undefined],
    [[], undefined],
  ];
  for (const [body, text] of bodies) {
    it(`of ${JSON.stringify(body)} is ${JSON.stringify(text)}`, () => assert.equal(readErrorText(body), text));
  }
});

describe('the table of operations', () => {
  const table = Object.entries(operations) as [string, Operation][];

  it('has the operation id as key, and each method and path once', () => {
    for (const [key, { id }] of table) assert.equal(id, key);
    assert.equal(new Set(table.map(([, { method, path }]) => `${method} ${path}`)).size, table.length);
  });

  it('has a path parameter for each name in a path and no other', () => {
    for (const [id, { path, params }] of table) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      assert.deepEqual(Object.keys(params.shape).sort(), names.sort(), id);
    }
  });

  it('marks no state transition as idempotent', () => {
    const transitions = ['createDeployment', 'createBranch', 'deleteBranch', 'startDevMode', 'stopDevMode', 'commit'];
    for (const id of [...transitions, 'pull', 'merge', 'mergeToDefault', 'startUpload', 'finishUpload', 'putFiles']) {
      assert.equal((operations as Record<string, Operation>)[id]?.idempotent, false, id);
    }
    for (const [id, { method, idempotent }] of table) if (method === 'GET') assert.equal(idempotent, true, id);
  });

  it('says of each operation that changes the files of a branch, or an existing branch', () => {
    const root = '/build/api/v1/deployments/{deploymentId}/';
    const below = (part: RegExp) =>
      table
        .filter(
          ([, { method, path }]) => method !== 'GET' && path.startsWith(root) && part.test(path.slice(root.length)),
        )
        .map(([id]) => id);
    const changing = (changes: Operation['changes']) =>
      table.filter(([, each]) => each.changes === changes).map(([id]) => id);
    assert.deepEqual(changing('files'), below(/^data-model\//));
    // A new branch changes no other one, and the guard checks the dev-mode session before each write.
    const harmless = ['createBranch', 'startDevMode', 'stopDevMode'];
    const ofBranches = below(/^(branches|dev-mode|commit|pull|merge)/).filter((id) => !harmless.includes(id));
    assert.deepEqual(changing('branch').sort(), ofBranches.sort());
  });

  it('has no body for reads', () => {
    for (const [id, { method, body }] of table) {
      if (method === 'GET') assert.equal(body.safeParse({}).success, false, id);
    }
  });
});
