/** The `Authorization` header of a credential. Spec: “Authentication” 1–2. */

import { inputErrors } from './inputErrors.ts';

type CredentialScheme = 'bearer' | 'api-key';

export interface Credential {
  token: string;
  /** Default: `api-key` for keys that start with `sk-`, `bearer` for everything else. */
  scheme?: CredentialScheme | undefined;
}

/** A credential without its secret. */
export interface CredentialInfo {
  kind: CredentialScheme | 'sign-in';
  /** Milliseconds since the epoch; undefined if it is not known. */
  expiresAt: number | undefined;
}

/** A credential that is replaced while it is in use: the access token of a sign-in, a token of the data API. */
export interface RenewableCredential {
  /** The value to send now; it is replaced first if it expires soon. @throws UserError, CancelledError */
  current(signal?: AbortSignal): Promise<Credential | BareToken>;
  /** When the current credential expires, in milliseconds since the epoch. Sends nothing. @throws UserError, CancelledError */
  expiresAt(signal?: AbortSignal): Promise<number>;
  /** The credential after the one that the platform has refused. @throws UserError when the user must sign in again; CancelledError */
  renew(refused: Pick<Credential, 'token'>, signal?: AbortSignal): Promise<Credential | BareToken>;
}

/** A token that is sent without a scheme, as the data API expects it. Notes: Credentials. */
export interface BareToken {
  token: string;
  scheme: 'none';
}

/** A key as a user enters it. `Bearer KEY` and `Api-Key KEY` force that scheme. */
export function readCredential(text: string): Credential {
  const [, scheme, token] = /^(bearer|api-key)\s+(.+)$/is.exec(text.trim()) ?? [];
  return token === undefined ? { token: text.trim() } : { token, scheme: scheme?.toLowerCase() as CredentialScheme };
}

export function schemeOf({ token, scheme }: Credential): CredentialScheme {
  return scheme ?? (token.startsWith('sk-') ? 'api-key' : 'bearer');
}

/** @throws UserError, without the token in it, when a header cannot carry the token. */
export function authorizationOf(credential: Credential | BareToken): string {
  const { token } = credential;
  if (!/^[\x21-\x7e]+$/.test(token)) throw inputErrors.error('unusable-key');
  if (credential.scheme === 'none') return token;
  return schemeOf(credential) === 'api-key' ? `Api-Key ${token}` : `Bearer ${token}`;
}

/** The expiry that a token states, as a JSON Web Token does, in milliseconds since the epoch. Its signature is not verified. */
export function expiryOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const exp = (claims as { exp?: unknown } | null)?.exp;
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
