/** The trusted certificate authorities: Node's own, the system's if Node can read them, and additional ones. */

import * as tls from 'node:tls';

type GetCACertificates = (kind: 'default' | 'system') => string[];

/** PEM texts for the option `ca`; undefined keeps Node's default. Reading the system's store takes tens of milliseconds. */
export function trustedCertificates(additional: readonly string[]): string[] | undefined {
  const read = (tls as { getCACertificates?: GetCACertificates }).getCACertificates;
  if (read) return [...new Set([...read('default'), ...read('system'), ...additional])];
  return additional.length > 0 ? [...tls.rootCertificates, ...additional] : undefined;
}
