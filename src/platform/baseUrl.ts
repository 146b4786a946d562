/** A platform's base address in its one normal form. */

import { UserError } from '../base/errors.ts';
import { isLoopback } from './http/proxy.ts';

/**
 * The address without query, fragment and trailing slash; a bare host gets `https://` (loopback `http://`). A path stays.
 * Throws UserError for what is no address, holds a user name or password, or is not https outside loopback.
 */
export function normaliseBaseUrl(text: string): string {
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(trimmed)![1]!;
  const candidate = hasScheme ? trimmed : `${isLoopback(host) ? 'http' : 'https'}://${trimmed}`;
  if (trimmed === '' || !URL.canParse(candidate)) {
    throw new UserError('This is not the address of a platform.', {
      action: 'Enter an address such as https://tenant.example.com.',
    });
  }
  const url = new URL(candidate);
  if (url.username !== '' || url.password !== '') {
    throw new UserError('The address holds a user name or password.', {
      action: 'Remove what stands before the @: the key is asked for separately.',
    });
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new UserError(`The address must start with https:// (${url.host}).`, {
      action: 'Use https://; plain http is for this machine only.',
    });
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
