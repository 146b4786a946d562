/** What dashboard exports are drawn by: the platform's own job, without a page and without a viewer. */

import { UserError } from '../../base/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { QueryFilter } from './charts/definition.ts';
import { platformHome } from './platformHome.ts';
import { renderPage } from './renderPage.ts';

export interface DashboardToRender {
  publicId: string;
  deploymentId: number;
  format: 'png' | 'pdf';
  branchName: string;
  /** Of the data API, for that branch. */
  token: string;
  filters: readonly Record<string, unknown>[];
  locale: string | undefined;
  timezone: string | undefined;
  colorScheme: 'light' | 'dark';
}

/** The result rejects where nothing of the dashboard can be drawn, with what to tell the person, and when `signal` aborts. */
export function dashboardRenderer(platform: () => Platform) {
  return async (wanted: DashboardToRender, signal: AbortSignal): Promise<Uint8Array> => {
    const home = platformHome(platform());
    const { publicId, deploymentId, branchName, format, token, locale = 'en', timezone, colorScheme } = wanted;
    const dashboard = home.dashboard(publicId);
    if (!dashboard) throw new UserError(`Dashboard '${publicId}' not found`);
    return renderPage({
      publicId,
      format,
      filters: wanted.filters.flatMap(readFilter),
      locale,
      scheme: colorScheme,
      theme: {},
      dashboard,
      dataApiUrl: home.dataApiUrl(deploymentId, branchName),
      token,
      signal,
      ...(timezone === undefined ? {} : { timezone }),
    });
  };
}

/** A filter as the data API has it; anything else filters nothing. */
function readFilter({ member, operator = 'equals', values = [] }: Record<string, unknown>): QueryFilter[] {
  if (typeof member !== 'string' || typeof operator !== 'string' || !Array.isArray(values)) return [];
  return [{ member, operator, values: values.map(String) }];
}
