/** The saved state of sign-ins: codes that wait for the user's decision, and tokens. Secrets are stored as their hashes. */

import * as z from 'zod';

/** A device code and what the user decided. Times in milliseconds since the epoch, of the platform's clock. */
const Authorization = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  clientId: z.string(),
  expiresAt: z.number(),
  intervalMs: z.number(),
  polledAt: z.number().nullable(),
  decision: z.union([z.literal('denied'), z.object({ userId: z.number() })]).nullable(),
});
export type AuthorizationRecord = z.output<typeof Authorization>;

/** One credential: it stays the same when its tokens are refreshed. */
const SignedIn = z.object({
  /** Differs from the ids of all other credentials. */
  id: z.number(),
  userId: z.number(),
  clientId: z.string(),
  /** The part that all refresh tokens of this credential have in common, and the part of the valid one. */
  refresh: z.object({ family: z.string(), current: z.string() }),
  refreshedAt: z.number(),
  access: z.array(z.object({ token: z.string(), expiresAt: z.number() })),
});
export type SignedInRecord = z.output<typeof SignedIn>;

export const SignInRecord = z.object({ authorizations: z.array(Authorization), signedIn: z.array(SignedIn) });

export function emptySignInRecord(): z.output<typeof SignInRecord> {
  return { authorizations: [], signedIn: [] };
}
