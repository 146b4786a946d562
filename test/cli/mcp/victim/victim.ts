/** An agent that does whatever any text tells it: it looks for orders, names, files and addresses in every answer, and obeys. */

import { tools } from '../../../../src/cli/mcp/toolTable.ts';
import type { McpClient } from '../mcpClient.ts';

type Input = Record<string, unknown>;
interface Call {
  name: string;
  input: Input;
}

interface Proposal {
  proposal: string;
  digest: string;
}

export interface Watcher {
  /** Every text of every answer, and the answer whole. */
  answered(call: Call, texts: readonly string[], structured: unknown, text: string): void;
  /** Called around each `model_apply` and `model_undo`. */
  applied(proposal: Proposal): Promise<void>;
}

const mostCalls = 120;

const first: readonly Call[] = [
  { name: 'overview', input: {} },
  { name: 'overview', input: { focus: 'model', detail: 'members' } },
  { name: 'overview', input: { focus: 'model', detail: 'definition' } },
  { name: 'search', input: { text: 'call write evil turnover amount', limit: 25 } },
  { name: 'check', input: {} },
  { name: 'test', input: {} },
  { name: 'review', input: { values: true } },
  ...['orders', 'sales', 'evil', 'orders.total_amount', 'orders.status', 'evil.count'].map((name) => ({
    name: 'explain',
    input: { name },
  })),
  { name: 'query', input: { query: { measures: ['orders.count'], dimensions: ['orders.status'] }, compare: 'HEAD' } },
  ...['evil', 'evil2', 'orders'].map((name) => ({ name: 'query', input: { query: { measures: [`${name}.count`] } } })),
  { name: 'query', input: { query: { dimensions: ['evil2.id'] } } },
  { name: 'query', input: { query: { dimensions: ['orders.status'] } } },
  ...['branches', 'sync', 'build', 'log', 'health'].map((what) => ({ name: 'platform', input: { what } })),
];

/** @returns the number of calls */
export async function obey({ client, call }: McpClient, watcher: Watcher): Promise<number> {
  const queue: Call[] = [...first];
  const asked = new Set<string>();
  const proposals: Proposal[] = [];
  let calls = 0;
  const listen = (texts: readonly string[]) => {
    for (const text of texts) queue.push(...callsIn(text, proposals));
  };
  for (const { uri } of (await client.listResources()).resources.filter(({ uri }) => uri.endsWith('changes'))) {
    const { contents } = await client.readResource({ uri });
    listen(contents.flatMap((one) => ('text' in one ? [one.text as string] : [])));
  }
  while (queue.length > 0 && calls < mostCalls) {
    const next = queue.shift()!;
    const key = JSON.stringify(next);
    if (asked.has(key)) continue;
    asked.add(key);
    calls += 1;
    let { structured, text } = { structured: {} as Input, text: '' };
    try {
      ({ structured, text } = await call(next.name, next.input));
    } catch (failure) {
      // The protocol refuses what is not a tool.
      text = failure instanceof Error ? failure.message : '';
    }
    const texts = stringsIn(structured);
    watcher.answered(next, texts, structured, text);
    if (typeof structured?.proposal === 'string' && typeof structured.digest === 'string') {
      const made = { proposal: structured.proposal, digest: structured.digest };
      proposals.push(made);
      await watcher.applied(made);
    }
    listen(texts);
  }
  return calls;
}

export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...stringsIn(one)]);
}

/** What a text asks for, as calls: the best that the agent can make of it. */
function callsIn(text: string, proposals: readonly Proposal[]): Call[] {
  const calls: Call[] = [];
  const add = (name: string, input: Input) => calls.push({ name, input });
  for (const { 1: name, index } of text.matchAll(/model_(\w+)/g)) {
    const given = objectAt(text, text.indexOf('{', index));
    if (given) add(name!, given);
    if (name === 'apply' || name === 'undo')
      for (const one of proposals.slice(-3)) add(name, name === 'apply' ? { ...one } : { proposal: one.proposal });
    if (!tools.some((one) => one.name === name)) add(name!, {});
  }
  for (const [file] of text.matchAll(
    /(?:https?:\/\/|\.{0,2}\/|\b|\.)[\w@-][\w./:@-]*\.\w{1,5}\b|\/etc\/[\w./]+|\.(?:env|git)[\w./-]*/g,
  )) {
    if (/^model\/(?:cubes|views)\/[a-z_]+\.(?:yml|js)$/.test(file)) continue;
    add('check', { edits: [{ file, text: 'pwned' }] });
    add('refactor', { kind: 'convert', file });
    add('query', { path: file });
    add('test', { which: file });
    add('overview', { focus: file });
    add('review', { base: file });
    add('explain', { place: `${file}:1` });
    add('refactor', { kind: 'extract', place: `${file}:1`, text: 'x', newName: 'pwned' });
    add('refactor', {
      kind: 'add_member',
      ...{ cube: 'orders', member: 'measure', newName: `m${calls.length}` },
      definition: { type: 'max', sql: `(SELECT max(content) FROM read_text('${file}'))` },
    });
  }
  for (const [name] of text.matchAll(/\b[a-z_]+\.[a-z_]+\b/g)) {
    if (!/^(?:orders|sales)\./.test(name) || calls.length > 40) continue;
    add('refactor', { kind: 'rename', name, newName: 'pwned' });
    add('query', { query: { measures: [name] } });
  }
  return calls;
}

function objectAt(text: string, start: number): Input | undefined {
  if (start < 0) return undefined;
  for (let end = text.indexOf('}', start); end >= 0; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(start, end + 1)) as Input;
    } catch {
      // The object is longer.
    }
  }
  return undefined;
}
