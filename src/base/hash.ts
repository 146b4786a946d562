/** The hash by which files and texts are compared and named. */

import { hash } from 'node:crypto';

/** SHA-1 of raw bytes, 40 lower-case hex digits: the platform's own hash (spec, group C, file-hashes). */
export type Hash = string;

export function hashOf(bytes: Uint8Array): Hash {
  return hash('sha1', bytes, 'hex');
}
