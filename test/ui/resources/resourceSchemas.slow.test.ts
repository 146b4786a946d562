import assert from 'node:assert/strict';
import { getLanguageService, type SchemaRequestService, TextDocument } from 'vscode-json-languageservice';
import { openApiDocument } from '../../../src/contract/openApi.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { findRoute, readApiDocument } from '../../../src/platform/api/openApi.ts';
import { newRequestText, requestSchema } from '../../../src/platform/api/requestDocument.ts';
import { resourceSchema } from '../../../src/platform/api/resource.ts';
import { ResourceAccess } from '../../../src/platform/api/resourceAccess.ts';
import { resourceKinds } from '../../../src/ui/resources/resourceKinds.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { clientOf, closeAll } from '../../platform/clientUnderTest.ts';
import { firstPage } from '../../platform/firstPage.ts';

const api = readApiDocument(openApiDocument());
const kindOf = (id: string) => resourceKinds.find((kind) => kind.id === id)!;

/** The messages of the editor's JSON support about a document with a schema. `|` in the text is the position of the cursor. */
function jsonEditor(schema: object, text: string) {
  const uri = 'datamodelresource://kind/document.json';
  const schemaRequestService: SchemaRequestService = async () => JSON.stringify(schema);
  const service = getLanguageService({ schemaRequestService });
  service.configure({ validate: true, schemas: [{ uri: 'data-model://schema/kind.json', fileMatch: [uri] }] });
  const offset = text.indexOf('|');
  const document = TextDocument.create(uri, 'json', 1, offset < 0 ? text : text.replace('|', ''));
  const parsed = service.parseJSONDocument(document);
  const position = document.positionAt(offset);
  return {
    offered: async () => (await service.doComplete(document, position, parsed))!.items.map(({ label }) => label).sort(),
    /** Without the escapes of Markdown. */
    hover: async () => [(await service.doHover(document, position, parsed))?.contents].join('').replaceAll('\\', ''),
    problems: async () => (await service.doValidation(document, parsed)).map(({ message }) => String(message)),
  };
}

/** By kind: the properties that a user may write, a text with a cursor and what is offered there, and a text with a wrong type. */
const expectations: Record<string, { keys: string[]; at?: [string, string[]][]; wrong: string }> = {
  'deployment-settings': {
    keys: [
      'cloudProvider',
      'creationMethod',
      'defaultLaunchpadViewGroup',
      'deployMode',
      'launchpadTabs',
      'region',
      'releaseChannel',
      'releaseChannelVersion',
      'releaseChannelVersionHold',
      'template',
      'templateVariables',
    ],
    at: [
      ['{ "deployMode": | }', ['"cli"', '"git"']],
      ['{ "cloudProvider": "|" }', ['"aws"', '"gcp"', '"svccloud"']],
      ['{ "releaseChannelVersionHold": | }', ['false', 'true']],
    ],
    wrong: '{ "launchpadTabs": "home" }',
  },
  reports: {
    keys: ['folderId', 'name', 'shared', 'snapshot', 'title'],
    at: [['{ "shared": | }', ['false', 'true']]],
    wrong: '{ "folderId": "7" }',
  },
  'workbook-access': {
    keys: ['allEmbedUsers', 'tenants'],
    at: [
      ['{ "allEmbedUsers": { "action": | } }', ['"none"', '"read"']],
      ['{ "tenants": [{ | }] }', ['action', 'embedTenantName']],
    ],
    wrong: '{ "allEmbedUsers": { "action": "write" } }',
  },
  'metric-view-integrations': {
    keys: ['catalog', 'expectedConfigurationVersion', 'schema'],
    wrong: '{ "catalog": 1 }',
  },
  'my-settings': {
    keys: ['defaultDeploymentId', 'lastSeenChangelogId', 'locale', 'sheets', 'theme'],
    wrong: '{ "theme": true }',
  },
  'tenant-settings': {
    keys: ['databricksMetricViewsEnabled', 'defaultDeploymentId', 'name'],
    at: [['{ "databricksMetricViewsEnabled": | }', ['false', 'true']]],
    wrong: '{ "databricksMetricViewsEnabled": "yes" }',
  },
  users: {
    keys: ['email', 'firstName', 'lastName', 'role', 'username'],
    at: [['{ "role": "|" }', ['"admin"', '"developer"', '"viewer"']]],
    wrong: '{ "role": "owner" }',
  },
  'user-attributes': { keys: ['description', 'displayName', 'name'], wrong: '{ "name": 1 }' },
  'user-attribute-values': { keys: ['attributeId', 'userId', 'value'], wrong: '{ "value": { "a": 1 } }' },
  'embed-groups': { keys: ['description', 'name'], wrong: '{ "name": [] }' },
  'oauth-integrations': {
    keys: ['authorizationUrl', 'clientId', 'clientSecret', 'name', 'scopes', 'tokenUrl'],
    wrong: '{ "scopes": "openid" }',
  },
  'oidc-token-configs': { keys: ['audience', 'issuer', 'name'], wrong: '{ "issuer": "example.com" }' },
};

