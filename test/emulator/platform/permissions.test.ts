import assert from 'node:assert/strict';
import type { Policy } from '../../../src/contract/definition/permissions.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { cubeText, DeploymentClient, startTestEmulator } from '../emulatorUnderTest.ts';

// Spec: Authentication 5, “Users and attributes”, state rules 2 and 4.
describe('the permissions of a user', () => {
  let emulator: RunningEmulator;
  before(async () => {
    emulator = await startTestEmulator({
      buildMs: 0,
      users: [
        { username: 'author', actions: ['SchemaRead', 'SchemaUpdateDevBranches', 'DeploymentRead'] },
        { username: 'reader', actions: ['SchemaRead'] },
        { username: 'denied', admin: true, deniedActions: ['SchemaUpdate', 'SchemaUpdateDevBranches'] },
      ],
    });
  });
  after(() => emulator.close());
  const as = (username: string) => new DeploymentClient(emulator.url, emulator.keys[username]!, emulator.deploymentId);
  const refused = async (answer: Promise<{ status: number; body: { error?: string } }>, action: string) => {
    const { status, body } = await answer;
    assert.deepEqual([status, body.error?.includes(action)], [403, true], JSON.stringify(body));
  };
  const policiesOf = async (username: string): Promise<Policy[]> =>
    (await as(username).done(as(username).send('GET', '/api/v1/users/me'))).userPolicies;

  it('SchemaUpdateDevBranches is enough to work on own dev branches', async () => {
    const author = as('author');
    const branchName = await author.openDevMode();
    await author.done(author.put({ 'model/cubes/own.yml': cubeText('own') }, branchName));
    await author.done(author.build('POST', '/pull', { branchName }));
    await author.done(author.build('DELETE', '/dev-mode'));
    await author.done(author.build('DELETE', `/branches?branchName=${branchName}`));
  });

  it('shared branches and production need SchemaUpdate', async () => {
    const author = as('author');
    const developer = as('developer');
    await developer.done(developer.build('POST', '/branches', { name: 'shared' }));
    const branchName = await author.openDevMode('shared');
    await author.done(author.put({ 'model/cubes/own.yml': cubeText('own') }, branchName));
    for (const [method, route, body] of [
      ['POST', '/commit', { branchName }],
      ['POST', '/merge', { branchName }],
      ['POST', '/merge-to-default', { branchName }],
      ['POST', '/branches', { name: 'another' }],
      ['POST', '/pull', { branchName: 'shared' }],
      ['DELETE', '/branches?branchName=shared', undefined],
    ] as const) {
      await refused(author.build(method, route, body), 'SchemaUpdate');
    }
    const branches = (await developer.done(developer.build('GET', '/branches'))).items as { name: string }[];
    assert.deepEqual(
      branches.map(({ name }) => name).filter((name) => !name.startsWith('dev-')),
      ['main', 'shared'],
    );
  });

  it('an upload to production needs SchemaUpdate', async () => {
    const developer = as('developer');
    await developer.done(developer.control('PUT', '', { deployMode: 'cli' }));
    await as('author').done(as('author').build('DELETE', '/dev-mode'));
    await refused(as('author').build('POST', '/data-model/upload/start?branchName=main', {}), 'SchemaUpdate');
    await developer.done(developer.build('POST', '/data-model/upload/start?branchName=main', {}));
    await developer.done(developer.control('PUT', '', { deployMode: 'git' }));
  });

  it('a list holds the deployments that the caller may read', async () => {
    const listed = async (username: string) =>
      (await as(username).done(as(username).send('GET', '/api/v1/deployments'))).data.deployments.length;
    assert.equal(await listed('author'), 1);
    assert.equal(await listed('reader'), 0);
    await refused(as('reader').control('GET', ''), 'DeploymentRead');
  });

  it('a denied action is refused although the role allows it, to administrators too', async () => {
    await refused(as('denied').build('POST', '/dev-mode', { branchName: 'main' }), 'SchemaUpdate');
    await refused(as('denied').control('PUT', '', {}), 'SchemaUpdate');
    await as('denied').done(as('denied').build('GET', '/branches'));
  });

  it('userPolicies say what is allowed and what is denied', async () => {
    const [reader, ...others] = await policiesOf('reader');
    assert.deepEqual([reader!.actions, reader!.effect, others], [['SchemaRead'], 'allow', []]);
    const effects = Object.fromEntries((await policiesOf('denied')).map(({ effect, actions }) => [effect, actions]));
    assert.deepEqual(effects.deny, ['SchemaUpdate', 'SchemaUpdateDevBranches']);
    const admin = (await policiesOf('admin')).flatMap(({ actions }) => actions);
    assert.ok(admin.includes('AuditLogManage') && admin.includes('SchemaUpdate'));
    const developer = (await policiesOf('developer')).flatMap(({ actions }) => actions);
    assert.ok(!developer.includes('AuditLogManage') && developer.includes('SchemaUpdate'));
  });
});
