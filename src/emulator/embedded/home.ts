/** What the embedded pages need of the platform they are part of. */

import type { BrandTheme } from './charts/chartTheme.ts';
import type { DashboardDefinition } from './charts/definition.ts';
import type { EmbedSettings } from './wire.ts';

export interface PublishedDashboard extends DashboardDefinition {
  deploymentId: number;
  allowEmbed: boolean;
}

/** Who looks at a page, told by a token. */
export interface PageSession {
  mode: 'signed' | 'private';
  deploymentId: number;
  /** Null: production. */
  branchName: string | null;
  /** Epoch milliseconds; null for a private session. */
  expiresAt: number | null;
  lapsed: boolean;
  embedTenant: string | null;
  viewer: string | null;
  settings: EmbedSettings;
  embedTheme: BrandTheme | null;
  /** The only dashboard it may show, where it is bound to one. */
  publicId: string | null;
}

export interface PagesHome {
  /** Epoch milliseconds. */
  now(): number;
  hasDeployment(id: number): boolean;
  dashboards(deploymentId: number): readonly PublishedDashboard[];
  dashboard(publicId: string): PublishedDashboard | undefined;
  /** Undefined for a token that was never ours. */
  sessionOf(token: string): Promise<PageSession | undefined>;
  /** The token of somebody who is signed in on the platform. @throws HttpFailure 404 */
  privateToken(deploymentId: number): Promise<string>;
  /** `…/v1` of a branch's data API. @throws HttpFailure 404 */
  dataApiUrl(deploymentId: number, branchName: string | null): string;
  /** Every signed session that is live lapses now. */
  expireSessions(): void;
}
