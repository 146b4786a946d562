/** Requests of the page to the platform: session ids, the page's own routes, the branch's data. */

import type { DashboardDefinition } from '../charts/dashboardDefinition.ts';
import type { DashboardList, ExportRequest, MetaCube, QuestionAnswer, SavedReport, SessionState } from '../pageApi.ts';

/** The platform answered with an error status. */
export class RequestFailure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RequestFailure';
    this.status = status;
  }
}

/** @throws RequestFailure */
async function send(address: string, token: string | undefined, body?: object): Promise<Response> {
  const response = await fetch(address, {
    credentials: 'omit',
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { error?: string };
  throw new RequestFailure(response.status, error ?? `The platform answered ${response.status}`);
}

async function tokenFrom(address: string, body: object): Promise<string> {
  const { token } = (await (await send(address, undefined, body)).json()) as { token: string };
  return token;
}

/** Exchanges a single-use session id for a token. @throws RequestFailure for an unknown, used or expired id */
export function exchangeSessionId(sessionId: string): Promise<string> {
  return tokenFrom('/api/v1/embed/session/token', { sessionId });
}

/** Signs in for the private mode. @throws RequestFailure */
export function signIn(deploymentId: number): Promise<string> {
  return tokenFrom('/embed/_page/sign-in', { deploymentId });
}

/** The requests that need a token. Every method throws RequestFailure. */
export class ServerLink {
  /** A renewed session replaces it. */
  token = '';

  session(): Promise<SessionState> {
    return this.#json('session');
  }

  dashboards(): Promise<DashboardList> {
    return this.#json('dashboards');
  }

  dashboard(publicId: string): Promise<DashboardDefinition> {
    return this.#json(`dashboards/${encodeURIComponent(publicId)}`);
  }

  meta(): Promise<readonly MetaCube[]> {
    return this.#json('meta');
  }

  /** Finds the query that answers a question. */
  ask(question: string): Promise<QuestionAnswer> {
    return this.#json('ask', { question });
  }

  /** Saves the query that answers a question as a report of the workspace. */
  saveReport(question: string): Promise<SavedReport> {
    return this.#json('reports', { question });
  }

  async export(request: ExportRequest): Promise<Blob> {
    return (await this.#send('export', request)).blob();
  }

  #send(route: string, body?: object): Promise<Response> {
    return send(`/embed/_page/${route}`, this.token, body);
  }

  async #json<Body>(route: string, body?: object): Promise<Body> {
    return (await this.#send(route, body)).json() as Promise<Body>;
  }
}
