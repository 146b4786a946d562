/** Renders the platform's dashboard exports, which have no page and no viewer. */

import { UserError } from '../../base/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { readFilters } from './charts/dataQuery.ts';
import { pagesPlatform } from './pagesPlatform.ts';
import { renderExport } from './renderExport.ts';

export interface DashboardToRender {
  publicId: string;
  deploymentId: number;
  format: 'png' | 'pdf';
  branchName: string;
  /** For the data API of that branch. */
  token: string;
  filters: readonly Record<string, unknown>[];
  locale: string | undefined;
  timezone: string | undefined;
  colorScheme: 'light' | 'dark';
}

/** The returned function throws UserError if the whole dashboard cannot be rendered, and when `signal` aborts. */
export function dashboardRenderer(platform: () => Platform) {
  return async (request: DashboardToRender, signal: AbortSignal): Promise<Uint8Array> => {
    const pages = pagesPlatform(platform());
    const { publicId, deploymentId, branchName, format, token, locale = 'en', timezone, colorScheme } = request;
    const dashboard = pages.dashboard(publicId);
    if (!dashboard) throw new UserError(`Dashboard '${publicId}' not found`);
    const filters = readFilters(request.filters);
    const dataApiUrl = pages.dataApiUrl(deploymentId, branchName);
    const options = { publicId, format, filters, locale, timezone, scheme: colorScheme, theme: {} };
    return renderExport({ ...options, dashboard, dataApiUrl, token, signal });
  };
}
