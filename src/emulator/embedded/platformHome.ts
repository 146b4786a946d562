/** The platform as the embedded pages see it: its sessions, its dashboards, its data API, its clock. */

import { dataApiUrl } from '../data/address.ts';
import { readJwt, signJwt } from '../deployment/tokens.ts';
import { expiryOf, sessionOfToken } from '../embed/sessions.ts';
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
/** Milliseconds; only to tell when a session ended of which nothing else is known any more. Spec: Limits. */
const usable = 23 * 3_600_000;

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
    sessionOf: (token) => signedSession(platform, token) ?? privateSession(platform, token),
    privateToken(deploymentId) {
      if (!platform.record.users.some(({ username }) => username === developer))
        throw new HttpFailure(403, 'Nobody is signed in on this platform');
      const iat = Math.floor(now() / 1000);
      const { tokenSecret } = platform.deployment(deploymentId).record;
      return signJwt({ deploymentId, viewer: developer, iat, exp: iat + day }, tokenSecret);
    },
    dataApiUrl(deploymentId, branchName) {
      const deployment = platform.deployment(deploymentId);
      const branch = branchName === null ? deployment.deployBranch : deployment.branch(branchName);
      if (!branch) throw new HttpFailure(404, `Branch '${branchName}' not found`);
      return dataApiUrl(deployment, branch);
    },
    expireSessions() {
      for (const session of platform.record.embed.sessions) {
        const left = expiryOf(session) - now();
        if (session.redeemedAt !== null && left > 0) session.redeemedAt -= left;
      }
    },
  };
}

function signedSession(platform: Platform, token: string): PageSession | undefined {
  const claims = claimsOf(platform, token);
  if (claims?.scope !== 'embed') return undefined;
  const session = sessionOfToken(platform, token);
  const common = {
    mode: 'signed' as const,
    deploymentId: Number(claims.deploymentId),
    branchName: typeof claims.branchName === 'string' ? claims.branchName : null,
    embedTenant: typeof claims.embedTenant === 'string' ? claims.embedTenant : null,
    viewer: null,
  };
  if (!session) {
    const expiresAt = Math.min(Number(claims.iat) * 1000 + usable, platform.services.clock());
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

function privateSession(platform: Platform, token: string): PageSession | undefined {
  const claims = claimsOf(platform, token);
  if (typeof claims?.viewer !== 'string' || claims.scope !== undefined) return undefined;
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

function claimsOf({ record }: Platform, token: string): Record<string, unknown> | undefined {
  for (const { id, tokenSecret } of record.deployments) {
    const claims = readJwt(token, tokenSecret);
    if (claims?.deploymentId === id) return claims;
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
