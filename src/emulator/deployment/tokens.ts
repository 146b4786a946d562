/** Signed tokens (JSON Web Tokens, HS256) as the emulator issues and reads them. Knows nothing of what their claims mean. */

import { createHmac, timingSafeEqual } from 'node:crypto';

export function signJwt(claims: object, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${signature(content, secret)}`;
}

/** The claims of a token that was signed with `secret`; undefined for any other text. Whether it has expired is not looked at. */
export function readJwt(token: string, secret: string): Record<string, unknown> | undefined {
  const [header, payload, given, ...rest] = token.split('.');
  if (header === undefined || payload === undefined || given === undefined || rest.length > 0) return undefined;
  const expected = Buffer.from(signature(`${header}.${payload}`, secret));
  const actual = Buffer.from(given);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}

function signature(content: string, secret: string): string {
  return createHmac('sha256', secret).update(content).digest('base64url');
}
