/** The embedded pages, their files, and the routes that only the pages use. */

import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Surface } from '../../contract/messages/envelope.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { servedAsset } from './assets.ts';
import { requestDataApi } from './charts/dataApi.ts';
import { ExportBody } from './exportBody.ts';
import type { DashboardList, MetaCube, PageConfig, QuestionAnswer, SessionState } from './pageApi.ts';
import { pageDocument, pageHeaders } from './pageDocument.ts';
import type { PageSession, PagesPlatform, PublishedDashboard } from './pagesPlatform.ts';
import { answerFor } from './questionQuery.ts';
import { renderExport } from './renderExport.ts';
import { validBody } from './requestBody.ts';
import type { Switches } from './switches.ts';

const Question = z.object({ question: z.string().trim().min(1).max(1000) });
const SignIn = z.object({ deploymentId: z.number() });

export function pageRoutes(platform: PagesPlatform, switches: Switches): Hono {
  const routes = new Hono();

  const page = (context: Context, surface: Surface, publicId: string | null, deploymentId: number | null) => {
    const { prefix, neverReady, signedIn } = switches;
    const config: PageConfig = { surface, publicId, deploymentId, prefix, neverReady, signedIn };
    return context.body(pageDocument(config), 200, pageHeaders(switches));
  };
  routes.get('/dashboard/:publicId', (context) => {
    const { publicId } = context.req.param();
    return page(context, 'dashboard', publicId, platform.dashboard(publicId)?.deploymentId ?? null);
  });
  for (const surface of ['app', 'chat'] as const) {
    routes.get(`/d/:deploymentId/${surface}`, (context) => {
      const id = Number(context.req.param('deploymentId'));
      return page(context, surface, null, platform.hasDeployment(id) ? id : null);
    });
  }

  // The token is the credential, so every origin may ask, also the opaque origin of the `wrongOrigin` fault.
  routes.use('/_page/*', async (context, next) => {
    await next();
    context.header('cache-control', context.req.path.endsWith('.ttf') ? 'max-age=86400' : 'no-store');
    if (context.req.path.endsWith('/sign-in')) return;
    context.header('access-control-allow-origin', '*');
    context.header('access-control-allow-headers', 'authorization, content-type');
  });
  routes.options('/_page/*', (context) => context.body(null, 204));

  const tokenOf = (context: Context) => context.req.header('authorization') ?? '';
  /** @throws HttpFailure 401 */
  const sessionOf = async (context: Context): Promise<PageSession> => {
    const session = await platform.sessionOf(tokenOf(context));
    if (!session) throw new HttpFailure(401, 'Missing or unknown session');
    return session;
  };
  /** @throws HttpFailure 401 */
  const activeSession = async (context: Context): Promise<PageSession> => {
    const session = await sessionOf(context);
    if (session.expired) throw new HttpFailure(401, 'The session has expired');
    return session;
  };
  /** @throws HttpFailure 401, 403, 404 */
  const dashboardOf = async (context: Context, publicId: string): Promise<PublishedDashboard> => {
    return platform.dashboardFor(await activeSession(context), publicId);
  };
  const dataApiRequest = (context: Context, { deploymentId, branchName }: PageSession) => ({
    dataApiUrl: platform.dataApiUrl(deploymentId, branchName),
    token: tokenOf(context),
    signal: context.req.raw.signal,
  });
  /** @throws HttpFailure 401, 502 */
  const metaOf = async (context: Context): Promise<readonly MetaCube[]> => {
    const request = dataApiRequest(context, await activeSession(context));
    const { cubes, error } = await requestDataApi<{ cubes?: readonly MetaCube[] }>(request, 'meta');
    if (!cubes) throw new HttpFailure(502, error ?? 'The data API sent no metadata');
    return cubes;
  };

  routes.get('/_page/session', async (context) => {
    const { embedViewer: _, ...session } = await sessionOf(context);
    const { flood, slowWidgets } = switches;
    const dataApiUrl = platform.dataApiUrl(session.deploymentId, session.branchName);
    const account = platform.account();
    const state: SessionState = { ...session, now: platform.now(), account, dataApiUrl, flood, slowWidgets };
    return context.json(state);
  });
  routes.get('/_page/dashboards', async (context) => {
    const dashboards = platform.dashboardsFor(await activeSession(context));
    const list: DashboardList = dashboards.map(({ publicId, title, kind }) => ({ publicId, title, kind }));
    return context.json(list);
  });
  routes.get('/_page/dashboards/:publicId', async (context) => {
    const { deploymentId: _, ...dashboard } = await dashboardOf(context, context.req.param('publicId'));
    return context.json(dashboard);
  });
  routes.post('/_page/sign-in', async (context) => {
    // Other sites cannot read the answer, but must not sign the user in either.
    if (context.req.header('sec-fetch-site') === 'cross-site') throw new HttpFailure(403, 'Not from another site');
    const { deploymentId } = await validBody(context, SignIn);
    return context.json({ token: await platform.privateToken(deploymentId) });
  });
  routes.post('/_page/export', async (context) => {
    const body = await validBody(context, ExportBody);
    const dashboard = await dashboardOf(context, body.publicId);
    const bytes = await renderExport({ ...body, dashboard, ...dataApiRequest(context, await sessionOf(context)) });
    const type = body.format === 'png' ? 'image/png' : 'application/pdf';
    return context.body(bytes as Uint8Array<ArrayBuffer>, 200, { 'content-type': type });
  });
  routes.get('/_page/meta', async (context) => context.json(await metaOf(context)));
  /** @throws HttpFailure 401, 403, 422 */
  const answerOf = async (context: Context, { settings }: PageSession): Promise<QuestionAnswer> => {
    const { question } = await validBody(context, Question);
    if ((settings.allowAi ?? platform.account().allowAi) === false)
      throw new HttpFailure(403, 'AI is switched off for this session');
    const answer = answerFor(question, await metaOf(context));
    if (!answer) throw new HttpFailure(422, 'The question names no measure and no dimension of the model');
    return answer;
  };
  routes.post('/_page/ask', async (context) => context.json(await answerOf(context, await activeSession(context))));
  routes.post('/_page/reports', async (context) => {
    const session = await activeSession(context);
    if (session.settings.allowChatWorkspaceAuthoring === false)
      throw new HttpFailure(403, 'This session may not save to the workspace');
    return context.json(await platform.saveReport(session, await answerOf(context, session)));
  });
  routes.get('/_page/:file', async (context) => {
    const asset = await servedAsset(context.req.param('file'));
    if (!asset) throw new HttpFailure(404, 'Not found');
    return context.body(asset.bytes, 200, { 'content-type': asset.type, 'x-content-type-options': 'nosniff' });
  });
  return routes;
}
