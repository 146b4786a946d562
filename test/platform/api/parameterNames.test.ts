import assert from 'node:assert/strict';
import { openApiDocument } from '../../../src/contract/openApi.ts';
import { operations } from '../../../src/contract/operations.ts';
import { readApiDocument } from '../../../src/platform/api/openApi.ts';
import { hasUncertainNames, tenantNames } from '../../../src/platform/api/parameterNames.ts';

const path = '/build/api/v1/deployments/{id}/data-model/validate';
const namesFor = (...listed: string[]) => {
  const parameters = listed.map((name) => ({ name, in: 'query' }));
  const api = readApiDocument({ paths: { [path]: { get: { parameters } } } });
  return Object.fromEntries(tenantNames(api, operations.validate));
};

// Spec: “Names of the selector parameters of validate: not shown”.
describe('names of query parameters', () => {
  it('are those of the platform’s document', () => {
    assert.deepEqual(namesFor('branch', 'dev_mode'), { branchName: 'branch', devMode: 'dev_mode' });
    assert.deepEqual(namesFor('branch_name', 'devMode'), { branchName: 'branch_name' });
    assert.deepEqual(namesFor('gitBranch', 'branch-name'), { branchName: 'branch-name' });
  });

  it('are ours where the document has them, or nothing like them', () => {
    assert.deepEqual(namesFor('branchName', 'branch', 'devMode'), {});
    assert.deepEqual(namesFor('unrelated'), {});
    assert.deepEqual(tenantNames(readApiDocument({ paths: { '/x': { get: {} } } }), operations.validate), new Map());
    const own = readApiDocument(openApiDocument());
    for (const operation of Object.values(operations)) assert.equal(tenantNames(own, operation).size, 0, operation.id);
  });

  it('are certain where the specification gives them', () => {
    assert.equal(hasUncertainNames({ first: 10, after: 'x', branchName: undefined }), false);
    assert.equal(hasUncertainNames(undefined), false);
    assert.equal(hasUncertainNames({ branchName: 'main' }), true);
  });
});
