/** The effect of user attributes: the data model reads them from the security context. Spec: “Users and attributes”. */

import assert from 'node:assert/strict';
import { DataApiClient } from '../../data/dataApiClient.ts';
import { type DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../../emulatorUnderTest.ts';

/** Shows the rows of the categories that the attribute names. */
const model = `cubes:
  - name: categories
    sql_table: shop.categories
    measures:
      - name: count
        type: count
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
    access_policy:
      - group: "*"
        row_level:
          filters:
            - member: id
              operator: equals
              values: security_context.userAttributes.categories
`;

describe('the attributes of a user', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let admin: DeploymentClient;
  let userId: number;
  before(async () => {
    under = await emulatorUnderTest();
    client = await under.newDeployment({ 'model/cubes/categories.yml': model });
    admin = client.as(under.emulator.adminApiKey);
    assert.equal((await client.status('main', true)).errorText, null);
    userId = (await client.done(client.send('GET', '/api/v1/users/me'))).id;
    const body = { name: 'categories', type: 'number_array' };
    const { id } = await admin.done(admin.send('POST', '/api/v1/user-attributes/', body));
    const value = { userId, attributeId: id, value: [1, 2] };
    await admin.done(admin.send('POST', '/api/v1/user-attribute-values/', value));
  });
  after(() => under.close());
  const count = async (data: DataApiClient) => (await data.rows({ measures: ['categories.count'] }))[0];

  it('limit what the user’s own token of the data API returns', async () => {
    assert.deepEqual(await count(await DataApiClient.of(client)), { 'categories.count': '2' });
  });

  it('limit what the user sees in an embed session', async () => {
    const body = { deploymentId: client.id, internalId: userId };
    const { sessionId } = await admin.done(admin.send('POST', '/api/v1/embed/generate-session', body));
    const { token } = await admin.done(admin.send('POST', '/api/v1/embed/session/token', { sessionId }));
    const { url } = await DataApiClient.of(client);
    assert.deepEqual(await count(new DataApiClient(url, token)), { 'categories.count': '2' });
  });

  it('do not apply to the token of a deactivated user, which is refused', async () => {
    const data = await DataApiClient.of(client);
    const act = (action: string) => admin.done(admin.send('POST', '/api/v1/users/bulk', { action, userIds: [userId] }));
    await act('DEACTIVATE');
    assert.equal((await data.send('GET', '/meta')).status, 401);
    await act('ACTIVATE');
    assert.equal((await data.send('GET', '/meta')).status, 200);
  });
});
