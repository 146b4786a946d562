import assert from 'node:assert/strict';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';

describe('the content of a deployment that is deleted', () => {
  let under: EmulatorUnderTest;
  before(async () => {
    under = await emulatorUnderTest();
  });
  after(() => under.close());

  it('is gone with its notifications', async () => {
    const { url, adminApiKey, deploymentId, dashboardPublicId } = under.emulator;
    const client = new DeploymentClient(url, adminApiKey, deploymentId);
    const notifications = async () => (await client.done(client.send('GET', '/notifications'))).items.length;
    assert.equal(await notifications(), 1);
    await client.done(client.control('DELETE', ''));
    assert.equal(await notifications(), 0);
    const { status } = await client.send('PATCH', `/api/v1/embed/dashboard/${dashboardPublicId}`, { allowEmbed: true });
    assert.equal(status, 404);
  });
});
