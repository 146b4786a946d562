import assert from 'node:assert/strict';
import { isAdministrator } from '../../src/session/administrator.ts';

const policies = (...actions: string[]) => ({
  userPolicies: [{ actions, effect: 'allow', resourceType: 'Deployment' }],
});

describe('an administrator', () => {
  for (const [title, user] of [
    ['has the role', { role: 'admin' }],
    ['has the role in any case', { role: 'ADMIN', ...policies('SchemaRead') }],
    ['has the role among others', { roles: ['viewer', { id: 2, name: 'Administrator' }] }],
    ['is named one', { isAdmin: true }],
    ['may, without a role, what only administrators may', policies('SchemaRead', 'SecretsManage')],
    ['may everything', policies('*')],
  ] as const) {
    it(title, () => assert.equal(isAdministrator({ id: 1, ...user } as never), true));
  }

  for (const [title, user] of [
    ['another role, whatever it allows', { role: 'developer', ...policies('AuditLogManage') }],
    ['a role that only contains the word', { role: 'administered' }],
    ['a user who is named none', { isAdmin: false, role: 'admin' }],
    ['the permissions of a developer', policies('SchemaRead', 'SchemaUpdate')],
    ['a denied action', { userPolicies: [{ actions: ['SecretsManage'], effect: 'deny' }] }],
  ] as const) {
    it(`is not ${title}`, () => assert.equal(isAdministrator({ id: 1, ...user } as never), false));
  }

  for (const [title, user] of [
    ['says nothing', {}],
    ['lists no policies and no roles', { userPolicies: null, roles: null }],
  ] as const) {
    it(`is not known where the platform ${title}`, () =>
      assert.equal(isAdministrator({ id: 1, ...user } as never), undefined));
  }
});
