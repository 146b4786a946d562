/** The server over HTTP, for tests that speak nothing else: each session has a process of its own, as with a host. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { serverBundle } from './mcpClient.ts';

export interface HttpBridge {
  url: string;
  close(): Promise<void>;
}

export async function bridgeTo(project: string): Promise<HttpBridge> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const processes: StdioClientTransport[] = [];
  const newSession = async () => {
    const http = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, http),
    });
    const args = [serverBundle, '--stdio', '--project', project, '--no-database'];
    const stdio = new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' });
    processes.push(stdio);
    http.onmessage = (message) => void stdio.send(message);
    stdio.onmessage = (message) => void http.send(message);
    http.onclose = () => void stdio.close();
    await Promise.all([stdio.start(), http.start()]);
    return http;
  };
  const server = createServer(async (request, response) => {
    const id = request.headers['mcp-session-id'];
    const session = (typeof id === 'string' && sessions.get(id)) || (await newSession());
    await session.handleRequest(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: async () => {
      for (const one of processes) await one.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
