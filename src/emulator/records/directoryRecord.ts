/** The saved state of what belongs to the account's users. */

import { randomBytes } from 'node:crypto';
import * as z from 'zod';

/** Every field has a default, so that states of older versions can be read. */
export const DirectoryRecord = z.object({
  /** The highest id of a deleted user: no other user may get it. */
  lastDeletedUserId: z.number().default(0),
  /** Signs the tokens of the account. */
  tokenSecret: z.string().default(() => randomBytes(32).toString('hex')),
});
