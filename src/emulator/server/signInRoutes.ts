/** Interactive sign-in: the device flow of RFC 8628 with its verification page. Spec: Authentication 3; notes: Credentials. */

import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Platform } from '../platform/platform.ts';
import {
  codeLifetime,
  findUndecided,
  pollInterval,
  redeemDeviceCode,
  startAuthorization,
} from '../signIn/authorizations.ts';
import { CodeAttempts } from '../signIn/codeAttempts.ts';
import { FormTokens } from '../signIn/formTokens.ts';
import { pageHeaders } from '../signIn/htmlPage.ts';
import { OAuthFailure } from '../signIn/oauthFailure.ts';
import { readUserCode } from '../signIn/secrets.ts';
import { refresh, signIn } from '../signIn/tokens.ts';
import { codePage, confirmPage, signInResult } from '../signIn/verificationPage.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const unusableCode = 'This code is unknown, used or expired. Check it, or start again in the application.';

export function signInRoutes(platform: Platform): Hono {
  const routes = new Hono();
  const formTokens = new FormTokens(platform.services.clock);
  const attempts = new CodeAttempts(platform.services.clock);

  /** A POST route that reads a form and answers with JSON. */
  const oauth = (path: string, answer: (form: Form, origin: string) => object) => {
    routes.post(path, async (context) => {
      context.header('cache-control', 'no-store');
      context.header('pragma', 'no-cache');
      try {
        const body = answer(await readForm(context), new URL(context.req.url).origin);
        return context.json(body);
      } catch (failure) {
        if (!(failure instanceof OAuthFailure)) throw failure;
        return context.json({ error: failure.error, error_description: failure.message }, 400);
      } finally {
        // A refused request may change the state, too: the interval, or a sign-in that ends.
        await platform.save();
      }
    });
  };

  oauth('/device/code', (form, origin) => {
    const { deviceCode, userCode } = startAuthorization(platform, form.required('client_id'));
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: `${origin}/auth/device`,
      verification_uri_complete: `${origin}/auth/device?user_code=${userCode}`,
      expires_in: codeLifetime,
      interval: pollInterval,
    };
  });
  oauth('/device/token', (form, origin) => {
    form.requireGrant(deviceGrant);
    const clientId = form.required('client_id');
    const userId = redeemDeviceCode(platform, form.required('device_code'), clientId);
    return tokenAnswer(signIn(platform, userId, clientId), origin);
  });
  oauth('/oauth2/refresh', (form, origin) => {
    form.requireGrant('refresh_token');
    return tokenAnswer(refresh(platform, form.required('refresh_token'), form.optional('client_id')), origin);
  });

  const confirm = (context: Context, userCode: string, status: ContentfulStatusCode, problem?: string) => {
    const { waitSeconds } = attempts;
    if (waitSeconds > 0) {
      context.header('retry-after', String(waitSeconds));
      const problem = `There were too many wrong codes. Try again in ${waitSeconds} seconds.`;
      return context.html(codePage(problem), 429, pageHeaders);
    }
    const { clientId } = findUndecided(platform, userCode) ?? {};
    if (clientId === undefined) {
      attempts.addWrong();
      return context.html(codePage(unusableCode), status, pageHeaders);
    }
    const formToken = formTokens.issue(userCode);
    const content = confirmPage({ userCode, clientId, formToken, ...(problem === undefined ? {} : { problem }) });
    return context.html(content, status, pageHeaders);
  };
  routes.get('/device', (context) => {
    const typed = context.req.query('user_code');
    return typed ? confirm(context, readUserCode(typed), 200) : context.html(codePage(), 200, pageHeaders);
  });
  routes.post('/device', async (context) => {
    const fields = new URLSearchParams(await context.req.text());
    const userCode = readUserCode(fields.get('user_code') ?? '');
    if (!formTokens.take(fields.get('form_token') ?? '', userCode)) {
      return confirm(context, userCode, 403, 'This form was used already or has expired. Decide again.');
    }
    const entry = findUndecided(platform, userCode);
    if (!entry) return confirm(context, userCode, 400);
    switch (fields.get('decision')) {
      case 'approve': {
        const { user } = platform.findCaller(fields.get('api_key')?.trim() ?? '') ?? {};
        if (!user) return confirm(context, userCode, 403, 'This is not the API key of a user. Enter another one.');
        entry.decision = { userId: user.id };
        await platform.save();
        return context.html(signInResult(`The application is signed in as ${user.username}.`), 200, pageHeaders);
      }
      case 'deny':
        entry.decision = 'denied';
        await platform.save();
        return context.html(signInResult('The application is not signed in.'), 200, pageHeaders);
      default:
        return confirm(context, userCode, 400, 'Approve or deny.');
    }
  });
  return routes;
}

/** The names of RFC 6749, and those that clients of this kind of platform read. */
function tokenAnswer({ accessToken, refreshToken, expiresIn }: ReturnType<typeof signIn>, origin: string): object {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    accessToken,
    refreshToken,
    tenantUrl: origin,
  };
}

interface Form {
  /** @throws OAuthFailure `invalid_request` */
  required(name: string): string;
  optional(name: string): string | undefined;
  /** @throws OAuthFailure `invalid_request`, `unsupported_grant_type` */
  requireGrant(grant: string): void;
}

/** A parameter without a value counts as missing; one that is given twice is refused. RFC 6749, 3.2. @throws OAuthFailure */
async function readForm({ req }: Context): Promise<Form> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(req.header('content-type') ?? '')) {
    throw new OAuthFailure('invalid_request', 'The body must be application/x-www-form-urlencoded');
  }
  const fields = new URLSearchParams(await req.text());
  for (const name of fields.keys()) {
    if (fields.getAll(name).length > 1) throw new OAuthFailure('invalid_request', 'A parameter is given twice');
  }
  const optional = (name: string) => fields.get(name) || undefined;
  const required = (name: string) => {
    const value = optional(name);
    if (value === undefined) throw new OAuthFailure('invalid_request', `${name} is missing`);
    return value;
  };
  const requireGrant = (grant: string) => {
    if (required('grant_type') !== grant) throw new OAuthFailure('unsupported_grant_type', `Expected ${grant}`);
  };
  return { required, optional, requireGrant };
}
