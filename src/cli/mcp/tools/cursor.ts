/** Reading a long list in pages. */

import { z } from 'zod';

export const cursorInput = {
  cursor: z
    .string()
    .regex(/^\d{1,7}$/)
    .optional()
    .describe('of the answer before, for the rest of its list'),
};

export function startOf(cursor: string | undefined): number {
  return cursor === undefined ? 0 : Number(cursor);
}
