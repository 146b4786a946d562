/** Attributes of users and their values. Spec: group G, “Users and attributes”. */

import type { AttributeType } from '../../../contract/users/userAttributes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AttributeRecord, AttributeValueRecord } from '../../records/directoryRecord.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';
import { requireUser } from './userChanges.ts';

type UserAttributeHandlers = Pick<
  Handlers,
  | 'listUserAttributes'
  | 'createUserAttribute'
  | 'updateUserAttribute'
  | 'listUserAttributeValues'
  | 'setUserAttributeValue'
>;

const isOfType: Record<AttributeType, (value: unknown) => boolean> = {
  string: isText,
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  string_array: (value) => Array.isArray(value) && value.every(isText),
  number_array: (value) => Array.isArray(value) && value.every(isNumber),
};

export const userAttributeHandlers: UserAttributeHandlers = {
  listUserAttributes: ({ platform, query }) => {
    const all = platform.record.directory.attributes;
    const found = all.filter(({ type }) => query.type === undefined || type === query.type);
    return cursorPage(found, query, ({ id }) => id);
  },

  createUserAttribute: async ({ platform, body }) => {
    const { directory } = platform.record;
    const { name, type, displayName = null, description = null } = body;
    assertNameFree(platform, name);
    const createdAt = platform.now.toISOString();
    const attribute = { id: directory.nextId++, name, type, displayName, description, createdAt };
    directory.attributes.push(attribute);
    await platform.save();
    return attribute;
  },

  updateUserAttribute: async ({ platform, params, body }) => {
    const attribute = requireAttribute(platform, params.id);
    if (body.name !== undefined) assertNameFree(platform, body.name, attribute);
    attribute.name = body.name ?? attribute.name;
    if (body.displayName !== undefined) attribute.displayName = body.displayName;
    if (body.description !== undefined) attribute.description = body.description;
    await platform.save();
    return attribute;
  },

  listUserAttributeValues: ({ platform, caller, params: { userId } }) => {
    if (!caller.user.admin && caller.user.id !== userId) {
      throw new HttpFailure(403, 'The attribute values of other users are for administrators');
    }
    requireUser(platform, userId);
    const values = platform.record.directory.attributeValues.filter((value) => value.userId === userId);
    return cursorPage(
      values.map((value) => toValue(platform, value)),
      {},
    );
  },

  setUserAttributeValue: async ({ platform, body: { userId, attributeId, value } }) => {
    const { attributeValues } = platform.record.directory;
    const { name, type } = requireAttribute(platform, attributeId);
    requireUser(platform, userId);
    if (!isOfType[type](value)) throw new HttpFailure(400, `value: the attribute '${name}' has the type ${type}`);
    let entry = attributeValues.find((known) => known.userId === userId && known.attributeId === attributeId);
    if (entry) entry.value = value;
    else {
      entry = { userId, attributeId, value };
      attributeValues.push(entry);
    }
    await platform.save();
    return toValue(platform, entry);
  },
};

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function toValue(platform: Platform, { userId, attributeId, value }: AttributeValueRecord) {
  const { name, type } = requireAttribute(platform, attributeId);
  return { userId, attributeId, name, type, value };
}

/** @throws HttpFailure 404 */
function requireAttribute({ record }: Platform, id: number): AttributeRecord {
  const attribute = record.directory.attributes.find((entry) => entry.id === id);
  if (!attribute) throw new HttpFailure(404, `User attribute ${id} not found`);
  return attribute;
}

/** @throws HttpFailure 409 */
function assertNameFree({ record }: Platform, name: string, except?: AttributeRecord): void {
  const taken = record.directory.attributes.some((entry) => entry !== except && entry.name === name);
  if (taken) throw new HttpFailure(409, `name: another attribute is named '${name}'`);
}
