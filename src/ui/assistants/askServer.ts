/** Asks the server of tools for assistants, as an assistant does: over its standard input and output. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CancelledError, UserError } from '../../base/errors.ts';
import { describeExit } from '../../base/process.ts';

export interface ToolCall {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
}

export interface ToolAnswer {
  text: string;
  structured: unknown;
  isError: boolean;
}

interface Started {
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

const protocolVersion = '2025-06-18';
const deadlineMs = 90_000;

/** The server ends with the last answer. @throws UserError, CancelledError */
export async function askServer(
  { command, args, env }: Started,
  calls: readonly ToolCall[],
  signal: AbortSignal,
): Promise<ToolAnswer[]> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  const server = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  let said = '';
  server.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  const waiting = new Map<number, (message: Readonly<Record<string, unknown>>) => void>();
  const ended = new Promise<never>((_resolve, reject) => {
    const end = (reason: string) => reject(new UserError(`The server for assistants ended: ${reason}. ${said.trim()}`));
    server.once('error', ({ message }) => end(message));
    server.once('exit', (code, by) => end(describeExit(code, by)));
    until.addEventListener('abort', () => {
      if (signal.aborted) reject(new CancelledError());
      else reject(new UserError(`The server for assistants did not answer within ${deadlineMs / 1000} seconds.`));
    });
  });
  ended.catch(() => {});
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = parsed(line);
    const id = Number(message?.id);
    if (message) waiting.get(id)?.(message);
  });
  // It may end while it is written to; `ended` tells then.
  server.stdin.on('error', () => {});
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let last = 0;
  const ask = (method: string, params: object) => {
    last += 1;
    const id = last;
    const answer = new Promise<Readonly<Record<string, unknown>>>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    return Promise.race([answer, ended]);
  };
  try {
    await ask('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'preview', version: '1' } });
    send({ method: 'notifications/initialized' });
    const answers: ToolAnswer[] = [];
    for (const call of calls) answers.push(answerOf(await ask('tools/call', call)));
    return answers;
  } finally {
    server.removeAllListeners('exit');
    server.kill();
  }
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function answerOf({ result, error }: Readonly<Record<string, unknown>>): ToolAnswer {
  if (error) throw new UserError(String((error as { message?: unknown }).message));
  const { content, structuredContent, isError } = (result ?? {}) as Record<string, unknown>;
  const [first] = Array.isArray(content) ? (content as { text?: unknown }[]) : [];
  return { text: String(first?.text ?? ''), structured: structuredContent ?? null, isError: isError === true };
}
