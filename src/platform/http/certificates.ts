/** Which certificate authorities are trusted: Node's own, the system's where Node can read them, and those given. */

import * as tls from 'node:tls';

type GetCACertificates = (kind: 'default' | 'system') => string[];

/** PEM texts to pass as `ca`; undefined leaves Node's default alone. Reading the system's store takes tens of milliseconds. */
export function trustedCertificates(given: readonly string[]): string[] | undefined {
  const read = (tls as { getCACertificates?: GetCACertificates }).getCACertificates;
  if (read) return [...new Set([...read('default'), ...read('system'), ...given])];
  return given.length > 0 ? [...tls.rootCertificates, ...given] : undefined;
}
