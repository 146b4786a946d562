import assert from 'node:assert/strict';
import { signToken } from '../../../src/emulator/deployment/tokens.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { DataApiClient, restUrl, tokenOf } from './dataApiClient.ts';

describe('tokens of the data API', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let url: string;
  let now = Date.now();
  const query = { measures: ['orders.count'] };

  before(async () => {
    under = await emulatorUnderTest({ clock: () => now });
    client = new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
    await client.status('main', true);
    url = await restUrl(client);
  });
  after(() => under.close());

  const statusWith = async (token: string | undefined) => (await new DataApiClient(url, token).once(query)).status;

  it('are required, and must belong to this deployment', async () => {
    assert.equal(await statusWith(undefined), 401);
    assert.equal(await statusWith('nonsense'), 401);
    assert.equal(await statusWith(under.emulator.apiKey), 401);
    const foreign = await signToken({ id: client.id, tokenSecret: 'another secret' }, { exp: 1e11 });
    assert.equal(await statusWith(foreign), 401);
    const other = await under.newDeployment();
    assert.equal(await statusWith(await tokenOf(other)), 401);
    const token = await tokenOf(client);
    assert.equal(await statusWith(token), 200);
    assert.equal(await statusWith(`Bearer ${token}`), 200);
    const [header, , signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ deploymentId: client.id, exp: 1e11 })).toString('base64url');
    assert.equal(await statusWith(`${header}.${forged}.${signature}`), 401);
  });

  it('expire at the given time', async () => {
    const short = await tokenOf(client, { expiresIn: 60 });
    const long = await tokenOf(client);
    now += 59_000;
    assert.equal(await statusWith(short), 200);
    now += 2_000;
    assert.equal(await statusWith(short), 401);
    assert.equal(await statusWith(long), 200);
    now += 86_400_000;
    assert.equal(await statusWith(long), 401);
  });

  it('for metadata read it by their security context, and cannot query data', async () => {
    const body = { security_context: { groups: ['finance'] }, expires_in: 3600 };
    const { items } = await client.done(client.control('GET', '/environments'));
    const answer = await client.control('POST', `/environments/${items[0].id}/tokens-for-meta-sync`, body);
    assert.ok([200, 201].includes(answer.status), JSON.stringify(answer.body));
    const { token } = answer.body.data;
    const data = new DataApiClient(url, token);
    const meta = await data.send('GET', '/meta');
    assert.equal(meta.status, 200);
    const sales = meta.body.cubes.find(({ name }: { name: string }) => name === 'sales');
    assert.ok(sales.measures.some(({ name }: { name: string }) => name === 'sales.average_amount'));
    for (const [method, route, sent] of [
      ['POST', '/load', { query }],
      ['GET', `/load?query=${encodeURIComponent(JSON.stringify(query))}`, undefined],
      ['GET', `/sql?query=${encodeURIComponent(JSON.stringify(query))}`, undefined],
    ] as const) {
      const refused = await data.send(method, route, sent);
      assert.equal(refused.status, 403, route);
      assert.match(refused.body.error, /metadata only/);
    }
  });

  it('can be used from any origin', async () => {
    const preflight = await fetch(`${url}/load`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://host.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization/i);
  });
});
