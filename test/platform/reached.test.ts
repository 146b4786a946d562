import assert from 'node:assert/strict';
import { meOperations } from '../../src/contract/users/me.ts';
import { clientOf, closeAll, failureOf, serverOf } from './clientUnderTest.ts';
import { type Answer, json } from './http/testServer.ts';

describe('a client', () => {
  afterEach(closeAll);

  it('says after each call whether the platform was reached: a refusal reaches it, a slow answer may', async () => {
    let answer: Answer = (_, response) => json(response, { id: 1, email: 'kim@acme.example.com' });
    const server = await serverOf((...exchange) => answer(...exchange));
    const client = clientOf(server.url, { retry: { attempts: 1, baseMs: 1 } });
    const reached: boolean[] = [];
    client.onReached = (one) => reached.push(one);
    await client.call(meOperations.getMe);
    answer = (_, response) => void response.writeHead(401).end();
    await failureOf(client.call(meOperations.getMe));
    answer = () => {};
    await failureOf(client.call(meOperations.getMe, {}, { deadlineMs: 50 }));
    assert.deepEqual(reached, [true, true]);
    await server.close();
    await failureOf(client.call(meOperations.getMe));
    assert.deepEqual(reached, [true, true, false]);
  });
});
