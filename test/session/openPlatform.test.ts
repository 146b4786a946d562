import assert from 'node:assert/strict';
import { silentLog } from '../../src/base/log.ts';
import { PlatformError } from '../../src/platform/platformError.ts';
import { Connection } from '../../src/session/connection.ts';
import { openPlatform } from '../../src/session/openPlatform.ts';
import { freePort } from '../database/serverProcess.ts';

describe('openPlatform', () => {
  it('names an emulator of this machine by its label in errors, and another platform by its address', async () => {
    const port = await freePort();
    const endpoint = async () => ({ baseUrl: `http://127.0.0.1:${port}`, credential: { token: 'a-key-1234567' } });
    for (const [origin, name] of [
      ['emulator', 'Local emulator of “shop”'],
      ['stored', `127.0.0.1:${port}`],
    ] as const) {
      const record = { id: 'emulator /projects/shop', label: 'Local emulator of “shop”' };
      const connection = new Connection(record, origin, endpoint, (own, known) => openPlatform(own, known, silentLog));
      const session = await connection.open();
      const failure = await session.userName().catch((error: unknown) => error);
      assert.ok(failure instanceof PlatformError);
      assert.ok(failure.message.startsWith(name), failure.message);
      assert.ok(failure.where?.startsWith(name), failure.where);
      assert.equal(failure.describe().includes(String(port)), origin === 'stored', failure.describe());
      connection.dispose();
    }
  });
});
