/** The tokens a deployment signs: JSON Web Tokens (HS256) that carry its id. */

import { sign, verify } from 'hono/jwt';
import type { DeploymentRecord } from '../records/platformRecord.ts';
import type { Services } from './services.ts';

type Issuer = Pick<DeploymentRecord, 'id' | 'tokenSecret'>;

export function signToken({ id, tokenSecret }: Issuer, claims: object): Promise<string> {
  return sign({ deploymentId: id, ...claims }, tokenSecret, 'HS256');
}

/** A short-lived token for the data API of one branch. */
export function signDataToken(
  { record, services }: { record: Issuer; services: Pick<Services, 'clock'> },
  branchName: string,
  securityContext: object,
  lifetimeMs: number,
): Promise<string> {
  const now = services.clock();
  const [iat, exp] = [now, now + lifetimeMs].map((ms) => Math.floor(ms / 1000));
  return signToken(record, { branchName, securityContext, iat, exp });
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
