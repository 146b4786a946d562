import assert from 'node:assert/strict';
import { openApiDocument } from '../../../src/contract/openApi.ts';
import { findRoute, readApiDocument } from '../../../src/platform/api/openApi.ts';
import {
  bodyProperties,
  changeBody,
  namedProperty,
  readResourceText,
  resourceSchema,
} from '../../../src/platform/api/resource.ts';

const api = readApiDocument(openApiDocument());
const update = findRoute(api, 'PUT /api/v1/deployments/{}')!;

describe('a resource as a document', () => {
  const accepted = {
    schema: {
      name: { type: 'string' },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      tabs: { type: 'array' },
    },
    required: ['name'],
  };
  const base = { id: 1, name: 'a', note: 'x', tabs: ['t'] };

  it('finds its operations by method and path, whatever their parameters are called', () => {
    assert.equal(update.id, 'updateDeployment');
    assert.equal(findRoute(api, 'PUT /api/v1/deployments/{someId}/')?.id, 'updateDeployment');
    assert.equal(findRoute(api, 'PATCH /api/v1/deployments/{}'), undefined);
  });

  it('sends what changed, with what is always required', () => {
    assert.equal(changeBody(base, { ...base, tabs: ['t'] }, accepted), undefined);
    assert.deepEqual(changeBody(base, { ...base, tabs: [] }, accepted), { name: 'a', tabs: [] });
    assert.deepEqual(changeBody(base, { ...base, name: 'b' }, accepted), { name: 'b' });
  });

  it('sends the version that was read, or 0 to create the resource', () => {
    const versioned = { schema: { catalog: {}, expected: {} }, required: ['catalog', 'expected'] };
    const version = { read: 'version', sent: 'expected' };
    const created = changeBody({}, { catalog: 'a' }, versioned, version);
    assert.deepEqual(created, { catalog: 'a', expected: 0 });
    const old = { catalog: 'a', version: 3 };
    assert.deepEqual(changeBody(old, { ...old, catalog: 'b' }, versioned, version), { catalog: 'b', expected: 3 });
    assert.equal(changeBody(old, old, versioned, version), undefined);
  });

  it('clears a property that may be null by removing it, and refuses other removals', () => {
    const { note: _, ...withoutNote } = base;
    assert.deepEqual(changeBody(base, withoutNote, accepted), { name: 'a', note: null });
    const { tabs: __, ...withoutTabs } = base;
    assert.throws(() => changeBody(base, withoutTabs, accepted), { code: 'property-not-removable' });
  });

  it('refuses to change what the platform does not accept', () => {
    assert.throws(() => changeBody(base, { ...base, id: 2 }, accepted), { code: 'read-only-property' });
    const withProto = JSON.parse('{"id":1,"name":"a","note":"x","tabs":["t"],"__proto__":{"a":1}}');
    assert.throws(() => changeBody(base, withProto, accepted), { code: 'read-only-property' });
    for (const text of ['', '[]', 'null', '1', '{'])
      assert.throws(() => readResourceText(text), { code: 'not-a-resource' });
  });

  it('knows what the write of a deployment accepts', () => {
    const properties = bodyProperties(update)!;
    assert.ok('releaseChannel' in properties.schema && !('deployBranchName' in properties.schema));
    assert.deepEqual(properties.required, []);
    assert.ok('region' in (resourceSchema(update, api).properties as object));
  });

  it('places a server’s message on the property that it names', () => {
    assert.equal(namedProperty('name: too long', base), 'name');
    assert.equal(namedProperty('tabs.0: not a text', base), 'tabs');
    assert.equal(namedProperty('Region “x” is unknown', base), undefined);
  });
});
