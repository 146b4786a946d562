/** The table of PRIVACY.md: programs run without a network, on names and addresses of this test, and may look for no others. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../vscode/locations.ts';
import { missingSinkhole, runInSinkhole } from './inSinkhole.ts';

/** What begins a row of the table: the scenario that does what the row says, and the host that it may look for. */
const rows = [
  ['the platform that you connect to', 'platform', ['platform.test']],
  ['an emulator on your computer', 'emulator', []],
  ['your database', 'database', ['database.test']],
  ['the npm registry', 'registry', ['registry.test']],
  ['the API of GitHub or GitLab', 'comment', ['api.test']],
] as const;

describe('the hosts in PRIVACY.md', function () {
  this.timeout(400_000);

  it('are those that these tests know', () => {
    const text = readFileSync(path.join(repository, 'PRIVACY.md'), 'utf8');
    const hosts = [...text.matchAll(/^\| ([^|]+) \|/gm)].map(([, host]) => host!.trim()).slice(1);
    assert.equal(hosts.length, rows.length);
    for (const [at, [host]] of rows.entries()) assert.ok(hosts[at]!.startsWith(host), hosts[at]);
  });

  describe('without a network', () => {
    before(async function () {
      const missing = await missingSinkhole();
      if (missing === undefined) return;
      process.stderr.write(`The tests of hosts are skipped: ${missing}\n`);
      this.skip();
    });

    const lookedFor = async (...args: string[]) => {
      const { names, addresses } = await runInSinkhole(args);
      return [...names, ...addresses];
    };
    const scenario = (name: string) => lookedFor(path.join(import.meta.dirname, 'scenarios.ts'), name);

    it('would be seen: names and addresses of other programs are', async () => {
      const code =
        "for (const url of ['https://other.test', 'http://192.0.2.7', 'http://[2001:db8::1]']) await fetch(url).catch(() => {})";
      assert.deepEqual(await lookedFor('--eval', `(async () => { ${code} })()`), [
        'other.test',
        '192.0.2.7',
        '2001:db8::1',
      ]);
    });

    for (const [host, name, expected] of rows) {
      it(`${host}: nothing else is looked for`, async () => assert.deepEqual(await scenario(name), expected));
    }

    it('are not needed by what works on files and their data', async () =>
      assert.deepEqual(await scenario('none'), []));
  });
});
