import assert from 'node:assert/strict';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { type Answer, DeploymentClient, startTestEmulator } from '../emulatorUnderTest.ts';

// Spec: group B; notes: environment variables take effect on the next build.
describe('the variables of a deployment', () => {
  let emulator: RunningEmulator;
  let client: DeploymentClient;
  let token: string;
  const script = `cube('scripted', {
  sql: \`select 1 as id, '\${process.env.GREETING}' as word\`,
  dimensions: { word: { sql: 'word', type: 'string' } },
});
`;
  const template = `cubes:
  - name: templated
    sql: select 1 as id
    dimensions:
      - name: word
        sql: {{ "'" ~ env_var('GREETING', 'none') ~ "'" }}
        type: string
`;
  before(async () => {
    emulator = await startTestEmulator({ sample: false, buildMs: 0 });
    client = new DeploymentClient(emulator.url, emulator.apiKey, emulator.deploymentId);
    token = (await client.done(client.control('POST', '/token', {}))).cubeApiToken;
    await land({ 'model/cubes/scripted.js': script, 'model/cubes/templated.yml': template });
  });
  after(() => emulator.close());

  async function land(files: Record<string, string>): Promise<void> {
    const branchName = await client.openDevMode();
    await client.done(client.put(files, branchName));
    await client.done(client.build('POST', '/commit', { branchName, exitDevMode: true }));
    const { status, errorText } = await client.done(client.control('GET', '/build-status?branchName=main&wait=true'));
    assert.equal(status, 'built', errorText);
  }
  const set = (variables: Record<string, string>) =>
    client.done(
      client.control('PUT', '/env-vars', {
        env_variables: Object.entries(variables).map(([name, value]) => ({ name, value })),
      }),
    );
  async function wordOf(cube: string): Promise<unknown> {
    for (;;) {
      const query = encodeURIComponent(JSON.stringify({ dimensions: [`${cube}.word`] }));
      const response = await fetch(`${emulator.dataApiUrl}/load?query=${query}`, { headers: { authorization: token } });
      const body = (await response.json()) as { data?: Record<string, unknown>[]; error?: string };
      if (body.error === 'Continue wait') continue;
      assert.equal(response.status, 200, body.error);
      return body.data?.[0]?.[`${cube}.word`];
    }
  }
  const words = async () => [await wordOf('scripted'), await wordOf('templated')];

  it('reach JavaScript and templates with the next build, not before', async () => {
    assert.deepEqual(await words(), ['undefined', 'none']);
    await set({ GREETING: 'hello' });
    assert.deepEqual(await words(), ['undefined', 'none']);
    await land({ 'model/cubes/templated.yml': `${template}# 1\n` });
    assert.deepEqual(await words(), ['hello', 'hello']);
    await set({ GREETING: 'goodbye' });
    assert.deepEqual(await words(), ['hello', 'hello']);
    await land({ 'model/cubes/templated.yml': template });
    assert.deepEqual(await words(), ['goodbye', 'goodbye']);
  });

  it('are not seen by the model of another deployment', async () => {
    const created = await client.send('POST', '/build/api/v1/deployments/', { name: 'other' });
    const other = new DeploymentClient(emulator.url, emulator.apiKey, Number(created.body.id));
    const branchName = await other.openDevMode();
    const text = 'cube(`leak`, { sql: JSON.stringify(process.env) });\nthrow new Error(JSON.stringify(process.env));\n';
    await other.done(other.put({ 'model/cubes/leak.js': text }, branchName));
    const { errors } = await other.done(other.build('GET', `/data-model/validate?branchName=${branchName}`));
    assert.match(errors[0].message, /\{/);
    assert.doesNotMatch(errors[0].message, /GREETING|goodbye/);
  });

  it('of the latest build are those that validation uses', async () => {
    const errorsOf = async (answer: Promise<Answer>) => (await client.done(answer)).errors as { message: string }[];
    const needs = template.replace("env_var('GREETING', 'none')", "env_var('NEEDED')");
    const branchName = await client.openDevMode();
    await client.done(client.put({ 'model/cubes/templated.yml': needs }, branchName));
    const validate = () => errorsOf(client.build('GET', `/data-model/validate?branchName=${branchName}`));
    assert.match((await validate())[0]!.message, /NEEDED/);
    await set({ NEEDED: 'here' });
    assert.match((await validate())[0]!.message, /NEEDED/);
    await client.done(client.put({ 'model/cubes/templated.yml': `${needs}# next\n` }, branchName));
    assert.deepEqual(await validate(), []);
  });
});
