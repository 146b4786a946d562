import assert from 'node:assert/strict';
import { operations } from '../../src/contract/operations.ts';
import { Client } from '../../src/platform/client.ts';
import { Transport } from '../../src/platform/http/transport.ts';
import { PlatformError } from '../../src/platform/platformError.ts';
import { startTestEmulator } from '../emulator/emulatorUnderTest.ts';
import { closeAll, failureOf, serveAndConnect } from './clientUnderTest.ts';
import { json } from './http/testServer.ts';

describe('a refused call', () => {
  it('shows the user the platform’s text, which names the missing action', async () => {
    const users = [{ username: 'reader', actions: ['SchemaRead'] }];
    const emulator = await startTestEmulator({ sample: false, buildMs: 0, users });
    const transport = new Transport();
    const client = new Client({ baseUrl: emulator.url, credential: { token: emulator.keys.reader! }, transport });
    const params = { deploymentId: emulator.deploymentId };
    try {
      const call = client.call(operations.commit, { params, body: {} });
      await assert.rejects(call, (failure: unknown) => {
        assert.ok(failure instanceof PlatformError);
        assert.deepEqual([failure.kind, failure.writeState], ['forbidden', 'refused-by-server']);
        assert.match(failure.message, /You need the permission SchemaUpdate/);
        assert.match(failure.describe(), /SchemaUpdate.*Ask an administrator/s);
        return true;
      });
    } finally {
      client.dispose();
      transport.dispose();
      await emulator.close();
    }
  });

  it('names the permission of the operation where the platform gives no reason', async () => {
    const { client } = await serveAndConnect((_, response) => json(response, {}, 403));
    const params = { deploymentId: '1' };
    const failure = await failureOf(client.call(operations.commit, { params, body: {} }));
    assert.equal(failure.kind, 'forbidden');
    assert.match(failure.message, /needs the permission SchemaUpdate\./);
    assert.equal((await failureOf(client.call(operations.listDeployments))).code, 'forbidden');
    await closeAll();
  });
});
