/** The normal form of a platform's base address. */

import { isLoopback } from './http/proxy.ts';
import { inputErrors } from './inputErrors.ts';

/**
 * The address without query, fragment and trailing slash; a bare host gets `https://` (loopback `http://`). The path is kept.
 * @throws UserError when it is not an address, contains a user name or password, or is not https outside loopback.
 */
export function normaliseBaseUrl(text: string): string {
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(trimmed)![1]!;
  const candidate = hasScheme ? trimmed : `${isLoopback(host) ? 'http' : 'https'}://${trimmed}`;
  if (trimmed === '' || !URL.canParse(candidate)) throw inputErrors.error('not-an-address');
  const url = new URL(candidate);
  if (url.username !== '' || url.password !== '') throw inputErrors.error('address-with-password');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw inputErrors.error('address-without-https', [url.host]);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
