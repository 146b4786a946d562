import assert from 'node:assert/strict';
import { UserError } from '../../src/base/errors.ts';
import { normaliseBaseUrl } from '../../src/platform/baseUrl.ts';

describe('the base address', () => {
  const accepted: [string, string][] = [
    ['https://tenant.example.com', 'https://tenant.example.com'],
    ['https://tenant.example.com/', 'https://tenant.example.com'],
    ['  https://Tenant.Example.com/platform//  ', 'https://tenant.example.com/platform'],
    ['tenant.example.com', 'https://tenant.example.com'],
    ['https://tenant.example.com:8443/a?x=1#y', 'https://tenant.example.com:8443/a'],
    ['http://localhost:4000/', 'http://localhost:4000'],
    ['localhost:4000', 'http://localhost:4000'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://[::1]:1', 'http://[::1]:1'],
  ];
  for (const [given, normal] of accepted) {
    it(`${JSON.stringify(given)} is ${normal}`, () => assert.equal(normaliseBaseUrl(given), normal));
  }

  const refused: [string, RegExp][] = [
    ['', /not the address/],
    ['https://', /not the address/],
    ['http://tenant.example.com', /https/],
    ['http://127.0.0.1.example.com', /https/],
    ['ftp://tenant.example.com', /https/],
    ['https://user:hunter22@tenant.example.com', /user name or password/],
    ['https://user@tenant.example.com', /user name or password/],
  ];
  for (const [given, reason] of refused) {
    it(`refuses ${JSON.stringify(given)}`, () => {
      assert.throws(
        () => normaliseBaseUrl(given),
        (failure) =>
          failure instanceof UserError && reason.test(failure.message) && !/hunter22/.test(failure.describe()),
      );
    });
  }
});
