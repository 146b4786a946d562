import assert from 'node:assert/strict';
import type { UserError } from '../../../src/base/errors.ts';
import { attributeValue } from '../../../src/session/dashboard/attributeValue.ts';
import { exportSubject } from '../../../src/session/dashboard/exportSubject.ts';
import { describeProfile, profileChoices, readProfile } from '../../../src/session/dashboard/previewProfiles.ts';

const stored = {
  Guest: { externalId: 'ben', embedTenantName: 'acme', groups: ['guests'], securityContext: { region: 'north' } },
  Staff: { groups: ['staff'], embedTheme: { primaryColor: '#ff0000' } },
  Public: { externalId: 'x', embedTenantName: '' },
};

describe('preview profiles', () => {
  const refuses = (profile: unknown, code: string, problem: RegExp) =>
    assert.throws(
      () => readProfile({ Broken: profile }, 'Broken', ''),
      (failure: UserError) => failure.code === code && problem.test(failure.message) && failure.action !== undefined,
    );

  it('use the tenant of the settings unless they name one', () => {
    assert.deepEqual(readProfile(stored, null, 'shop'), { embedTenantName: 'shop' });
    assert.equal(readProfile(stored, 'Guest', 'shop').embedTenantName, 'acme');
    assert.equal(readProfile(stored, 'Staff', 'shop').embedTenantName, 'shop');
    assert.equal(readProfile(stored, 'Public', 'shop').embedTenantName, undefined);
    assert.equal(readProfile(stored, null, '').embedTenantName, undefined);
  });

  it('are refused with the field that is wrong', () => {
    refuses({ securityContext: 'region=north' }, 'profile-invalid', /securityContext: must be .* object/);
    refuses({ securityContext: ['north'] }, 'profile-invalid', /securityContext: must be .* object/);
    refuses({ groups: 'staff' }, 'profile-invalid', /groups: must be .* array/);
    refuses({ settings: { showEverything: true } }, 'profile-invalid', /settings: .*showEverything/);
    refuses({ apiKey: 'x' }, 'profile-invalid', /apiKey/);
    refuses({ deploymentId: 2 }, 'profile-invalid', /deploymentId/);
    refuses('ben', 'profile-invalid', /object/);
    refuses({ externalId: 'ben', internalId: 1 }, 'profile-two-users', /two users/);
    assert.throws(() => readProfile(stored, 'Boss', ''), /no preview profile “Boss”/);
    assert.throws(() => readProfile(stored, 'toString', ''), /no preview profile/);
  });

  it('are listed in the order of the settings, also while one is not valid', () => {
    assert.deepEqual(profileChoices({ ...stored, Broken: 7 }), [
      { name: 'Guest', hasTheme: false },
      { name: 'Staff', hasTheme: true },
      { name: 'Public', hasTheme: false },
      { name: 'Broken', hasTheme: false },
    ]);
    assert.deepEqual(Object.values({ ...stored, Broken: 7 }).map(describeProfile), [
      'ben · acme · guests',
      'staff',
      'x',
      '',
    ]);
  });
});

describe('values of user attributes', () => {
  it('have the type of the attribute', () => {
    assert.equal(attributeValue('string', ' a '), ' a ');
    assert.equal(attributeValue('number', '1.5'), 1.5);
    assert.equal(attributeValue('boolean', 'false'), false);
    assert.deepEqual(attributeValue('string_array', 'a, b,'), ['a', 'b']);
    assert.deepEqual(attributeValue('number_array', '1, 2'), [1, 2]);
    for (const [type, text] of [
      ['number', ''],
      ['number', 'one'],
      ['boolean', 'yes'],
      ['number_array', '1, b'],
    ] as const) {
      assert.equal(attributeValue(type, text), undefined, `${type}: ${text}`);
    }
  });
});

describe('the subject of an export', () => {
  const users = [{ id: 7, email: 'ada@shop.example', username: 'ada' }];
  const admin = {
    async *items(_operation: unknown, { query }: { query: { search: string } }) {
      yield* users.filter(({ email }) => email.includes(query.search));
    },
  } as never;
  const subjectOf = (profile: Parameters<typeof exportSubject>[1]) => exportSubject('Guest', profile, admin);

  it('is the user of the profile', async () => {
    const ben = { embedTenantName: 'acme', externalId: 'ben' };
    assert.deepEqual(await subjectOf({ ...ben, tenantGroups: ['managers'], groups: [] }), ben);
    assert.deepEqual(await subjectOf({ internalId: 3 }), { userId: 3 });
    assert.deepEqual(await subjectOf({ internalId: 'ada@shop.example' }), { userId: 7 });
  });

  it('is refused where an export would show other data than the session', async () => {
    const ben = { embedTenantName: 'acme', externalId: 'ben' };
    await assert.rejects(subjectOf({ ...ben, groups: ['guests'] }), /“Guest” adds: groups/);
    await assert.rejects(subjectOf({ ...ben, securityContext: { region: 'north' } }), /securityContext/);
    await assert.rejects(subjectOf({ externalId: 'ben' }), /no embed tenant/);
    await assert.rejects(subjectOf({ internalId: 'bob' }), /no user “bob”/);
  });
});
