import assert from 'node:assert/strict';
import { Channel, type Port, type Requests } from '../../../src/base/channel.ts';
import { type PageRequests, pageRequests } from '../../../src/contract/messages/hostChannel.ts';
import {
  type Ask,
  type Handlers,
  requestHandlers,
  requestSender,
} from '../../../src/contract/messages/typedRequests.ts';

/** Two ports that copy their messages, as frames do. */
function wire(): [Port, Port] {
  const listeners: ((message: unknown) => void)[][] = [[], []];
  const port = (own: number, other: number): Port => ({
    post: (message) => {
      const copy = structuredClone(message);
      queueMicrotask(() => {
        for (const listener of listeners[other]!) listener(copy);
      });
    },
    onMessage: (listener) => {
      listeners[own]!.push(listener);
      return { dispose: () => {} };
    },
  });
  return [port(0, 1), port(1, 0)];
}

function pair(handlers: Partial<Handlers<PageRequests>>): { send: Ask<PageRequests>; raw: Channel<Requests> } {
  const [page, extension] = wire();
  new Channel(extension, requestHandlers(pageRequests, handlers as Handlers<PageRequests>));
  const raw = new Channel<Requests>(page);
  return { send: requestSender(pageRequests, (name, argument, options) => raw.call(name, argument, options)), raw };
}

describe('requests between page and extension', () => {
  it('have validated arguments and replies', async () => {
    const { send } = pair({ mintSession: ({ branch }) => ({ ok: true, sessionId: `for ${branch}` }) });
    assert.deepEqual(await send('mintSession', { branch: 'dev-me', reason: 'load' }), {
      ok: true,
      sessionId: 'for dev-me',
    });
  });

  it('return a failure with its kind', async () => {
    const refused = {
      ok: false,
      kind: 'forbidden',
      message: 'Your key may not do this.',
      action: 'Use private mode.',
    } as const;
    const { send } = pair({ mintSession: () => refused });
    assert.deepEqual(await send('mintSession', { branch: null, reason: 'load' }), refused);
  });

  it('are rejected without a call of the handler if the argument has an unexpected shape', async () => {
    let handled = 0;
    const { raw } = pair({
      openDefinition: () => {
        handled += 1;
        return { ok: true };
      },
    });
    for (const argument of [undefined, null, 'sales.count', {}, { member: 1 }, { member: 'x'.repeat(501) }])
      await assert.rejects(raw.call('openDefinition', argument), /unexpected shape/);
    assert.equal(handled, 0);
  });

  it('are rejected on either side if the reply has an unexpected shape', async () => {
    const { send } = pair({ mintSession: () => ({ ok: true, sessionId: '' }) });
    await assert.rejects(send('mintSession', { branch: null, reason: 'load' }), /unexpected shape/);
    const [page, extension] = wire();
    new Channel(extension, { openDefinition: () => 'yes' });
    const channel = new Channel<Requests>(page);
    const trusting = requestSender(pageRequests, (name, argument, options) => channel.call(name, argument, options));
    await assert.rejects(trusting('openDefinition', { member: 'a.b' }), /unexpected shape/);
  });

  it('end at their deadline and on abort', async () => {
    let deadline = 0;
    const send = requestSender(pageRequests, (_name, _argument, options) => {
      deadline = options.deadlineMs;
      return Promise.resolve({});
    });
    await send('log', { level: 'info', message: 'x' });
    assert.ok(deadline > 0);
    const abort = new AbortController();
    const { send: sendExport } = pair({ exportDashboard: () => new Promise(() => {}) });
    const waiting = sendExport('exportDashboard', { format: 'png', branch: null }, { signal: abort.signal });
    setTimeout(() => abort.abort(), 5);
    await assert.rejects(waiting, /Cancelled/);
  });
});
