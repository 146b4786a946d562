import assert from 'node:assert/strict';
import { messageOf } from '../../src/base/errors.ts';
import { authorizationOf, readCredential, schemeOf } from '../../src/platform/credential.ts';

// Spec: Authentication 1–2; notes: Credentials.
describe('credentials', () => {
  it('sends a key that starts with sk- as an API key, everything else as a bearer token', () => {
    assert.equal(authorizationOf({ token: 'sk-abc' }), 'Api-Key sk-abc');
    assert.equal(authorizationOf({ token: 'eyJhbGciOi' }), 'Bearer eyJhbGciOi');
    assert.equal(authorizationOf({ token: 'task-sk-1' }), 'Bearer task-sk-1');
  });

  it('uses an explicit scheme', () => {
    assert.equal(authorizationOf({ token: 'sk-abc', scheme: 'bearer' }), 'Bearer sk-abc');
    assert.equal(authorizationOf({ token: 'abc', scheme: 'api-key' }), 'Api-Key abc');
    assert.equal(schemeOf({ token: 'abc', scheme: 'api-key' }), 'api-key');
  });

  it('reads a scheme that the user entered before the key', () => {
    assert.deepEqual(readCredential(' sk-abc\n'), { token: 'sk-abc' });
    assert.equal(authorizationOf(readCredential('Bearer sk-abc')), 'Bearer sk-abc');
    assert.equal(authorizationOf(readCredential('api-key  abc ')), 'Api-Key abc');
    for (const text of ['', 'Bearer', 'bearer-abc', 'Basic abc']) {
      assert.deepEqual(readCredential(text), { token: text });
    }
  });

  for (const token of ['', 'line\nbreak', 'with blank', 'schlüssel', 'nul\0']) {
    it(`rejects ${JSON.stringify(token)} with an error that does not contain it`, () => {
      assert.throws(
        () => authorizationOf({ token }),
        (failure) => /key/.test(messageOf(failure)) && (token === '' || !messageOf(failure).includes(token)),
      );
    });
  }
});
