import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod/mini';
import type { Operation } from '../../../src/contract/definition/operation.ts';
import { openApiDocument } from '../../../src/contract/openApi.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { findRoute, readApiDocument } from '../../../src/platform/api/openApi.ts';
import { bodyProperties, changeBody } from '../../../src/platform/api/resource.ts';
import { ResourceAccess } from '../../../src/platform/api/resourceAccess.ts';
import { resourceScheme } from '../../../src/ui/manifest/ids.ts';
import { type ResourceList, resourceKinds } from '../../../src/ui/resources/resourceKinds.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { clientOf, closeAll } from '../../platform/clientUnderTest.ts';
import { firstPage } from '../../platform/firstPage.ts';
import { repository } from '../../vscode/locations.ts';

describe('the kinds of resources', () => {
  const api = readApiDocument(openApiDocument());

  it('have a schema for the editor each', () => {
    const { contributes } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
      contributes: { jsonValidation: { fileMatch: string; url: string }[] };
    };
    assert.deepEqual(
      contributes.jsonValidation,
      resourceKinds.flatMap(({ id, create }) =>
        ['', ...(create ? ['new/'] : [])].map((folder) => ({
          fileMatch: `${resourceScheme}://${id}/${folder}*.json`,
          url: `data-model://resource-schema/${folder}${id}.json`,
        })),
      ),
    );
  });

  for (const { id, list, read, write, create, key, label } of resourceKinds) {
    it(`${id}: its routes exist, and its write says what it accepts`, () => {
      const routeOf = ({ method, path: address }: Operation) => `${method} ${address}`;
      for (const each of [list, read]) if (each) assert.ok(findRoute(api, routeOf(each)), each.id);
      const operation = findRoute(api, routeOf(write));
      assert.ok(operation, write.id);
      assert.ok(bodyProperties(operation), 'the body is an object with known properties');
      const creating = create && findRoute(api, routeOf(create));
      assert.ok(!create || (creating && bodyProperties(creating)), 'a new one is an object with known properties');
      assert.ok(list === undefined || (key !== undefined && label !== undefined));
    });
  }

  describe('of the emulator', () => {
    let emulator: RunningEmulator;
    before(async () => {
      emulator = await startTestEmulator({ buildMs: 0 });
    });
    after(async () => {
      await closeAll();
      await emulator.close();
    });
    const accessAs = (key: string) => {
      const client = clientOf(emulator.url, { credential: { token: key } });
      return new ResourceAccess({ writer: client, admin: client }, api);
    };
    const kindOf = (id: string) => resourceKinds.find((kind) => kind.id === id)!;
    const firstKey = async (access: ResourceAccess, { list, key }: ResourceList, keys: string[]) => {
      const { items } = await firstPage(access.pages(list, keys, {}));
      return String((items[0] as Record<string, unknown>)[key]);
    };

    it('the embed access of a workbook is found through a tenant, and changed', async () => {
      const kind = kindOf('workbook-access');
      const access = accessAs(emulator.adminApiKey);
      const tenant = await firstKey(access, kind.within!, []);
      const keys = [String(emulator.deploymentId), tenant];
      const workbook = await firstKey(access, kind as ResourceList, keys);
      const values = kind.path!([...keys, workbook]);
      await access.write(kind.write, values, { allEmbedUsers: { action: 'none' } });
      assert.deepEqual((await access.read(kind, values)).value.allEmbedUsers, { action: 'none' });
    });

    it('the value of a user’s attribute is found by the user, and changed', async () => {
      const kind = kindOf('user-attribute-values');
      const access = accessAs(emulator.adminApiKey);
      const client = clientOf(emulator.url, { credential: { token: emulator.adminApiKey } });
      const attribute = await client.call(operations.createUserAttribute, { body: { name: 'region', type: 'string' } });
      const me = await client.call(operations.getMe, {});
      const ids = { userId: Number(me.id), attributeId: Number(attribute.id) };
      await client.call(operations.setUserAttributeValue, { body: { ...ids, value: 'north' } });
      const values = [String(me.id), await firstKey(access, kind as ResourceList, [String(me.id)])];
      const { value } = await access.read(kind, values);
      assert.deepEqual([value.name, value.value], ['region', 'north']);
      const accepted = bodyProperties(findRoute(api, `${kind.write.method} ${kind.write.path}`)!)!;
      const change = changeBody(value, { ...value, value: 'south' }, accepted)!;
      assert.deepEqual(change, { ...ids, value: 'south' }, 'the request names the user and the attribute');
      await access.write(kind.write, values, change);
      assert.equal((await access.read(kind, values)).value.value, 'south');
    });

    it('an embed group is read and changed by its number', async () => {
      const kind = kindOf('embed-groups');
      const access = accessAs(emulator.adminApiKey);
      const tenant = await firstKey(access, kind.within!, []);
      const client = clientOf(emulator.url, { credential: { token: emulator.adminApiKey } });
      const params = { embedTenantName: tenant };
      const { id } = await client.call(operations.createEmbedGroup, { params, body: { name: 'buyers' } });
      await access.write(kind.write, [tenant, String(id)], { name: 'sellers' });
      assert.equal((await access.read(kind, [tenant, String(id)])).value.name, 'sellers');
    });

    it('a metric view integration repeats the version that was read', async () => {
      const kind = kindOf('metric-view-integrations');
      const accepted = bodyProperties(findRoute(api, `${kind.write.method} ${kind.write.path}`)!)!;
      assert.ok(Object.hasOwn(accepted.schema, kind.version!.sent));
      assert.ok(Object.hasOwn((kind.read!.response as z.ZodMiniObject).shape, kind.version!.read));
    });
  });
});
