import assert from 'node:assert/strict';
import type { Permission } from '../../src/contract/definition/permissions.ts';
import { refusalFor } from '../../src/session/userPermissions.ts';

type Case = [title: string, policies: object[], permission: Permission, deploymentId: string | undefined];

const allow = (actions: string[], more: object = {}) => ({
  actions,
  effect: 'allow',
  resourceType: 'Deployment',
  resources: ['*'],
  ...more,
});
const deny = (actions: string[], more: object = {}) => allow(actions, { effect: 'deny', ...more });
const read: Permission = { all: ['SchemaRead'] };
const both: Permission = { all: ['SchemaRead', 'SchemaUpdate'] };
const either: Permission = { any: ['SchemaUpdateDevBranches', 'SchemaUpdate'] };

const refusal = (policies: object[] | undefined, permission: Permission | undefined, deploymentId?: string) =>
  refusalFor(
    { id: 1, role: 'developer', userPolicies: policies } as never,
    { access: 'user', permission },
    { deploymentId, hasAdmin: false, host: 'tenant.example.com' },
  );

// Spec: Authentication 4, 5; “Users and attributes”.
describe('the permissions of a user', () => {
  const permitted: Case[] = [
    ['an action that a policy allows', [allow(['SchemaRead'])], read, '1'],
    ['actions that several policies allow', [allow(['SchemaRead']), allow(['SchemaUpdate'])], both, '1'],
    ['one of the actions', [allow(['SchemaUpdate'])], either, '1'],
    ['every action', [allow(['*'])], both, '1'],
    ['a deployment that the policy names, as a number', [allow(['SchemaRead'], { resources: [7, 8] })], read, '8'],
    ['a policy without resources', [{ actions: ['SchemaRead'] }], read, '8'],
    ['any deployment, if one is named', [allow(['SchemaRead'], { resources: ['8'] })], read, undefined],
    [
      'any deployment, if another one is denied',
      [allow(['SchemaRead']), deny(['SchemaRead'], { resources: ['8'] })],
      read,
      undefined,
    ],
    [
      'a deployment that is not the denied one',
      [allow(['SchemaRead']), deny(['SchemaRead'], { resources: ['8'] })],
      read,
      '7',
    ],
    [
      'resources of another kind, which may belong to the deployment',
      [allow(['WorkbookEdit'], { resourceType: 'Workbook', resources: ['12'] })],
      { all: ['WorkbookEdit'] },
      '7',
    ],
    [
      'a deployment, although threads are denied',
      [allow(['SchemaRead']), deny(['*'], { resourceType: 'ChatThread' })],
      read,
      '7',
    ],
  ];
  for (const [title, policies, permission, deploymentId] of permitted) {
    it(`allow ${title}`, () => assert.equal(refusal(policies, permission, deploymentId), undefined));
  }

  const refused: [...Case, text: RegExp][] = [
    ['an action without a policy', [allow(['SchemaRead'])], both, '1', /the permission SchemaUpdate\.$/],
    ['several actions', [allow(['DeploymentRead'])], both, '1', /the permissions SchemaRead, SchemaUpdate\.$/],
    [
      'all of the possible actions',
      [allow(['SchemaRead'])],
      either,
      '1',
      /one of the permissions SchemaUpdateDevBranches, SchemaUpdate\.$/,
    ],
    ['what another policy denies', [allow(['SchemaRead']), deny(['SchemaRead'])], read, '1', /SchemaRead/],
    ['what a policy denies with every action', [deny(['*']), allow(['SchemaRead'])], read, '1', /SchemaRead/],
    ['another deployment', [allow(['SchemaRead'], { resources: ['8'] })], read, '7', /SchemaRead/],
    ['what is denied everywhere', [allow(['SchemaRead']), deny(['SchemaRead'])], read, undefined, /SchemaRead/],
    [
      'the only allowed deployment, if it is denied',
      [allow(['SchemaRead'], { resources: ['8'] }), deny(['SchemaRead'], { resources: ['8'] })],
      read,
      undefined,
      /SchemaRead/,
    ],
  ];
  for (const [title, policies, permission, deploymentId, text] of refused) {
    it(`do not allow ${title}`, () => {
      const failure = refusal(policies, permission, deploymentId);
      assert.match(failure?.message ?? '', text);
      assert.ok(failure?.code?.startsWith('missing-') && failure.action && failure.where === 'tenant.example.com');
    });
  }

  it('are left to the platform where it reports no policies', () => {
    for (const policies of [undefined, null as never, []]) assert.equal(refusal(policies, both, '1'), undefined);
    assert.equal(refusal([allow(['SchemaRead'])], undefined, '1'), undefined);
  });

  it('include what needs an administrator: with the role, or with an administrator’s key', () => {
    const admin = (user: object, hasAdmin: boolean) =>
      refusalFor(
        { id: 1, ...user } as never,
        { access: 'admin', permission: undefined },
        {
          deploymentId: undefined,
          hasAdmin,
          host: 'tenant.example.com',
        },
      )?.code;
    assert.equal(admin({ role: 'developer' }, false), 'administrators-only');
    assert.equal(admin({ role: 'developer' }, true), undefined);
    assert.equal(admin({ role: 'admin' }, false), undefined);
    assert.equal(admin({}, false), undefined);
  });
});
