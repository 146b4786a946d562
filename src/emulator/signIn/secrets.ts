/** Codes and tokens of a sign-in. */

import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Without vowels and letters that are easily confused. RFC 8628, 6.1. */
const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ';

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** As the user sees it: `WDJB-MJHT`. */
export function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => userCodeLetters[randomInt(userCodeLetters.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** The code as `newUserCode` writes it, whatever case and punctuation the user typed. */
export function readUserCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
