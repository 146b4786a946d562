/** The data between the pages and the emulator: the page's configuration and the routes under `/embed/_page`. Not part of the platform's API. */

import type * as z from 'zod';
import type { Surface } from '../../contract/messages/envelope.ts';
import type { BrandTheme } from './charts/chartTheme.ts';
import type { ChartKind, DashboardDefinition } from './charts/dashboardDefinition.ts';
import type { DataQuery } from './charts/dataQuery.ts';
import type { ExportBody } from './exportBody.ts';

/** Written into the page itself. Holds no session and no token. */
export interface PageConfig {
  surface: Surface;
  /** The dashboard surface only. */
  publicId: string | null;
  /** Null if the address names a dashboard or a deployment that does not exist. */
  deploymentId: number | null;
  /** Prefix of the message names. */
  prefix: string;
  /** Fault: the page shows nothing and sends nothing. */
  neverReady: boolean;
  /** Private mode without the sign-in screen. */
  signedIn: boolean;
}

/** The settings of a session or an account that the pages apply. Spec: Embed, `EmbedSessionSettings`. */
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
  allowChatWorkspaceAuthoring?: boolean | null;
}

/** The account's level of what a session leaves open. */
export interface AccountSettings extends EmbedSettings {
  embedTheme: BrandTheme | null;
}

/** `GET session`, polled about once a second. */
export interface SessionState {
  /** The platform's clock, in epoch milliseconds. */
  now: number;
  mode: 'signed' | 'private';
  expired: boolean;
  /** Epoch milliseconds; null for a private session. */
  expiresAt: number | null;
  embedTenant: string | null;
  deploymentId: number;
  /** Null for production. */
  branchName: string | null;
  /** The user of a private session. */
  viewer: string | null;
  settings: EmbedSettings;
  account: AccountSettings;
  embedTheme: BrandTheme | null;
  /** `…/v1` of the branch's data API. */
  dataApiUrl: string;
  /** Fault: unrequested messages per second. */
  flood: number;
  /** Fault: milliseconds added to each widget's query. */
  slowWidgets: number;
}

/** `GET dashboards` */
export type DashboardList = readonly Pick<DashboardDefinition, 'publicId' | 'title' | 'kind'>[];

/** `POST export` returns the file. */
export type ExportRequest = z.input<typeof ExportBody>;

/** `GET meta`: the data API's metadata of one cube or view. */
export interface MetaCube {
  name: string;
  title?: string;
  type?: string;
  measures?: readonly MetaMember[];
  dimensions?: readonly MetaMember[];
}

export interface MetaMember {
  /** With its view: `sales.count`. */
  name: string;
  title?: string;
  shortTitle?: string;
  type?: string;
  /** The member of a cube that a view's member shows. */
  aliasMember?: string;
}

/** `POST ask` returns the query that answers a question. */
export interface QuestionAnswer {
  title: string;
  chart: ChartKind;
  query: DataQuery;
  /** Title of the view that answers. */
  view: string;
}

/** `POST reports` saves the query that answers a question. */
export interface SavedReport {
  publicId: string;
  name: string;
}

export function metaTitle({ name, shortTitle, title }: Pick<MetaMember, 'name' | 'shortTitle' | 'title'>): string {
  return shortTitle ?? title ?? name;
}
