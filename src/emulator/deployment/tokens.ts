/** The tokens a deployment signs: JSON Web Tokens (HS256) that carry its id. */

import { sign, verify } from 'hono/jwt';
import type { DeploymentRecord } from '../records/platformRecord.ts';

type Issuer = Pick<DeploymentRecord, 'id' | 'tokenSecret'>;

export function signToken({ id, tokenSecret }: Issuer, claims: object): Promise<string> {
  return sign({ deploymentId: id, ...claims }, tokenSecret, 'HS256');
}

/**
 * The claims of a token that this deployment signed; undefined for any other text. The caller checks the expiry, because the
 * emulator's clock can be ahead of the machine's.
 */
export async function readToken(
  { id, tokenSecret }: Issuer,
  token: string,
): Promise<Record<string, unknown> | undefined> {
  try {
    const claims = await verify(token, tokenSecret, { alg: 'HS256', exp: false, nbf: false, iat: false });
    return claims.deploymentId === id ? claims : undefined;
  } catch {
    return undefined;
  }
}
