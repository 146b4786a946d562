/** Routes of the embedded surfaces: the pages, their files, and what they ask of the platform beside its API. */

import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Surface } from '../../contract/messages/envelope.ts';
import { HttpFailure } from '../errors/httpFailure.ts';
import { answerQuestion, metaOf } from './asking.ts';
import { servedAsset } from './assets/assets.ts';
import { documentOf, headersOf } from './document.ts';
import type { PageSession, PagesHome, PublishedDashboard } from './home.ts';
import { ExportBody, type RenderPage } from './render/pageToRender.ts';
import type { Switches } from './switches.ts';
import type { DashboardList, PageConfig, SessionState } from './wire.ts';

export interface PagesOptions {
  home: PagesHome;
  switches: Switches;
  render: RenderPage;
}

const Question = z.object({ question: z.string().trim().min(1).max(1000) });
const SignIn = z.object({ deploymentId: z.number() });

export function embeddedPages({ home, switches, render }: PagesOptions): Hono {
  const routes = new Hono();

  const page = (context: Context, surface: Surface, publicId: string | null, deploymentId: number | null) => {
    const { prefix, neverReady, signedIn } = switches;
    const config: PageConfig = { surface, publicId, deploymentId, prefix, neverReady, signedIn };
    return context.body(documentOf(config), 200, headersOf(switches));
  };
  routes.get('/dashboard/:publicId', (context) => {
    const { publicId } = context.req.param();
    return page(context, 'dashboard', publicId, home.dashboard(publicId)?.deploymentId ?? null);
  });
  for (const surface of ['app', 'chat'] as const) {
    routes.get(`/d/:deploymentId/${surface}`, (context) => {
      const id = Number(context.req.param().deploymentId);
      return page(context, surface, null, home.hasDeployment(id) ? id : null);
    });
  }

  // Whoever holds a token may ask from anywhere: also from the opaque origin of a page that is told to misbehave.
  routes.use('/_page/*', async (context, next) => {
    await next();
    context.header('cache-control', context.req.path.endsWith('.ttf') ? 'max-age=86400' : 'no-store');
    if (context.req.path.endsWith('/sign-in')) return;
    context.header('access-control-allow-origin', '*');
    context.header('access-control-allow-headers', 'authorization, content-type');
  });
  routes.options('/_page/*', (context) => context.body(null, 204));

  const session = async (context: Context): Promise<PageSession> => {
    const found = await home.sessionOf(context.req.header('authorization') ?? '');
    if (!found) throw new HttpFailure(401, 'Missing or unknown session');
    return found;
  };
  /** @throws HttpFailure 401 */
  const live = async (context: Context): Promise<PageSession> => {
    const viewer = await session(context);
    if (viewer.lapsed) throw new HttpFailure(401, 'The session has lapsed');
    return viewer;
  };
  /** @throws HttpFailure 401, 403, 404 */
  const visible = async (
    context: Context,
    publicId: string,
  ): Promise<{ viewer: PageSession; dashboard: PublishedDashboard }> => {
    const viewer = await live(context);
    const dashboard = home.dashboard(publicId);
    if (!dashboard || dashboard.deploymentId !== viewer.deploymentId)
      throw new HttpFailure(404, `Dashboard '${publicId}' not found`);
    if (viewer.publicId !== null && viewer.publicId !== publicId)
      throw new HttpFailure(403, 'The session is for another dashboard');
    if (!dashboard.allowEmbed) throw new HttpFailure(403, `Dashboard '${publicId}' does not allow embedding`);
    return { viewer, dashboard };
  };

  routes.get('/_page/session', async (context) => context.json(stateOf(await session(context), home, switches)));
  routes.get('/_page/dashboards', async (context) => {
    const { deploymentId } = await live(context);
    const list: DashboardList = home.dashboards(deploymentId).filter(({ allowEmbed }) => allowEmbed);
    return context.json(list.map(({ publicId, title, kind }) => ({ publicId, title, kind })));
  });
  routes.get('/_page/dashboards/:publicId', async (context) => {
    const { dashboard } = await visible(context, context.req.param('publicId'));
    const { publicId, title, kind, filters, widgets } = dashboard;
    return context.json({ publicId, title, kind, filters, widgets });
  });
  routes.post('/_page/sign-in', async (context) => {
    // Answered to our own pages only: others cannot read it, and may not ask either.
    if (context.req.header('sec-fetch-site') === 'cross-site') throw new HttpFailure(403, 'Not from another site');
    const { deploymentId } = await bodyOf(context, SignIn);
    return context.json({ token: await home.privateToken(deploymentId) });
  });
  routes.post('/_page/export', async (context) => {
    const wanted = await bodyOf(context, ExportBody);
    const { viewer, dashboard } = await visible(context, wanted.publicId);
    const bytes = await render({
      ...wanted,
      dashboard,
      dataApiUrl: home.dataApiUrl(viewer.deploymentId, viewer.branchName),
      token: context.req.header('authorization') ?? '',
      signal: context.req.raw.signal,
    });
    const type = wanted.format === 'png' ? 'image/png' : 'application/pdf';
    return context.body(bytes as Uint8Array<ArrayBuffer>, 200, { 'content-type': type });
  });
  routes.get('/_page/meta', async (context) => {
    const viewer = await live(context);
    const dataApi = home.dataApiUrl(viewer.deploymentId, viewer.branchName);
    return context.json(await metaOf(dataApi, context.req.header('authorization') ?? '', context.req.raw.signal));
  });
  routes.post('/_page/ask', async (context) => {
    const { settings, deploymentId, branchName } = await live(context);
    const { question } = await bodyOf(context, Question);
    const understood = await answerQuestion({
      question,
      dataApiUrl: home.dataApiUrl(deploymentId, branchName),
      token: context.req.header('authorization') ?? '',
      settings,
      account: switches.account,
      signal: context.req.raw.signal,
    });
    return context.json(understood);
  });
  routes.get('/_page/:file', async (context) => {
    const asset = await servedAsset(context.req.param('file'));
    if (!asset) throw new HttpFailure(404, 'Not found');
    return context.body(asset.bytes, 200, { 'content-type': asset.type, 'x-content-type-options': 'nosniff' });
  });
  return routes;
}

function stateOf(viewer: PageSession, home: PagesHome, { account, flood, slowWidgets }: Switches): SessionState {
  const { publicId: _, ...said } = viewer;
  return {
    ...said,
    now: home.now(),
    account,
    dataApiUrl: home.dataApiUrl(viewer.deploymentId, viewer.branchName),
    flood,
    slowWidgets,
  };
}

async function bodyOf<T>(context: Context, shape: z.ZodType<T>): Promise<T> {
  const read = shape.safeParse(await context.req.json().catch(() => undefined));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new HttpFailure(400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not valid'}`);
}
