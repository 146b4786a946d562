import assert from 'node:assert/strict';
import { operations } from '../../src/contract/operations.ts';
import { startEmulator } from '../../src/emulator/emulator.ts';
import { Client } from '../../src/platform/client.ts';
import { Transport } from '../../src/platform/http/transport.ts';
import { PlatformError } from '../../src/platform/platformError.ts';

describe('a refused call', () => {
  it('shows the user the platform’s text, which names the missing action', async () => {
    const users = [{ username: 'reader', actions: ['SchemaRead'] }];
    const emulator = await startEmulator({ sample: false, buildMs: 0, users });
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
});
