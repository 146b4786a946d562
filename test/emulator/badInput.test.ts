import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { testSeed } from '../run/testSeed.ts';
import { DataApiClient } from './data/dataApiClient.ts';
import { type DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const seed = testSeed();
const rounds = 300;

/** Pseudo-random numbers in [0, 1), the same for the same seed. */
function random(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe(`bad input to the emulator (TEST_SEED=${seed})`, () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  before(async () => {
    under = await emulatorUnderTest({ waitMs: 50 });
    client = await under.newDeployment();
    await client.openDevMode();
  });
  after(() => under.close());

  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const texts = [
    '',
    ' ',
    'main',
    'dev-',
    '../../etc',
    'a/b',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    'x'.repeat(5000),
  ];
  const odd = (depth = 0): unknown => {
    const leaf = () => pick([...texts, 0, -1, 1e308, 0.5, true, false, null, undefined]);
    if (depth > 2 || next() < 0.5) return leaf();
    if (next() < 0.5) return Array.from({ length: Math.floor(next() * 4) }, () => odd(depth + 1));
    return Object.fromEntries(Array.from({ length: Math.floor(next() * 4) }, () => [pick(names), odd(depth + 1)]));
  };
  const names = [
    ...new Set((Object.values(operations) as Operation[]).flatMap(({ body }) => fieldsOf(body))),
    'path',
    'newPath',
    'content',
    'id',
    'hash',
    '__proto__',
  ];
  /** Mostly valid input with some invalid fields. */
  const almostValid = (): Record<string, unknown> => ({
    branchName: pick([...texts, 'main']),
    message: pick(texts),
    name: pick([...texts, `b${Math.floor(next() * 5)}`]),
    files: pick([
      [{ path: pick(texts), content: pick(texts), newPath: pick(texts) }],
      {},
      { [pick(texts)]: { hash: pick(texts) } },
    ]),
    transaction: pick([{ id: pick(texts) }, '{"id":1}', 7]),
    enabled: pick([true, 'true', 1]),
    env_variables: pick([[{ name: pick(texts), value: pick(texts) }], {}]),
    expiresIn: pick([60, -1, '60', 1e9]),
    repository: pick(['a/b', ...texts]),
  });

  it('is answered with an error response, never with a crash', async () => {
    const table = (Object.values(operations) as Operation[]).filter(({ id }) => id !== 'deleteDeployment');
    for (let round = 0; round < rounds; round++) {
      const { id, method, path, body, encoding } = pick(table);
      const fields = fieldsOf(body);
      const input =
        next() < 0.3
          ? odd()
          : Object.fromEntries(Object.entries(almostValid()).filter(([name]) => fields.includes(name) || next() < 0.1));
      const query =
        next() < 0.4
          ? `?${encodeURIComponent(pick(['branchName', 'first', 'after', 'wait', 'x', 'devMode']))}=${pick(['', '-1', 'abc', '%00', '%ff', 'true', 'main', '9'.repeat(30)])}`
          : '';
      const deployment = next() < 0.9 ? String(client.id) : pick(['0', '-1', '%00', '..', '1e3', '%E0%A4%A']);
      const headers: Record<string, string> = { authorization: `Bearer ${client.key}` };
      let payload: string | undefined;
      if (method !== 'GET') {
        payload = next() < 0.1 ? pick(['{', 'null', '[]', '"x"', '\0', '7']) : (JSON.stringify(input) ?? '');
        headers['content-type'] =
          encoding === 'multipart' && next() < 0.7
            ? 'multipart/form-data; boundary=x'
            : pick(['application/json', 'text/plain', '']);
      }
      const response = await fetch(`${client.url}${path.replace('{deploymentId}', deployment)}${query}`, {
        method,
        headers,
        ...(payload === undefined ? {} : { body: payload }),
      });
      const text = await response.text();
      const context = `round ${round}: ${method} ${id}${query} ${payload?.slice(0, 300)} → ${response.status} ${text.slice(0, 200)}`;
      assert.ok(response.status < 500, context);
      if (response.status >= 400) assert.equal(typeof JSON.parse(text).error, 'string', context);
    }
    assert.equal((await client.send('GET', '/api/v1/users/me')).status, 200);
  });

  it('is answered with the name of the invalid field', async () => {
    for (const [answer, field] of [
      [await client.build('PUT', '/data-model/files', { files: [{ path: 'a', content: 1 }] }), 'files.0.content'],
      [await client.build('POST', '/dev-mode', {}), 'branchName'],
      [await client.build('POST', '/dev-mode', { branchName: 'main', extra: 1 }), 'extra'],
      [await client.control('GET', '/logs?container=other'), 'container'],
      [await client.build('GET', '/branches?first=-1'), 'first'],
      [await client.build('GET', '/branches?first=1&first=2'), 'first'],
      [await client.build('GET', '/branches?after=nonsense'), 'after'],
      [
        await client.control('PUT', '/env-vars', { env_variables: [{ name: '1A', value: '' }] }),
        'env_variables.0.name',
      ],
    ] as const) {
      assert.equal(answer.status, 400, field);
      assert.ok(answer.body.error.includes(field), `${answer.body.error} names ${field}`);
    }
  });

  it('is refused when it is nested so deeply that nothing could check or save it', async () => {
    const nested = (levels: number) => {
      const templateVariables = `${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}`;
      return JSON.parse(`{"templateVariables":${templateVariables}}`) as object;
    };
    assert.equal((await client.control('PUT', '', nested(200))).status, 200);
    const answer = await client.control('PUT', '', nested(201));
    assert.deepEqual([answer.status, answer.body.error], [400, 'body: nested more than 200 levels deep']);
    const data = await DataApiClient.of(client);
    const filter = { member: 'orders.id', operator: 'set' };
    const filters = Array.from({ length: 1000 }).reduce<object>((inner) => ({ and: [inner] }), filter);
    const refused = await data.once({ measures: [], dimensions: ['orders.id'], filters: [filters] });
    assert.equal(refused.status, 400, refused.body.error);
  });

  it('in the HTTP protocol itself does not disturb other clients', async () => {
    const { port } = new URL(client.url);
    for (const bytes of [
      'nonsense\r\n\r\n',
      'POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n',
      'GET / HTTP/9\r\n\r\n',
      '\0\0\0',
      `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.end(bytes));
        socket.on('error', () => {});
        socket.on('data', () => {});
        socket.on('close', () => resolve());
      });
    }
    assert.equal((await client.send('GET', '/api/v1/users/me')).status, 200);
  });

  it('is answered with 411 for a write without a length (notes)', async () => {
    const { port } = new URL(client.url);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST /build/api/v1/deployments/${client.id}/pull HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${client.key}\r\nConnection: close\r\n\r\n`,
        );
      });
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('close', () => resolve(text));
    });
    assert.match(answer, /^HTTP\/1\.1 411 /);
  });
});

function fieldsOf(schema: unknown): string[] {
  const { shape, unwrap } = schema as { shape?: object; unwrap?: () => unknown };
  if (shape) return Object.keys(shape);
  return unwrap ? fieldsOf((schema as { unwrap(): unknown }).unwrap()) : [];
}
