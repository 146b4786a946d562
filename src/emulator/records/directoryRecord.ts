/** The saved state of what belongs to the account's users: attributes and their values. */

import { randomBytes } from 'node:crypto';
import * as z from 'zod';

const Attribute = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'string_array', 'number_array']),
  displayName: z.string().nullable(),
  description: z.string().nullable(),
  createdAt: z.string(),
});
export type AttributeRecord = z.output<typeof Attribute>;

const AttributeValue = z.object({ userId: z.number(), attributeId: z.number(), value: z.unknown() });
export type AttributeValueRecord = z.output<typeof AttributeValue>;

/** Every field has a default, so that states of older versions can be read. */
export const DirectoryRecord = z.object({
  attributes: z.array(Attribute).default([]),
  attributeValues: z.array(AttributeValue).default([]),
  /** The highest id of a deleted user: no other user may get it. */
  lastDeletedUserId: z.number().default(0),
  nextId: z.number().default(1),
  /** Signs the tokens of the account. */
  tokenSecret: z.string().default(() => randomBytes(32).toString('hex')),
});
