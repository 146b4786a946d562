/** The server for assistants in the process of the test, with its own client and without the limit of calls in a minute. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { makeLog } from '../../../src/base/log.ts';
import { CallLimits } from '../../../src/cli/mcp/limits.ts';
import { createServer } from '../../../src/cli/mcp/server.ts';
import { Session } from '../../../src/cli/mcp/session.ts';
import type { PlatformReads, RowLevel } from '../../../src/cli/mcp/shared/capability.ts';
import { databasesOf, sourcesOf } from '../../../src/cli/openSources.ts';
import type { McpClient } from './mcpClient.ts';

interface Options {
  mode?: 'read' | 'edit';
  rows?: RowLevel;
  source?: string;
  platform?: PlatformReads;
  /** How long a call waits for the compiler. */
  waitMs?: number;
  /** How long edits may be compiled. */
  whatIfMs?: number;
}

export async function serveInProcess(
  projectFolder: string,
  { mode = 'read', rows = 'full', source, platform, ...times }: Options = {},
): Promise<McpClient> {
  const lines: string[] = [];
  const log = makeLog((level, message) => void lines.push(`${level} ${message}`));
  const databases = async () => {
    const values = { source, 'trust-model': false };
    const sources = await sourcesOf(values, { currentFolder: projectFolder, projectFolder });
    return sources ? databasesOf(sources) : new Map();
  };
  const folder = { projectFolder, modelFolder: 'model' };
  const session = new Session({ folder, rows, databases, platform, log, ...times });
  let now = 0;
  const limits = new CallLimits(() => (now += 60_000));
  const server = createServer({ version: '1', mode, read: session.read, write: session.write, log, limits });
  const client = new Client({ name: 'test client', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return {
    client,
    call: async (name, input = {}) => {
      const answer = await client.callTool({ name: `model_${name}`, arguments: input });
      const [content] = answer.content as { text: string }[];
      return { isError: answer.isError === true, structured: answer.structuredContent as never, text: content!.text };
    },
    log: () => lines.join('\n'),
    close: async () => {
      await client.close();
      session.dispose();
    },
  };
}
