import assert from 'node:assert/strict';
import { UserError } from '../../src/base/errors.ts';
import { normaliseBaseUrl } from '../../src/platform/baseUrl.ts';

describe('normaliseBaseUrl', () => {
  const accepted: [string, string][] = [
    ['https://tenant.example.com', 'https://tenant.example.com'],
    ['https://tenant.example.com/', 'https://tenant.example.com'],
    ['  https://Tenant.Example.com/platform//  ', 'https://tenant.example.com/platform'],
    [' tenant.example.com ', 'https://tenant.example.com'],
    ['https://tenant.example.com:8443/a?x=1#y', 'https://tenant.example.com:8443/a'],
    ['http://localhost:4000/', 'http://localhost:4000'],
    ['localhost:4000', 'http://localhost:4000'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://127.0.0.1:4000//', 'http://127.0.0.1:4000'],
    ['http://[::1]:1', 'http://[::1]:1'],
    ['[::1]:4000/x', 'http://[::1]:4000/x'],
  ];
  for (const [given, normal] of accepted) {
    it(`normalises ${JSON.stringify(given)}`, () => assert.equal(normaliseBaseUrl(given), normal));
  }

  const rejected: [string, RegExp][] = [
    ['', /not the address/],
    ['https://', /not the address/],
    ['not an address', /not the address/],
    ['http://tenant.example.com', /https/],
    ['http://127.0.0.1.example.com', /https/],
    ['http://localhost.example.com', /https/],
    ['ftp://tenant.example.com', /https/],
    ['https://user:hunter22@tenant.example.com', /user name or password/],
    ['https://user@tenant.example.com', /user name or password/],
  ];
  for (const [given, reason] of rejected) {
    it(`rejects ${JSON.stringify(given)} with an action and without the password`, () => {
      assert.throws(
        () => normaliseBaseUrl(given),
        (failure) =>
          failure instanceof UserError &&
          reason.test(failure.message) &&
          failure.action !== undefined &&
          !failure.describe().includes('hunter22'),
      );
    });
  }
});
