import assert from 'node:assert/strict';
import { blockingHeader } from '../../../src/session/dashboard/framing.ts';

describe('a page that forbids framing', () => {
  const page = 'https://acme.example.com/embed/dashboard/x';
  const editor = ['vscode-webview://1a2b', 'vscode-file://vscode-app'];
  const browser = ['http://127.0.0.1:4711'];
  const refusal = (headers: Record<string, string>, ancestors: string[]) =>
    blockingHeader({ get: (name) => headers[name] ?? null }, page, ancestors);
  const csp = (sources: string) => ({ 'content-security-policy': `default-src 'self'; frame-ancestors ${sources}; x` });

  it('may be framed where no header forbids it', () => {
    assert.equal(refusal({}, editor), undefined);
    assert.equal(refusal({ 'content-security-policy': "default-src 'none'" }, editor), undefined);
  });

  it('is blocked by X-Frame-Options, unless a policy overrides it', () => {
    assert.equal(refusal({ 'x-frame-options': 'DENY' }, browser), 'X-Frame-Options: DENY');
    assert.equal(refusal({ 'x-frame-options': 'sameorigin' }, editor), 'X-Frame-Options: sameorigin');
    assert.equal(refusal({ 'x-frame-options': 'SAMEORIGIN' }, ['https://acme.example.com']), undefined);
    assert.equal(refusal({ 'x-frame-options': 'DENY', ...csp('*') }, browser), undefined);
  });

  it('is blocked by frame-ancestors without the editor’s own scheme, also with a wildcard', () => {
    for (const sources of ['*', "'self'", "'none'", 'https:', 'http: https:', 'https://*.example.com']) {
      assert.match(refusal(csp(sources), editor) ?? '', /^frame-ancestors /, sources);
    }
    assert.equal(refusal(csp('* vscode-webview: vscode-file:'), editor), undefined);
    assert.match(refusal(csp('vscode-webview:'), editor) ?? '', /frame-ancestors/, 'every ancestor counts');
  });

  it('may be framed in a browser where a source matches this machine', () => {
    for (const sources of ['*', 'http: https:', 'http:', 'http://127.0.0.1:*', '127.0.0.1:4711 https:']) {
      const expected = sources.startsWith('127') ? /frame-ancestors/ : /^$/;
      // Without a scheme a host means the page's own: https.
      assert.match(refusal(csp(sources), browser) ?? '', expected, sources);
    }
    for (const sources of ["'none'", "'self'", 'https:', 'http://127.0.0.1:80', 'http://127.0.0.2:*']) {
      assert.match(refusal(csp(sources), browser) ?? '', /frame-ancestors/, sources);
    }
  });

  it('needs the permission of every policy', () => {
    assert.match(
      refusal({ 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" }, browser) ?? '',
      /'none'/,
    );
  });
});
