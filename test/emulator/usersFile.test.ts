import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../src/base/errors.ts';
import { readUsersFile } from '../../src/emulator/usersFile.ts';
import { startTestEmulator } from './emulatorUnderTest.ts';

const ada = { email: 'ada@acme.example', role: 'developer', apiKey: 'ada-key-1234' };

describe('the file of users', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'emulator-users-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const written = (content: unknown): string => {
    const file = join(folder, 'users.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };
  const me = async (url: string, key: string) =>
    (await fetch(`${url}/api/v1/users/me`, { headers: { authorization: `Bearer ${key}` } })).json() as Promise<{
      email: string;
      userPolicies: { actions: string[]; effect: string }[];
    }>;

  it('adds users with the actions of their role, or with their own', async () => {
    const usersFile = written([
      ada,
      { email: 'bo@acme.example', role: 'viewer', apiKey: 'bo-key-12345' },
      { email: 'cy@acme.example', role: 'developer', actions: ['SchemaRead'], apiKey: 'cy-key-12345' },
      { email: 'di@acme.example', role: 'admin', deniedActions: ['SchemaUpdate'], apiKey: 'di-key-12345' },
    ]);
    const emulator = await startTestEmulator({ sample: false, buildMs: 0, usersFile });
    try {
      const { email, userPolicies } = await me(emulator.url, 'ada-key-1234');
      assert.equal(email, 'ada@acme.example');
      assert.ok(userPolicies[0]!.actions.includes('SchemaUpdate'));
      const viewer = (await me(emulator.url, 'bo-key-12345')).userPolicies;
      assert.ok(viewer[0]!.actions.includes('SchemaRead') && !viewer[0]!.actions.includes('SchemaUpdate'));
      assert.deepEqual((await me(emulator.url, 'cy-key-12345')).userPolicies[0]!.actions, ['SchemaRead']);
      assert.deepEqual((await me(emulator.url, 'di-key-12345')).userPolicies[1], {
        actions: ['SchemaUpdate'],
        effect: 'deny',
        resourceType: 'Deployment',
        resources: ['*'],
      });
    } finally {
      await emulator.close();
    }
  });

  it('gives a known user the role and actions of the file', async () => {
    const dataDir = join(folder, 'data');
    const usersFile = written([ada]);
    await (await startTestEmulator({ sample: false, buildMs: 0, dataDir, usersFile })).close();
    written([{ ...ada, actions: ['DeploymentRead'] }]);
    const emulator = await startTestEmulator({ sample: false, buildMs: 0, dataDir, usersFile });
    try {
      assert.deepEqual((await me(emulator.url, ada.apiKey)).userPolicies[0]!.actions, ['DeploymentRead']);
    } finally {
      await emulator.close();
    }
  });

  it('refuses the key of another user', async () => {
    const dataDir = join(folder, 'taken');
    await (await startTestEmulator({ sample: false, dataDir, usersFile: written([ada]) })).close();
    const usersFile = written([{ ...ada, email: 'eve@acme.example' }]);
    await assert.rejects(startTestEmulator({ sample: false, dataDir, usersFile }), (failure: UserError) => {
      assert.equal(failure.code, 'users-file-unusable');
      assert.match(failure.message, /the key of eve@acme\.example is the key of ada@acme\.example/);
      assert.ok(!failure.describe().includes(ada.apiKey));
      return true;
    });
  });

  for (const [what, content, expected] of [
    ['text that is not JSON', '[{"email": "a@b", "apiKey": "secret-key-1" oops', /not JSON/],
    ['an object', ada, /the file: .*array/],
    ['a missing field', [{ email: ada.email, role: 'admin' }], /user 1, apiKey/],
    ['an unknown role', [ada, { ...ada, role: 'owner' }], /user 2, role.*"admin"/],
    ['an unknown action', [{ ...ada, actions: ['SchemaDestroy'] }], /user 1, actions\.0.*"SchemaRead"/],
    ['an unknown field', [{ ...ada, key: 'x' }], /user 1.*"key"/],
    ['an address that is none', [{ ...ada, email: 'ada' }], /user 1, email/],
    ['a key with spaces', [{ ...ada, apiKey: 'secret key 12' }], /user 1, apiKey/],
    ['a key twice', [ada, { ...ada, email: 'b@acme.example' }], /user 2, apiKey: an earlier user has the same one/],
    ['an email twice', [ada, { ...ada, apiKey: 'secret-key-2' }], /user 2, email: an earlier user has the same one/],
  ] as const) {
    it(`refuses ${what}, and shows no key`, async () => {
      await assert.rejects(readUsersFile(written(content)), (failure: UserError) => {
        assert.ok(failure instanceof UserError && failure.code === 'users-file-unusable');
        assert.match(failure.message, expected);
        assert.doesNotMatch(failure.describe(), /secret|ada-key/);
        return true;
      });
    });
  }

  it('refuses a file that does not exist', async () => {
    await assert.rejects(readUsersFile(join(folder, 'none.json')), /cannot be used: there is no such file/);
  });
});
