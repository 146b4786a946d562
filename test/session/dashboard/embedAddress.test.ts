import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { embedPath, messagePrefix, readSubject } from '../../../src/session/dashboard/embedAddress.ts';

const base = 'https://acme.example.com';

describe('a pasted dashboard address', () => {
  const read = (text: string) => readSubject(text, base, '7');
  const dashboard = { surface: 'dashboard', publicId: 'Ab-9_x', deploymentId: '7' };

  it('accepts a public ID and any address of the page', () => {
    for (const text of [
      'Ab-9_x',
      ' Ab-9_x\n',
      `${base}/embed/dashboard/Ab-9_x`,
      `${base}/embed/dashboard/Ab-9_x/?session=s-1&f_a.b=1#top`,
      `${base}/dashboards/Ab-9_x`,
    ]) {
      assert.deepEqual(read(text), dashboard, text);
    }
    assert.deepEqual(read(`${base}/embed/d/12/chat?session=x`), { surface: 'chat', deploymentId: '12' });
  });

  it('is refused with an action', () => {
    for (const text of ['', 'two words', 'javascript:alert(1)', `${base}/embed/d/12/other`, `${base}/`, 'file:///x']) {
      assert.throws(
        () => read(text),
        (failure) => failure instanceof UserError && Boolean(failure.action),
        text,
      );
    }
    assert.throws(() => read('https://evil.example/embed/dashboard/Ab-9_x'), /evil\.example.*acme\.example\.com/);
  });

  it('keeps the path of the platform’s base URL', () => {
    assert.equal(embedPath(`${base}/analytics`, readSubject('x1', base, '7')), '/analytics/embed/dashboard/x1');
    assert.equal(embedPath(base, { surface: 'app', deploymentId: '7' }), '/embed/d/7/app');
  });
});

describe('the prefix of message names', () => {
  it('comes from the settings, or is the default for an invalid setting', () => {
    assert.deepEqual(['acme', ' my-Tenant2 '].map(messagePrefix), ['acme', 'my-Tenant2']);
    assert.deepEqual(['', 'a:b', '-x', '2x', 'a b', 'x'.repeat(42)].map(messagePrefix), Array(6).fill('svc'));
  });
});
