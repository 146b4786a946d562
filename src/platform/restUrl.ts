/** Separate from the client, which would load at activation. */

import type { Environment } from '../contract/deployments/deployments.ts';

/** The REST URL of an environment. Its credentials are a list or an object. */
export function restUrlOf({ api_credentials: credentials }: Environment): string | undefined {
  const rest = Array.isArray(credentials) ? credentials.find(({ type }) => type === 'rest') : credentials?.rest;
  return rest?.url ?? undefined;
}
