/** The platform as the embedded pages see it: its sessions, its dashboards, its data API, its clock. */

import { dataApiUrl } from '../data/dataApiAddress.ts';
import { readToken, signToken } from '../deployment/tokens.ts';
import { expireSessions, expiryOf, sessionOfToken, usableTime } from '../embed/sessions.ts';
import { findDashboard } from '../embed/workbooks.ts';
import { HttpFailure } from '../errors/httpFailure.ts';
import type { Platform } from '../platform/platform.ts';
import type { DashboardDefinition, WidgetDefinition } from './charts/definition.ts';
import type { PageSession, PagesHome, PublishedDashboard } from './home.ts';
import type { EmbedSettings } from './wire.ts';

/** Seconds a private sign-in is good for. */
const day = 24 * 3600;
/** Who is signed in on the platform in the private mode. */
const developer = 'developer';

export function platformHome(platform: Platform): PagesHome {
  const now = () => platform.services.clock();
  const published = (publicId: string): PublishedDashboard | undefined => {
    const found = findDashboard(platform, publicId);
    if (!found) return undefined;
    const { dashboard, deployment } = found;
    return { ...definitionOf(dashboard.definition), ...dashboard, deploymentId: deployment.record.id };
  };
  return {
    now,
    hasDeployment: (id) => platform.record.deployments.some((deployment) => deployment.id === id),
    dashboards: (deploymentId) =>
      platform.record.embed.workbooks
        .filter((workbook) => workbook.deploymentId === deploymentId)
        .flatMap(({ dashboard }) => (dashboard ? (published(dashboard.publicId) ?? []) : [])),
    dashboard: published,
    sessionOf: async (token) => {
      const claims = await claimsOf(platform, token);
      return claims && ((await signedSession(platform, token, claims)) ?? privateSession(platform, claims));
    },
    async privateToken(deploymentId) {
      if (!platform.record.users.some(({ username }) => username === developer))
        throw new HttpFailure(403, 'Nobody is signed in on this platform');
      const iat = Math.floor(now() / 1000);
      return signToken(platform.deployment(deploymentId).record, { viewer: developer, iat, exp: iat + day });
    },
    dataApiUrl(deploymentId, branchName) {
      const deployment = platform.deployment(deploymentId);
      const branch = branchName === null ? deployment.deployBranch : deployment.branch(branchName);
      if (!branch) throw new HttpFailure(404, `Branch '${branchName}' not found`);
      return dataApiUrl(deployment, branch);
    },
    expireSessions: () => expireSessions(platform),
  };
}

type Claims = Readonly<Record<string, unknown>>;

async function signedSession(platform: Platform, token: string, claims: Claims): Promise<PageSession | undefined> {
  if (claims.scope !== 'embed') return undefined;
  const session = await sessionOfToken(platform, token);
  const common = {
    mode: 'signed' as const,
    deploymentId: Number(claims.deploymentId),
    branchName: typeof claims.branchName === 'string' ? claims.branchName : null,
    embedTenant: typeof claims.embedTenant === 'string' ? claims.embedTenant : null,
    viewer: null,
  };
  if (!session) {
    const expiresAt = Math.min(Number(claims.iat) * 1000 + usableTime, platform.services.clock());
    return { ...common, expiresAt, lapsed: true, settings: {}, embedTheme: null, publicId: null };
  }
  const { settings, embedTheme, publicDashboardId } = session;
  return {
    ...common,
    expiresAt: expiryOf(session),
    lapsed: false,
    settings: settings as EmbedSettings,
    embedTheme,
    publicId: publicDashboardId,
  };
}

function privateSession(platform: Platform, claims: Claims): PageSession | undefined {
  if (typeof claims.viewer !== 'string' || claims.scope !== undefined) return undefined;
  return {
    mode: 'private',
    deploymentId: Number(claims.deploymentId),
    branchName: null,
    expiresAt: null,
    lapsed: Number(claims.exp) * 1000 <= platform.services.clock(),
    embedTenant: null,
    viewer: claims.viewer,
    settings: {},
    embedTheme: null,
    publicId: null,
  };
}

async function claimsOf({ record }: Platform, token: string): Promise<Claims | undefined> {
  for (const deployment of record.deployments) {
    const claims = await readToken(deployment, token);
    if (claims) return claims;
  }
  return undefined;
}

/** Dashboards are kept as they were written; what they leave out has a usual value. */
function definitionOf(kept: Readonly<Record<string, unknown>>): Omit<DashboardDefinition, 'publicId' | 'title'> {
  const { kind = 'CLASSIC', filters = [], widgets = [] } = kept as Partial<DashboardDefinition>;
  const shown = widgets.filter(({ type }) => type === 'FIELD');
  return {
    kind,
    filters,
    widgets: shown.map((widget): WidgetDefinition => ({ ...widget, columns: widget.columns ?? 6 })),
  };
}
