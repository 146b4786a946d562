/** The comments of one pull request, as GitHub and GitLab serve them. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Comment {
  id: number;
  body: string;
  author: string;
}

export interface FakeCodeHost {
  url: string;
  comments: Comment[];
  /** `POST /repos/…`, in order. */
  requests: string[];
  close(): Promise<void>;
}

interface FakeOptions {
  token: string;
  /** Whether the token may only read. */
  isReadOnly?: boolean;
}

export async function startCodeHost({ token, isReadOnly = false }: FakeOptions): Promise<FakeCodeHost> {
  const comments: Comment[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { method = '', headers } = request;
    const url = new URL(request.url!, 'http://host');
    requests.push(`${method} ${url.pathname}`);
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const isGitHub = url.pathname.startsWith('/repos/team/model/issues/');
      const given = isGitHub ? headers.authorization : headers['private-token'];
      if (given !== (isGitHub ? `Bearer ${token}` : token)) return answer(401, { message: 'Bad credentials' });
      const author = isGitHub ? 'github-actions[bot]' : 'project_bot';
      const shown = ({ id, body, author: login }: Comment) =>
        isGitHub ? { id, body, user: { login } } : { id, body, author: { username: login } };
      const list = isGitHub ? '/repos/team/model/issues/7/comments' : '/projects/team%2Fmodel/merge_requests/7/notes';
      if (method === 'GET' && url.pathname === '/user') return answer(200, { username: 'project_bot' });
      if (method === 'GET' && url.pathname === list) {
        const [size, page] = ['per_page', 'page'].map((name) => Number(url.searchParams.get(name)));
        return answer(200, comments.slice((page! - 1) * size!, page! * size!).map(shown));
      }
      if (isReadOnly) return answer(403, { message: 'Resource not accessible by integration' });
      const { body } = JSON.parse(text) as { body: string };
      if (body.length > 65_536) return answer(422, { message: 'body is too long' });
      if (method === 'POST' && url.pathname === list) {
        const comment = { id: 100 + comments.length, body, author };
        comments.push(comment);
        return answer(201, shown(comment));
      }
      const [, id] = /(?:issues\/comments|notes)\/(\d+)$/.exec(url.pathname) ?? [];
      const found = comments.find((one) => String(one.id) === id);
      if (!found || method !== (isGitHub ? 'PATCH' : 'PUT')) return answer(404, { message: 'Not Found' });
      found.body = body;
      return answer(200, shown(found));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}`, comments, requests, close };
}
