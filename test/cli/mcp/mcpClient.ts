/** Clients of the server for assistants: that of the SDK, over the bundle, as hosts start it. */

import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { repository } from '../../vscode/locations.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

interface ToolAnswer {
  isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what an answer must have.
  structured: Record<string, any>;
  text: string;
}

export interface McpClient {
  client: Client;
  call(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
  /** What the server wrote to its error output. */
  log(): string;
  close(): Promise<void>;
}

export const serverBundle = path.join(repository, 'dist/mcpServer.mjs');

/** Starts servers for the tests of a `describe`, with one folder for their state. Each ends after its test. */
export function useMcp(): (project: string, ...options: string[]) => Promise<McpClient> {
  const state = temporaryFolder('mcp-state');
  const open: McpClient[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  after(() => state.remove());
  return async (project, ...options) => {
    const one = await startMcp(project, options, { DATA_MODEL_STATE: state.path });
    open.push(one);
    return one;
  };
}

export async function startMcp(
  project: string,
  options: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [serverBundle, '--stdio', '--project', project, ...options],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stderr: 'pipe',
  });
  let log = '';
  transport.stderr?.on('data', (text) => {
    log += text;
  });
  const client = new Client({ name: 'test client', version: '1' });
  await client.connect(transport);
  return {
    client,
    call: async (name, input = {}) => {
      const answer = await client.callTool({ name: `model_${name}`, arguments: input });
      const [content] = answer.content as { text: string }[];
      return { isError: answer.isError === true, structured: answer.structuredContent as never, text: content!.text };
    },
    log: () => log,
    close: () => client.close(),
  };
}
