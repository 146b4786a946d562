/** The page where a user authorizes an OAuth integration: a plain HTML form without scripts. Spec: group G. */

import { Hono } from 'hono';
import { html } from 'hono/html';
import { decideAuthorization, findAuthorization } from '../handlers/users/oauthAuthorizations.ts';
import type { Platform } from '../platform/platform.ts';
import { htmlPage, pageHeaders, resultPage } from '../signIn/htmlPage.ts';

const title = 'Authorize an integration';
const unusable = 'This address is unknown, used or expired. Start again in the application.';

/** The secret in the address is known to the user only, so the form needs no other token. */
export function oauthRoutes(platform: Platform): Hono {
  const routes = new Hono();
  routes.get('/authorize', (context) => {
    const state = context.req.query('state') ?? '';
    const open = findAuthorization(platform, state);
    if (!open) return context.html(resultPage(title, unusable), 404, pageHeaders);
    const { integration, user } = open;
    const scopes = integration.scopes.join(', ') || 'none';
    const content = html`
      <p>The platform asks <strong>${integration.name}</strong> for a token of <strong>${user.username}</strong>.
        The emulator takes the place of that service.</p>
      <p>Client: ${integration.clientId}. Scopes: ${scopes}.</p>
      <form method="post">
        <input type="hidden" name="state" value="${state}">
        <button name="decision" value="approve">Approve</button>
        <button name="decision" value="deny">Deny</button>
      </form>`;
    return context.html(htmlPage(title, content), 200, pageHeaders);
  });
  routes.post('/authorize', async (context) => {
    const fields = new URLSearchParams(await context.req.text());
    const [state, decision] = [fields.get('state') ?? '', fields.get('decision')];
    const open = findAuthorization(platform, state);
    if (!open) return context.html(resultPage(title, unusable), 404, pageHeaders);
    if (decision !== 'approve' && decision !== 'deny') {
      return context.html(resultPage(title, 'Go back, and approve or deny.'), 400, pageHeaders);
    }
    decideAuthorization(platform, state, decision === 'approve');
    await platform.save();
    const result = decision === 'approve' ? 'is authorized' : 'is not authorized';
    return context.html(resultPage(title, `${open.integration.name} ${result}.`), 200, pageHeaders);
  });
  return routes;
}
