/** Attributes of users, which data models read from the security context, and their values. Spec: group G. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { cursorPaging, listResponse, Timestamp, wholeNumber } from '../definition/shapes.ts';

const id = z.union([z.number(), z.string()]);
const text = z.nullish(z.string());

const attributeType = z.enum(['string', 'number', 'boolean', 'string_array', 'number_array']);
export type AttributeType = z.output<typeof attributeType>;

const UserAttribute = z.looseObject({
  id,
  name: z.string(),
  /** `string`, `number`, `boolean`, `string_array`, `number_array`. */
  type: z.string(),
  displayName: text,
  description: text,
  createdAt: z.nullish(Timestamp),
});

const shortText = z.string().check(z.maxLength(255));
const UserAttributeUpdateInput = z.partial(
  z.strictObject({
    name: shortText.check(z.minLength(1)),
    displayName: z.nullable(shortText),
    description: z.nullable(shortText),
  }),
);
const UserAttributeCreateInput = z.extend(UserAttributeUpdateInput, {
  name: shortText.check(z.minLength(1)),
  type: attributeType,
});

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.array(z.number())]);
const UserAttributeValue = z.looseObject({ userId: id, attributeId: id, name: text, type: text, value: z.unknown() });
const UserAttributeValueCreateInput = z.strictObject({ userId: z.int(), attributeId: z.int(), value });

/** By the names of the specification, for the OpenAPI document. */
export const userAttributeSchemas = {
  UserAttribute,
  UserAttributeCreateInput,
  UserAttributeUpdateInput,
  UserAttributeValue,
  UserAttributeValueCreateInput,
};

const attributes = '/api/v1/user-attributes/';
const values = '/api/v1/user-attribute-values/';
const taken = { status: 409, when: 'another attribute has this name' };

export const userAttributeOperations = {
  listUserAttributes: operation({
    id: 'listUserAttributes',
    group: 'G',
    method: 'GET',
    path: attributes,
    summary: 'List the attributes that users can have',
    query: z.strictObject({ ...cursorPaging, type: z.optional(attributeType) }),
    response: listResponse(UserAttribute),
    list: { item: UserAttribute, paging: ['cursor'] },
  }),
  createUserAttribute: operation({
    id: 'createUserAttribute',
    group: 'G',
    method: 'POST',
    changes: 'resource',
    path: attributes,
    summary: 'Create an attribute of users',
    body: UserAttributeCreateInput,
    response: UserAttribute,
    access: 'admin',
    failures: [taken],
  }),
  updateUserAttribute: operation({
    id: 'updateUserAttribute',
    group: 'G',
    method: 'PUT',
    changes: 'resource',
    path: `${attributes}{id}`,
    summary: 'Change the name or the texts of an attribute; the type stays',
    params: z.strictObject({ id: wholeNumber }),
    body: UserAttributeUpdateInput,
    response: UserAttribute,
    access: 'admin',
    idempotent: true,
    failures: [taken, { status: 404, when: 'the attribute is unknown' }],
  }),
  listUserAttributeValues: operation({
    id: 'listUserAttributeValues',
    group: 'G',
    method: 'GET',
    path: `${values}{userId}`,
    summary: 'List the values of a user’s attributes: of the caller, or for administrators of each user',
    params: z.strictObject({ userId: wholeNumber }),
    response: listResponse(UserAttributeValue),
    list: { item: UserAttributeValue, paging: [] },
    failures: [
      { status: 403, when: 'the values of another user are read without the admin role' },
      { status: 404, when: 'the user is unknown' },
    ],
  }),
  setUserAttributeValue: operation({
    id: 'setUserAttributeValue',
    group: 'G',
    method: 'POST',
    changes: 'resource',
    path: values,
    summary: 'Set the value of an attribute of a user',
    body: UserAttributeValueCreateInput,
    response: UserAttributeValue,
    access: 'admin',
    idempotent: true,
    failures: [
      { status: 400, when: 'the value is not of the attribute’s type' },
      { status: 404, when: 'the user or the attribute is unknown' },
    ],
  }),
};