describe('the JSON support of the editor', () => {
  it('has an expectation for each kind of resource', () => {
    assert.deepEqual(
      Object.keys(expectations),
      resourceKinds.map(({ id }) => id),
    );
  });

  for (const { id, write } of resourceKinds) {
    const schema = resourceSchema(findRoute(api, `${write.method} ${write.path}`)!, api);
    const { keys, at = [], wrong } = expectations[id]!;

    it(`offers what can be written, and marks a wrong value: ${id}`, async () => {
      assert.deepEqual(await jsonEditor(schema, '{ | }').offered(), keys);
      for (const [text, values] of at) assert.deepEqual(await jsonEditor(schema, text).offered(), values, text);
      assert.equal((await jsonEditor(schema, wrong).problems()).length, 1, wrong);
    });

    it(`says on a property that it is read-only: ${id}`, async () => {
      assert.match(await jsonEditor(schema, '{ "created|Somewhere": 1 }').hover(), /Read-only/);
      assert.doesNotMatch(await jsonEditor(schema, `{ "${keys[0]!}|": 1 }`).hover(), /Read-only/);
    });
  }

  it('finds no problem in a resource as the platform answers it', async () => {
    const emulator: RunningEmulator = await startTestEmulator({ buildMs: 0 });
    try {
      const client = clientOf(emulator.url, { credential: { token: emulator.adminApiKey } });
      const access = new ResourceAccess({ writer: client, admin: client }, api);
      const deployment = String(emulator.deploymentId);
      const me = String((await client.call(operations.getMe, {})).id);
      const [tenant] = (await firstPage(access.pages(operations.listEmbedTenants, [], {}))).items as { name: string }[];
      const inTenant = { embedTenantName: tenant!.name };
      const group = await client.call(operations.createEmbedGroup, { params: inTenant, body: { name: 'buyers' } });
      const workbooks = await firstPage(
        access.pages(operations.listEmbedTenantWorkbooks, [deployment, tenant!.name], {}),
      );
      const [workbook] = workbooks.items as { id: number }[];
      const region = { name: 'region', type: 'string' } as const;
      const attribute = await client.call(operations.createUserAttribute, { body: region });
      const value = { userId: Number(me), attributeId: Number(attribute.id), value: 'north' };
      await client.call(operations.setUserAttributeValue, { body: value });
      const oauth = { name: 'x', clientId: 'x', clientSecret: 'x' };
      const oidc = { name: 'x', issuer: 'https://example.com', audience: 'x' };
      const report = { params: { deploymentId: deployment, publicId: 'sales' }, body: { name: 'Sales' } };
      await client.call(operations.upsertReport, report);
      const addresses: Record<string, string[]> = {
        'deployment-settings': [deployment],
        reports: [deployment, 'sales'],
        'workbook-access': [deployment, String(workbook!.id)],
        'my-settings': [],
        'tenant-settings': [],
        users: [me],
        'user-attributes': [String(attribute.id)],
        'user-attribute-values': [me, String(attribute.id)],
        'embed-groups': [tenant!.name, String(group.id)],
        'oauth-integrations': [String((await client.call(operations.createOauthIntegration, { body: oauth })).id)],
        'oidc-token-configs': [String((await client.call(operations.createOidcTokenConfig, { body: oidc })).id)],
      };
      for (const [id, values] of Object.entries(addresses)) {
        const { write, ...kind } = kindOf(id);
        const resource = await access.read({ write, ...kind }, values);
        const schema = resourceSchema(findRoute(api, `${write.method} ${write.path}`)!, api);
        const problems = await jsonEditor(schema, JSON.stringify(resource.value)).problems();
        assert.deepEqual(problems, [], `${id}: ${JSON.stringify(resource.value)}`);
      }
    } finally {
      await closeAll();
      await emulator.close();
    }
  });

  describe('in an API request', () => {
    const operationOf = (id: string) => api.operations.find((each) => each.id === id)!;
    const editor = (id: string, text: string) => jsonEditor(requestSchema(operationOf(id), api), text);

    it('offers operations, parameters and properties of the body', async () => {
      assert.ok((await editor('updateUser', '{ "operation": "|" }').offered()).includes('"updateUser"'));
      assert.deepEqual(await editor('updateUser', '{ "body": { | } }').offered(), expectations.users!.keys);
      assert.deepEqual(await editor('updateUser', '{ "body": { "role": | } }').offered(), [
        '"admin"',
        '"developer"',
        '"viewer"',
      ]);
      assert.ok((await editor('listReports', '{ "parameters": { | } }').offered()).includes('deploymentId'));
    });

    it('shows what the operation and its parameters are', async () => {
      const text = '{ "operat|ion": "listReports" }';
      assert.ok((await editor('listReports', text).hover()).includes(operationOf('listReports').summary!));
      assert.match(
        await editor('listReports', '{ "parameters": { "deployment|Id": "1" } }').hover(),
        /Part of the path/,
      );
      assert.match(await editor('listReports', '{ "parameters": { "fir|st": 1 } }').hover(), /Query parameter/);
    });

    it('marks a wrong type, an unknown parameter and a missing body', async () => {
      const start = '"operation": "updateUser", "parameters": { "id": 1';
      assert.deepEqual(await editor('updateUser', `{ ${start} }, "body": { "role": "admin" } }`).problems(), []);
      for (const wrong of [` }, "body": { "role": "owner" }`, `, "other": 1 }, "body": {}`, ' }'])
        assert.equal((await editor('updateUser', `{ ${start}${wrong} }`).problems()).length, 1, wrong);
    });

    it('finds in a new request only what the user has to fill in', async () => {
      for (const operation of api.operations) {
        const known = { schema: 'x:/y', platform: 'emulator', parameters: { deploymentId: '1' } };
        const text = newRequestText(operation, api, known);
        const problems = await jsonEditor(requestSchema(operation, api), text).problems();
        const unexpected = problems.filter((each) => !/shorter than|pattern|too few items|fewer/.test(each));
        assert.deepEqual(unexpected, [], `${operation.id}: ${text}`);
      }
    });
  });
});
