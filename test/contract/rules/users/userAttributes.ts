/** Rules of the contract: attributes of users and their values. Spec: group G, “Users and attributes”, Authentication 4. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type AnyOperation, type Platform, platformUnderTest } from '../../platformUnderTest.ts';

const samples = {
  string: ['north', ''],
  number: [7, -0.5],
  boolean: [true, false],
  string_array: [['a', 'b'], []],
  number_array: [[1, 2.5], []],
} as const;
type Type = keyof typeof samples;
const types = Object.keys(samples) as Type[];

export function userAttributeRules(): void {
  describe('group G: user attributes', () => {
    let platform: Platform;
    const ids = {} as Record<Type, number>;
    let userId: number;
    before(async () => {
      platform = await platformUnderTest();
      userId = (await platform.call(operations.getMe, {}, 'colleague')).id as number;
      for (const type of types) ids[type] = (await create(`a ${type}`, type)).id as number;
    });
    const create = (name: string, type: Type) =>
      platform.call(operations.createUserAttribute, { body: { name, type } }, 'admin');
    const set = (type: Type, value: unknown) =>
      platform.call(
        operations.setUserAttributeValue,
        { body: { userId, attributeId: ids[type], value } } as never,
        'admin',
      );
    const values = async () => {
      const listed = await platform.listAll(operations.listUserAttributeValues, { params: { userId } }, 'colleague');
      return Object.fromEntries(listed.map(({ type, value }) => [type, value]));
    };
    const admin = { caller: 'admin' } as const;

    it('G: the list has a type filter and pages', async () => {
      const all = await platform.listAll(operations.listUserAttributes, { query: { first: 2 } });
      assert.deepEqual(new Set(all.map(({ type }) => type)), new Set(types));
      for (const type of types) {
        const { items, data } = await platform.call(operations.listUserAttributes, { query: { type } });
        assert.ok(items!.length > 0 && items!.every((attribute) => attribute.type === type));
        assert.deepEqual(data, items);
      }
      const { status } = await platform.sendRaw(operations.listUserAttributes, { query: { type: 'date' } });
      assert.equal(status, 400);
    });

    it('G: a value of each type is set, read by the user, and set again', async () => {
      for (const place of [0, 1]) {
        for (const type of types) assert.deepEqual((await set(type, samples[type][place])).value, samples[type][place]);
        const expected = Object.fromEntries(types.map((type) => [type, samples[type][place]]));
        assert.deepEqual(await values(), expected);
      }
      await platform.call(operations.listUserAttributeValues, { params: { userId } }, 'admin');
    });

    it('G: a value of another type is refused, and the old one stays', async () => {
      const when = 'the value is not of the attribute’s type';
      for (const type of types) {
        await set(type, samples[type][0]);
        for (const other of types) {
          if (other === type) continue;
          const body = { userId, attributeId: ids[type], value: samples[other][0] };
          await platform.assertRefused(operations.setUserAttributeValue, when, { body }, admin);
        }
        assert.deepEqual((await values())[type], samples[type][0]);
      }
    });

    it('G: an attribute is renamed and described; its type stays', async () => {
      const { id } = await create('before', 'string');
      const params = { id: id as number };
      const body = { name: 'after', description: 'What it is for' };
      const changed = await platform.call(operations.updateUserAttribute, { params, body }, 'admin');
      assert.deepEqual([changed.name, changed.description, changed.type], ['after', 'What it is for', 'string']);
      const retype = { params, body: { type: 'number' } };
      const key = `Bearer ${platform.keyOf('admin')}`;
      assert.equal((await platform.sendRaw(operations.updateUserAttribute, retype, key)).status, 400);
    });

    it('G: names are unique', async () => {
      const { id } = await create('taken', 'string');
      const other = await create('free', 'string');
      const when = 'another attribute has this name';
      const body = { name: 'taken', type: 'number' };
      await platform.assertRefused(operations.createUserAttribute, when, { body }, admin);
      const rename = { params: { id: other.id as number }, body: { name: 'taken' } };
      await platform.assertRefused(operations.updateUserAttribute, when, rename, admin);
      await platform.call(
        operations.updateUserAttribute,
        { params: { id: id as number }, body: { name: 'taken' } },
        'admin',
      );
    });

    it('Errors: an unknown attribute or user is not found', async () => {
      const unknown = 999_999;
      const change = { params: { id: unknown }, body: {} };
      await platform.assertRefused(operations.updateUserAttribute, 'the attribute is unknown', change, admin);
      const when = 'the user or the attribute is unknown';
      for (const body of [
        { userId: unknown, attributeId: ids.string, value: 'x' },
        { userId, attributeId: unknown, value: 'x' },
      ]) {
        await platform.assertRefused(operations.setUserAttributeValue, when, { body }, admin);
      }
      const read = { params: { userId: unknown } };
      await platform.assertRefused(operations.listUserAttributeValues, 'the user is unknown', read, admin);
    });

    it('Authentication 4: attributes and values are changed by administrators, and read of oneself', async () => {
      const driven: [AnyOperation, unknown][] = [
        [operations.createUserAttribute, { name: 'x', type: 'string' }],
        [operations.updateUserAttribute, { name: 'x' }],
        [operations.setUserAttributeValue, { userId, attributeId: ids.string, value: 'x' }],
      ];
      for (const [operation, body] of driven) {
        const { status } = await platform.sendRaw(operation, { params: { id: ids.string }, body });
        assert.equal(status, 403, operation.id);
      }
      const when = 'the values of another user are read without the admin role';
      await platform.assertRefused(operations.listUserAttributeValues, when, { params: { userId } });
    });
  });
}
