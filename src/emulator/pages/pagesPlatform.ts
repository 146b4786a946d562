/** The parts of the platform that the embedded pages use: sessions, dashboards, the address of the data API, the clock. */

import { randomUUID } from 'node:crypto';
import { embeddingRefusal } from '../content/embeddedDashboards.ts';
import { addReport } from '../content/reports.ts';
import { type FoundDashboard, findDashboard, requireDashboard } from '../content/workbooks.ts';
import { dataApiUrl } from '../data/dataApiAddress.ts';
import { readToken, signToken } from '../deployment/tokens.ts';
import { expireSessions, expiryOf, usableTime } from '../embedUsers/sessions.ts';
import { type EmbedViewer, findViewer } from '../embedUsers/viewer.ts';
import type { Platform } from '../platform/platform.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { chartKinds, type DashboardDefinition, type WidgetDefinition } from './charts/dashboardDefinition.ts';
import type { AccountSettings, QuestionAnswer, SavedReport, SessionState } from './pageApi.ts';

const daySeconds = 24 * 3600;
/** The user whom the private mode signs in. */
const developer = 'developer';

export interface PublishedDashboard extends DashboardDefinition {
  deploymentId: number;
}

/** The session of a token. */
export interface PageSession extends Omit<SessionState, 'now' | 'account' | 'dataApiUrl' | 'flood' | 'slowWidgets'> {
  /** Undefined in private mode and once the session has expired. */
  embedViewer: EmbedViewer | undefined;
}

export interface PagesPlatform {
  /** Epoch milliseconds. */
  now(): number;
  hasDeployment(id: number): boolean;
  dashboard(publicId: string): PublishedDashboard | undefined;
  /** The dashboards that a session may show. */
  dashboardsFor(session: PageSession): readonly PublishedDashboard[];
  /** @throws HttpFailure 403, 404 */
  dashboardFor(session: PageSession, publicId: string): PublishedDashboard;
  account(): AccountSettings;
  /** Undefined for a token of another issuer. */
  sessionOf(token: string): Promise<PageSession | undefined>;
  /** The token of the private mode. @throws HttpFailure 403, 404 */
  privateToken(deploymentId: number): Promise<string>;
  /** `…/v1`; null is production. @throws HttpFailure 404 */
  dataApiUrl(deploymentId: number, branchName: string | null): string;
  /** Saves the query of an answer as a report of the workspace. */
  saveReport(session: PageSession, answer: QuestionAnswer): Promise<SavedReport>;
  /** Ends every active signed session. */
  expireSessions(): void;
}

export function pagesPlatform(platform: Platform): PagesPlatform {
  const now = () => platform.services.clock();
  const dashboardOf = (publicId: string): PublishedDashboard | undefined => {
    const found = findDashboard(platform, publicId);
    return found && published(found);
  };
  return {
    now,
    hasDeployment: (id) => platform.record.deployments.some((deployment) => deployment.id === id),
    dashboard: dashboardOf,
    dashboardsFor: ({ deploymentId, embedViewer }) =>
      platform.record.embed.workbooks
        .filter((workbook) => workbook.deploymentId === deploymentId)
        .flatMap(({ dashboard }) => (dashboard && findDashboard(platform, dashboard.publicId)) ?? [])
        .filter((found) => embeddingRefusal(platform, embedViewer, found) === undefined)
        .map(published),
    dashboardFor({ deploymentId, embedViewer }, publicId) {
      const found = requireDashboard(platform, publicId, platform.deployment(deploymentId));
      const refusal = embeddingRefusal(platform, embedViewer, found);
      if (refusal !== undefined) throw new HttpFailure(403, refusal);
      return published(found);
    },
    account() {
      const { applyThemeGlobally, appTheme, timezoneSettings } = platform.record.account;
      const embedTheme = applyThemeGlobally ? appTheme.palette : null;
      return { ...platform.record.embed.settings, ...timezoneSettings, embedTheme };
    },
    async sessionOf(token) {
      const claims = await claimsOf(platform, token);
      if (claims?.scope === 'embed') return signedSession(platform, token, claims);
      if (typeof claims?.viewer !== 'string' || claims.scope !== undefined) return undefined;
      return privateSession(claims, claims.viewer, now());
    },
    async privateToken(deploymentId) {
      if (!platform.record.users.some(({ username }) => username === developer))
        throw new HttpFailure(403, `The platform has no user '${developer}'`);
      const iat = Math.floor(now() / 1000);
      const claims = { viewer: developer, iat, exp: iat + daySeconds };
      return signToken(platform.deployment(deploymentId).record, claims);
    },
    dataApiUrl(deploymentId, branchName) {
      const deployment = platform.deployment(deploymentId);
      const branch = branchName === null ? deployment.deployBranch : deployment.branch(branchName);
      if (!branch) throw new HttpFailure(404, `Branch '${branchName}' not found`);
      return dataApiUrl(deployment, branch);
    },
    async saveReport(session, { title, chart, query }) {
      const publicId = randomUUID();
      const snapshot = { kind: chart, query: { ...query } };
      const input = { publicId, name: title.slice(0, 255), ownerId: userIdOf(platform, session), snapshot };
      const { name } = addReport(platform, platform.deployment(session.deploymentId), input);
      await platform.save();
      return { publicId, name };
    },
    expireSessions: () => expireSessions(platform),
  };
}

