/** Separate from the client, which would load at activation. */

import type { Environment } from '../contract/deployments/deployments.ts';

/** The REST URL of an environment. Its credentials are a list or an object. */
export function restUrlOf({ api_credentials: credentials }: Environment): string | undefined {
  const rest = Array.isArray(credentials) ? credentials.find(({ type }) => type === 'rest') : credentials?.rest;
  return rest?.url ?? undefined;
}

export interface SqlAddress {
  host: string;
  port: number | undefined;
  /** `host:port` */
  text: string;
}

export function sqlAddressOf({ api_credentials: credentials }: Environment): SqlAddress | undefined {
  const sql = Array.isArray(credentials) ? credentials.find(({ type }) => type === 'sql') : credentials?.sql;
  if (!sql?.host) return undefined;
  return { host: sql.host, port: sql.port ?? undefined, text: sql.port ? `${sql.host}:${sql.port}` : sql.host };
}
