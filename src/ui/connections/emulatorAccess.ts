/** The report of the emulator process when it accepts requests. */

export interface EmulatorAccess {
  url: string;
  apiKey: string;
  deploymentId: number;
  deployBranch: string;
  /** These three describe the dashboard to preview. An emulator of an older version does not report them. */
  adminApiKey?: string;
  dashboardPublicId?: string;
  embedTenant?: string;
  /** What answers queries, for people; null if nothing names the data of a folder. */
  data?: string | null;
}

/** Returns undefined for a message that is not a complete report. */
export function parseEmulatorAccess(message: unknown): EmulatorAccess | undefined {
  const { url, apiKey, deploymentId, deployBranch, ...rest } = (message ?? {}) as Partial<EmulatorAccess>;
  if (typeof url !== 'string' || typeof apiKey !== 'string') return undefined;
  if (typeof deploymentId !== 'number' || typeof deployBranch !== 'string') return undefined;
  const { adminApiKey, dashboardPublicId, embedTenant, data } = rest;
  const optional = Object.entries({ adminApiKey, dashboardPublicId, embedTenant }).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  );
  const shown = typeof data === 'string' || data === null ? { data } : {};
  return { url, apiKey, deploymentId, deployBranch, ...shown, ...Object.fromEntries(optional) };
}