/** The user of the platform behind a session; null for an embed user. */
function userIdOf({ record }: Platform, { viewer: username, embedViewer }: PageSession): number | null {
  const viewer = embedViewer?.session.viewer;
  if (viewer) return 'userId' in viewer ? viewer.userId : null;
  return record.users.find((user) => user.username === username)?.id ?? null;
}

type Claims = Readonly<Record<string, unknown>>;

async function signedSession(platform: Platform, token: string, claims: Claims): Promise<PageSession> {
  const embedViewer = await findViewer(platform, token);
  const session = embedViewer?.session;
  const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : null);
  return {
    mode: 'signed',
    deploymentId: Number(claims.deploymentId),
    branchName: textOf(claims.branchName),
    embedTenant: textOf(claims.embedTenant),
    viewer: null,
    expired: session === undefined,
    // Only the token contains when a deleted session ended.
    expiresAt: session
      ? expiryOf(session)
      : Math.min(Number(claims.iat) * 1000 + usableTime, platform.services.clock()),
    settings: session?.settings ?? {},
    embedTheme: session?.embedTheme ?? null,
    embedViewer,
  };
}

function privateSession(claims: Claims, viewer: string, now: number): PageSession {
  return {
    mode: 'private',
    deploymentId: Number(claims.deploymentId),
    branchName: null,
    expiresAt: null,
    expired: Number(claims.exp) * 1000 <= now,
    embedTenant: null,
    viewer,
    settings: {},
    embedTheme: null,
    embedViewer: undefined,
  };
}

async function claimsOf({ record }: Platform, token: string): Promise<Claims | undefined> {
  for (const deployment of record.deployments) {
    const claims = await readToken(deployment, token);
    if (claims) return claims;
  }
  return undefined;
}

function published({ dashboard, deployment }: FoundDashboard): PublishedDashboard {
  const { publicId, title, restrictDataDownload, definition } = dashboard;
  return {
    ...readDefinition(definition),
    ...{ publicId, title, restrictDataDownload },
    deploymentId: deployment.record.id,
  };
}

/** Adds the defaults that a stored dashboard leaves out, and leaves out widgets that show no data. */
function readDefinition(stored: Claims): Pick<DashboardDefinition, 'kind' | 'filters' | 'widgets'> {
  const { kind = 'CLASSIC', filters = [], widgets = [] } = stored as Partial<DashboardDefinition>;
  const dataWidgets = widgets.filter(({ type, query }) => type === 'FIELD' && typeof query === 'object');
  return {
    kind,
    filters: filters.map((filter) => ({ ...filter, id: filter.id ?? filter.member, values: filter.values ?? [] })),
    // Other fields stay on the server: one is the code of the widget.
    widgets: dataWidgets.map(({ id, type, title, chart, query, columns }): WidgetDefinition => {
      const known = chartKinds.includes(chart) ? chart : 'table';
      return { id, type, title: title ?? id, chart: known, query, columns: columns ?? 6 };
    }),
  };
}
