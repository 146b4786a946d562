/** What the pages and the emulator tell each other on the routes under `/embed/_page`, which are no part of the platform's API. */

import type { Surface } from '../../contract/messages/envelope.ts';
import type { BrandTheme, Scheme } from './charts/chartTheme.ts';
import type { DashboardDefinition, QueryFilter } from './charts/definition.ts';

/** Written into the page itself. Holds no session and no token. */
export interface PageConfig {
  surface: Surface;
  /** The dashboard surface only. */
  publicId: string | null;
  /** Null where the address names a dashboard that does not exist. */
  deploymentId: number | null;
  /** Of the message names. */
  prefix: string;
  /** The page says nothing and shows nothing, for ever. */
  neverReady: boolean;
  /** Private mode: the viewer is known already. */
  signedIn: boolean;
}

/** Settings of a session or an account, as far as the pages heed them. Spec: Embed, `EmbedSessionSettings`. */
export interface EmbedSettings {
  locale?: string | null;
  timezone?: string | null;
  showWorkbookShare?: boolean | null;
  showDashboardSettings?: boolean | null;
  showMemberNames?: boolean | null;
  showGroupByCube?: boolean | null;
  allowAi?: boolean | null;
  showAiWidgets?: boolean | null;
  showWorkbookChat?: boolean | null;
  showDashboardChat?: boolean | null;
}

/** `GET /embed/_page/session`, asked about once a second. */
export interface SessionState {
  /** The platform's clock, in epoch milliseconds. */
  now: number;
  mode: 'signed' | 'private';
  lapsed: boolean;
  /** Epoch milliseconds; null where it does not lapse. */
  expiresAt: number | null;
  embedTenant: string | null;
  deploymentId: number;
  branchName: string | null;
  /** Who looks, for the private mode. */
  viewer: string | null;
  settings: EmbedSettings;
  account: EmbedSettings;
  embedTheme: BrandTheme | null;
  /** `…/v1` of the branch's data API. */
  dataApiUrl: string;
  /** Messages a second that nobody asked for. */
  flood: number;
  /** Milliseconds added to each widget's query. */
  slowWidgets: number;
}

/** `GET /embed/_page/dashboards`. */
export type DashboardList = readonly Pick<DashboardDefinition, 'publicId' | 'title' | 'kind'>[];

/** `POST /embed/_page/export` → the file. */
export interface ExportRequest {
  publicId: string;
  format: 'png' | 'pdf';
  /** Only this widget. */
  widgetId?: string;
  filters: readonly QueryFilter[];
  locale: string;
  timezone?: string;
  scheme: Scheme;
  theme: BrandTheme;
}

/** Milliseconds before its end at which a signed session says so. Spec: Limits, “Expiry warning lead time”. */
export const expiryWarningMs = 30 * 60_000;
