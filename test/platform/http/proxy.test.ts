import assert from 'node:assert/strict';
import { type ProxySettings, proxyFor } from '../../../src/platform/http/proxy.ts';

function way(address: string, settings: ProxySettings): string | undefined {
  return proxyFor(new URL(address), settings)?.href;
}

describe('proxyFor', () => {
  const environment = { HTTPS_PROXY: 'http://env:3128' };

  it('reads the environment, lower case before upper case', () => {
    assert.equal(way('https://a.example.com', { environment }), 'http://env:3128/');
    assert.equal(
      way('https://a.example.com', { environment: { ...environment, https_proxy: 'low:1' } }),
      'http://low:1/',
    );
    assert.equal(way('https://a.example.com', { environment: { ALL_PROXY: 'http://all:1' } }), 'http://all:1/');
    assert.equal(way('https://a.example.com', { environment: { HTTP_PROXY: 'http://plain:1' } }), undefined);
    assert.equal(way('https://a.example.com', { environment: {} }), undefined);
  });

  it('lets the setting override the environment', () => {
    assert.equal(way('https://a.example.com', { proxy: 'http://set:80', environment }), 'http://set/');
    assert.equal(way('https://a.example.com', { proxy: '', environment }), 'http://env:3128/');
  });

  it('never proxies loopback', () => {
    for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'x.localhost']) {
      assert.equal(way(`https://${host}`, { proxy: 'http://set:80' }), undefined, host);
    }
  });

  const rules: [string, string, boolean][] = [
    ['*', 'https://a.example.com', true],
    ['example.com', 'https://a.example.com', true],
    ['.example.com', 'https://a.example.com', true],
    ['*.example.com', 'https://a.example.com', true],
    ['A.Example.Com', 'https://a.example.com', true],
    ['other.com, a.example.com', 'https://a.example.com', true],
    ['a.example.com:443', 'https://a.example.com', true],
    ['a.example.com:8443', 'https://a.example.com', false],
    ['ample.com', 'https://a.example.com', false],
    ['b.example.com', 'https://a.example.com', false],
    ['', 'https://a.example.com', false],
  ];
  for (const [noProxy, address, direct] of rules) {
    it(`noProxy ${JSON.stringify(noProxy)} sends ${address} ${direct ? 'directly' : 'through the proxy'}`, () => {
      assert.equal(way(address, { proxy: 'http://p:1', noProxy }), direct ? undefined : 'http://p:1/');
      assert.equal(way(address, { environment: { ...environment, NO_PROXY: noProxy } }) === undefined, direct);
    });
  }
});
