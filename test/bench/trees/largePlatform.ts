/** A platform with many deployments, branches and users, in a thread of its own. It answers with pages. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface Sizes {
  deployments: number;
  branches: number;
  users: number;
}

const sizes = workerData as Sizes;
const adjectives = ['Retail', 'Finance', 'Wholesale', 'Support', 'Logistics', 'Growth', 'Marketing', 'Returns'];
const word = (index: number) => adjectives[index % adjectives.length]!;

const makers: Record<string, { count: number; make: (index: number) => object }> = {
  '/api/v1/deployments': {
    count: sizes.deployments,
    make: (index) => ({
      id: index + 1,
      name: `${word(index)} analytics ${index + 1}`,
      created_at: '2026-01-31T10:00:00.000Z',
      deploymentUrl: `https://deployment-${index + 1}.example.com`,
      creationStep: 'ready',
    }),
  },
  '/build/api/v1/deployments/1/branches': {
    count: sizes.branches,
    make: (index) => ({
      id: index + 1,
      name: index === 0 ? 'main' : `${index % 3 === 0 ? 'dev-' : ''}${word(index).toLowerCase()}-${index}`,
      parentBranch: index === 0 ? null : 'main',
      lastHash: '0123456789abcdef0123456789abcdef01234567',
      isStagingEnvironmentEnabled: index % 10 === 0,
    }),
  },
  '/api/v1/users': {
    count: sizes.users,
    make: (index) => ({
      id: index + 1,
      username: `${word(index).toLowerCase()}${index + 1}`,
      email: `${word(index).toLowerCase()}${index + 1}@example.com`,
      firstName: word(index),
      lastName: `Person ${index + 1}`,
      role: 'developer',
      status: 'ACTIVE',
    }),
  },
};
const single: Record<string, object> = {
  '/api/v1/deployments/1/settings': { deployBranchName: 'main' },
  '/api/v1/deployments/1/build-status': { status: 'built', branchName: 'main' },
  '/api/v1/users/me': { id: 1, email: 'ada@example.com' },
};

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://host');
  const path = url.pathname.replace(/\/+$/, '');
  const list = makers[path];
  const query = url.searchParams;
  const first = Number(query.get('first') ?? query.get('limit') ?? 20);
  const start = Number(query.get('after') ?? query.get('offset') ?? 0);
  let body: object = single[path] ?? { error: 'Not found' };
  if (list) {
    const items = Array.from({ length: Math.max(0, Math.min(first, list.count - start)) }, (_, at) =>
      list.make(start + at),
    );
    const end = start + items.length;
    const hasNextPage = end < list.count;
    body = {
      items,
      pageInfo: { hasNextPage, endCursor: String(end) },
      pagination: { offset: start, limit: first, total: list.count },
    };
  }
  response
    .writeHead(list || path in single ? 200 : 404, { 'content-type': 'application/json' })
    .end(JSON.stringify(body));
});
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
