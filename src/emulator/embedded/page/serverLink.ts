/** What the page asks of the platform: the exchange of a session id, the page's own routes, the branch's data. */

import type { DataAnswer } from '../charts/answer.ts';
import type { DashboardDefinition, DataQuery } from '../charts/definition.ts';
import type { MetaCube, Understood } from '../understanding.ts';
import type { DashboardList, ExportRequest, SessionState } from '../wire.ts';

/** The platform said no. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'Refused';
    this.status = status;
  }
}

async function answerOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined);
  const error = (body as { error?: unknown } | undefined)?.error;
  if (!response.ok)
    throw new Refused(response.status, typeof error === 'string' ? error : `The platform answered ${response.status}`);
  if (body === undefined) throw new Refused(response.status, 'The platform answered no JSON');
  return body;
}

async function post(address: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** A session id for a token, once. @throws Refused for an id that is unknown, used or too old */
export async function exchange(sessionId: string): Promise<string> {
  const { token } = (await answerOf(await post('/api/v1/embed/session/token', { sessionId }))) as { token: string };
  return token;
}

/** The private mode's sign-in. @throws Refused */
export async function signIn(deploymentId: number): Promise<string> {
  const { token } = (await answerOf(await post('/embed/_page/sign-in', { deploymentId }))) as { token: string };
  return token;
}

/** Everything that needs a token; a fresh one may take its place at any time. */
export class ServerLink {
  token: string;

  constructor(token: string) {
    this.token = token;
  }

  async #get(address: string, signal?: AbortSignal): Promise<unknown> {
    const headers = { authorization: this.token };
    return answerOf(await fetch(address, { headers, credentials: 'omit', ...(signal ? { signal } : {}) }));
  }

  session(): Promise<SessionState> {
    return this.#get('/embed/_page/session') as Promise<SessionState>;
  }

  dashboards(): Promise<DashboardList> {
    return this.#get('/embed/_page/dashboards') as Promise<DashboardList>;
  }

  dashboard(publicId: string): Promise<DashboardDefinition> {
    return this.#get(`/embed/_page/dashboards/${encodeURIComponent(publicId)}`) as Promise<DashboardDefinition>;
  }

  meta(): Promise<readonly MetaCube[]> {
    return this.#get('/embed/_page/meta') as Promise<readonly MetaCube[]>;
  }

  /** What a question means in the model's words. @throws Refused where it means nothing, or AI is off */
  async ask(question: string): Promise<Understood> {
    return (await answerOf(await post('/embed/_page/ask', { question }, { authorization: this.token }))) as Understood;
  }

  async export(request: ExportRequest): Promise<Blob> {
    const response = await post('/embed/_page/export', request, { authorization: this.token });
    if (!response.ok) await answerOf(response);
    return response.blob();
  }

  /** Repeats a query while the platform says `Continue wait`. Spec: I. @throws Refused */
  async load(dataApiUrl: string, query: DataQuery, signal: AbortSignal): Promise<DataAnswer> {
    for (let pause = 100; ; pause = Math.min(pause * 1.6, 2_000)) {
      const response = await fetch(`${dataApiUrl}/load`, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json', authorization: this.token },
        body: JSON.stringify({ query }),
        signal,
      });
      const answer = (await answerOf(response)) as Partial<DataAnswer> & { error?: string };
      if (answer.error === 'Continue wait') {
        await new Promise((resolve) => setTimeout(resolve, pause));
        signal.throwIfAborted();
        continue;
      }
      if (!Array.isArray(answer.data)) throw new Refused(response.status, answer.error ?? 'The data API sent no rows');
      return { data: answer.data, annotation: answer.annotation ?? {} };
    }
  }
}
