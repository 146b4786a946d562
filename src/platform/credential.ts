/** How a credential travels: by scheme, chosen by the key's prefix unless forced. Spec: “Authentication” 1–2. */

import { UserError } from '../base/errors.ts';

export type CredentialScheme = 'bearer' | 'api-key';

export interface Credential {
  token: string;
  /** Default: `api-key` for keys that start with `sk-`, `bearer` for everything else. */
  scheme?: CredentialScheme | undefined;
}

/** A token that travels alone, as the data API takes it. Notes: Credentials. */
export interface BareToken {
  token: string;
  scheme: 'none';
}

export function schemeOf({ token, scheme }: Credential): CredentialScheme {
  return scheme ?? (token.startsWith('sk-') ? 'api-key' : 'bearer');
}

/** The `Authorization` header's value. Throws UserError, without the token in it, when no header can carry the token. */
export function authorizationOf(credential: Credential | BareToken): string {
  const { token } = credential;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UserError('The key is empty or holds blanks, line breaks or characters outside ASCII.', {
      action: 'Copy the key again, without anything around it.',
    });
  }
  if (credential.scheme === 'none') return token;
  return schemeOf(credential) === 'api-key' ? `Api-Key ${token}` : `Bearer ${token}`;
}
