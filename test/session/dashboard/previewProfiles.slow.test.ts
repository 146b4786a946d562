/** The data that access policies hide from the user of a preview profile, with the sessions and exports that a preview makes. */

import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { Connection } from '../../../src/session/connection.ts';
import { EmbedAccess } from '../../../src/session/dashboard/embedAccess.ts';
import { exportSubject } from '../../../src/session/dashboard/exportSubject.ts';
import { readProfile } from '../../../src/session/dashboard/previewProfiles.ts';
import { renderDashboard } from '../../../src/session/dashboard/rendering.ts';
import { openPlatform } from '../../../src/session/openPlatform.ts';
import type { PlatformSession } from '../../../src/session/platformSession.ts';
import { DataApiClient } from '../../emulator/data/dataApiClient.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../../emulator/emulatorUnderTest.ts';

const guarded = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - name: count
        type: count
      - name: revenue
        sql: amount
        type: sum
    access_policy:
      - group: "*"
        member_level:
          excludes: [revenue]
      - group: staff
`;

const profiles = {
  Staff: { externalId: 'ada', embedTenantName: 'acme', groups: ['staff'] },
  Guest: { externalId: 'ben', embedTenantName: 'acme' },
};

describe('a preview as the user of a profile', () => {
  let under: EmulatorUnderTest;
  let platform: PlatformSession;
  let deploymentId: string;
  let dataUrl: string;
  before(async () => {
    under = await emulatorUnderTest();
    const { emulator } = under;
    const client = await under.newDeployment({ 'model/cubes/orders.yml': guarded });
    assert.equal((await client.status('main', true)).errorText, null);
    deploymentId = String(client.id);
    dataUrl = (await DataApiClient.of(client)).url;
    const credential = { token: emulator.apiKey };
    platform = await openPlatform(
      { baseUrl: emulator.url, credential, admin: { token: emulator.adminApiKey } },
      new Connection(
        { id: emulator.url, label: 'test' },
        'environment',
        async () => assert.fail(),
        openPlatform as never,
      ),
      silentLog,
    );
  });
  after(async () => {
    platform.dispose();
    await under.close();
  });

  it('shows a measure to one group only, with one preview that switches', async () => {
    let name: keyof typeof profiles | null = 'Staff';
    const subject = { surface: 'app', deploymentId } as const;
    const access = new EmbedAccess(platform, subject, () => readProfile(profiles, name, ''));
    const measures = async () => {
      const viewer = await access.viewer();
      const body = { sessionId: await access.mint(null) };
      const { token } = await platform.client.call(operations.exchangeEmbedSession, { body });
      const caller = new DataApiClient(dataUrl, token);
      const meta = await caller.ready(() => caller.send('GET', '/meta'));
      const [cube] = meta.body.cubes as { measures: { name: string }[] }[];
      return { viewer, names: cube!.measures.map((measure) => measure.name), caller };
    };
    const staff = await measures();
    assert.deepEqual(staff.names, ['orders.count', 'orders.revenue']);
    name = 'Guest';
    const guest = await measures();
    assert.deepEqual(guest.names, ['orders.count']);
    assert.match(await guest.caller.refusal({ measures: ['orders.revenue'] }), /hidden member/);
    assert.notEqual(guest.viewer, staff.viewer, 'comments are those of the other user');
    name = null;
    assert.deepEqual((await measures()).names, ['orders.count']);
    access.dispose();
  });

  it('exports as the user of the profile', async () => {
    const { emulator } = under;
    const id = String(emulator.deploymentId);
    const subject = { surface: 'dashboard', publicId: emulator.dashboardPublicId, deploymentId: id } as const;
    const { signal } = new AbortController();
    const renderAs = await exportSubject('Guest', profiles.Guest, platform.admin, signal);
    const render = (subjectOfExport: typeof renderAs) => {
      const request = { format: 'png', branch: null, renderAs: subjectOfExport } as const;
      return renderDashboard(platform.admin, subject, request, signal, () => {});
    };
    assert.ok((await render(renderAs)).length > 1_000);
    await assert.rejects(render({ embedTenantName: 'acme', externalId: 'unknown' }), /not found/);
  });
});
