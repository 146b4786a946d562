/**
 * Reads the requests of the parent process and writes the replies. What this needs is taken before any code of a model runs, and a
 * nonce never leaves it, so that such code cannot write a reply.
 */

import { writeSync } from 'node:fs';
import { isNestedDeeper } from '../../base/jsonDepth.ts';
import {
  type CompilerRequests,
  type Message,
  maxReplyBytes,
  maxReplyDepth,
  type Outcome,
  type Reply,
  replyPipe,
} from '../compilerRequests.ts';
import { failureText } from '../failureText.ts';

const { parse, stringify } = JSON;
const { hasOwn } = Object;
const encoder = new TextEncoder();
const encode = encoder.encode.bind(encoder);
const { stdin } = process;
const exit = process.exit.bind(process);

/** Ends this process together with its parent. */
export function serveParent(requests: CompilerRequests, cancel: () => void): void {
  let unread: string[] = [];
  stdin.setEncoding('utf8');
  stdin.on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    unread.push(first);
    for (const next of others) {
      const message = parse(unread.join('')) as Message;
      unread = [next];
      if (message.name === 'cancel') cancel();
      else void answer(requests, message);
    }
  });
  stdin.on('end', () => exit());
  stdin.on('error', () => exit());
}

async function answer(requests: CompilerRequests, { nonce, name, body }: Exclude<Message, { name: 'cancel' }>) {
  let outcome: Outcome;
  try {
    if (!hasOwn(requests, name)) throw new Error(`Unknown request “${name}”`);
    outcome = { reply: await (requests[name] as (body: unknown) => Promise<Reply<unknown>>)(body) };
  } catch (failure) {
    outcome = { failure: failureText(failure) };
  }
  let bytes = encode(`${nonce} ${textOf(outcome)}\n`);
  if (bytes.length > maxReplyBytes) {
    const failure = `The answer of the model is larger than ${maxReplyBytes / 1e6} MB.`;
    bytes = encode(`${nonce} ${stringify({ failure })}\n`);
  }
  for (let at = 0; at < bytes.length; ) at += writeSync(replyPipe, bytes, at);
}

function textOf(outcome: Outcome): string {
  let text: string;
  try {
    text = stringify(outcome);
  } catch (failure) {
    return stringify({ failure: `The answer of the model cannot be sent: ${failureText(failure)}` });
  }
  if (isNestedDeeper(text, maxReplyDepth)) {
    return stringify({ failure: `The answer of the model is nested more than ${maxReplyDepth} levels deep.` });
  }
  return text;
}
