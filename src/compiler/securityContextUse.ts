/** Whether the code of a model gets the security context of the caller. */

import { createHash } from 'node:crypto';
import type { ModelFile } from './compileResult.ts';
import type { SecurityContext } from './modelRequest.ts';

/**
 * The names of the security context in the model's code, and its shorthands `userAttributes` and `groups`; the key `groups` of a
 * policy is none. Code that composes a name at run time reads an empty context, never that of a caller.
 */
const contextName =
  /(?:compile|security)_?context|\buser_?attributes\b|\{[^{}\n]*\bgroups\b(?!["'`]?\s*[:,}\]])|\bgroups\s*(?:\.|\?\.|\[)/i;

export function readsSecurityContext(files: readonly ModelFile[]): boolean {
  return files.some(({ content }) => contextName.test(content));
}

/** Code that reads the groups of a caller when it is compiled has both. */
const readsOfGroups = [
  /compile_?context/i,
  /\.\s*groups\b|\[\s*['"`]groups\b|\bget\(\s*['"`]groups\b|\{[^{}]*\bgroups\b[^{}]*\}\s*=/,
];

/** Whether the model may be another one for each caller, because its code reads groups from COMPILE_CONTEXT. */
export function compilesByGroups(files: readonly ModelFile[]): boolean {
  return readsOfGroups.every((pattern) => files.some(({ content }) => pattern.test(content)));
}

/** The key of what code that reads the context knows about the caller. Empty for a caller without a context, as in a build. */
export function rightsOf(securityContext: SecurityContext): string {
  if (Object.keys(securityContext).length === 0) return '';
  return createHash('sha256').update(JSON.stringify(securityContext)).digest('hex');
}
