import assert from 'node:assert/strict';
import type { Operation } from '../../../src/contract/definition/operation.ts';
import { type OperationId, operations } from '../../../src/contract/operations.ts';
import type { CallArguments, Client, ClientOptions } from '../../../src/platform/client.ts';
import type { FailureKind, WriteState } from '../../../src/platform/errors.ts';
import { clientOf, closeAll, failureOf, serverOf } from '../clientUnderTest.ts';
import { validInput } from '../validInputs.ts';
import { type Answer, json } from './testServer.ts';

interface Fault {
  answer: Answer;
  /** The expected failure of a call, or undefined if the call succeeds. */
  expected: (operation: Operation) => [FailureKind, WriteState] | undefined;
  options?: Partial<ClientOptions>;
}

const always = (kind: FailureKind, writeState: WriteState) => () => [kind, writeState] as [FailureKind, WriteState];

/** A body is accepted by operations whose response schema it matches. */
const accepts = (body: unknown) => (operation: Operation) => {
  const list = operation.list !== undefined;
  return operation.response.safeParse(body).success && !list
    ? undefined
    : (['unexpected-shape', 'unknown'] as [FailureKind, WriteState]);
};

const faults: Record<string, Fault> = {
  'a page': {
    answer: (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><html>'),
    expected: always('not-json', 'refused-by-server'),
  },
  'a wrong shape': { answer: (_, response) => json(response, [[1]]), expected: accepts([[1]]) },
  'an answer of null': { answer: (_, response) => json(response, null), expected: accepts(null) },
  '500': { answer: (_, response) => json(response, { error: 'Boom' }, 500), expected: always('server', 'unknown') },
  '502 as a page': {
    answer: (_, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway'),
    expected: always('server', 'unknown'),
  },
  '401': {
    answer: (_, response) => json(response, { error: 'No' }, 401),
    expected: always('unauthorized', 'refused-by-server'),
  },
  '403': {
    answer: (_, response) => json(response, { error: 'No' }, 403),
    expected: always('forbidden', 'refused-by-server'),
  },
  '404': {
    answer: (_, response) => json(response, { error: 'No' }, 404),
    expected: always('not-found', 'refused-by-server'),
  },
  'a hang': {
    answer: () => {},
    expected: always('timeout', 'unknown'),
    options: { transport: { headersMs: 25 } },
  },
  'a hang in the middle': {
    answer: (_, response) => void response.writeHead(200).write('{"items":['),
    expected: always('timeout', 'unknown'),
    options: { transport: { stallMs: 25 } },
  },
  'a reset before the answer': {
    answer: (_, __, incoming) => void incoming.socket.resetAndDestroy(),
    expected: always('reset', 'unknown'),
  },
  'a reset in the middle': {
    answer: (_, response, incoming) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"items":[', () => incoming.socket.resetAndDestroy());
    },
    expected: always('reset', 'unknown'),
  },
  'an answer cut short': {
    answer: (_, response, incoming) => {
      response.writeHead(200, { 'content-length': '1000', 'content-type': 'application/json' });
      response.write('{"items":[', () => incoming.socket.end());
    },
    expected: always('reset', 'unknown'),
  },
  'a redirect elsewhere': {
    answer: (_, response) => void response.writeHead(307, { location: 'https://elsewhere.invalid/login?x=1' }).end(),
    expected: always('redirected', 'refused-by-server'),
  },
};

function call(client: Client, id: OperationId): Promise<unknown> {
  return client.call(operations[id] as Operation, ...([validInput(id, 1)] as unknown as CallArguments<Operation>));
}

// Each call fails with the expected error under each fault, without an unhandled rejection.
describe('every call under every fault', () => {
  const unhandled: unknown[] = [];
  const record = (reason: unknown) => unhandled.push(reason);
  before(() => process.prependListener('unhandledRejection', record));
  after(() => process.off('unhandledRejection', record));
  afterEach(async () => {
    await closeAll();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(unhandled, [], 'no unhandled rejection');
  });

  for (const [name, { answer, expected: expectedOf, options }] of Object.entries(faults)) {
    const assertFaults = async (ids: readonly OperationId[]) => {
      const server = await serverOf(answer);
      const client = clientOf(server.url, { retry: { attempts: 2 }, ...options });
      let most = 0;
      for (const id of ids) {
        const before = server.received.length;
        const operation = operations[id] as Operation;
        const expected = expectedOf(operation);
        if (!expected) {
          most += 1;
          await call(client, id);
          continue;
        }
        const failure = await failureOf(call(client, id));
        assert.deepEqual([failure.kind, failure.writeState], expected, `${id}: ${failure.describe()}`);
        assert.equal(failure.operation, id);
        const retried = operation.idempotent && ['server', 'timeout', 'reset'].includes(failure.kind);
        const count = retried ? 2 : 1;
        most += count;
        // A call may time out before the server has read it.
        if (failure.kind !== 'timeout') assert.equal(server.received.length - before, count, `${id}: times sent`);
      }
      assert.ok(server.received.length <= most, 'something was sent too often');
    };
    it(name, async () => {
      const ids = Object.keys(operations) as OperationId[];
      // Each part with its own server: some calls wait for a time limit.
      const parts = Array.from({ length: 8 }, (_, part) => ids.filter((_, at) => at % 8 === part));
      await Promise.all(parts.map(assertFaults));
    });
  }
});
