import assert from 'node:assert/strict';
import { allActions, changeActions, embedUrl, needsReload } from '../../../../src/webview/dashboard/embedOptions.ts';
import { PathHistory } from '../../../../src/webview/dashboard/view/pathHistory.ts';

const options = { branch: null, theme: 'follow', locale: null, timezone: null, filters: [], profile: null } as const;
const plain = { ...options, filters: [], profile: null };
const filter = { view: 'sales', dimension: 'status', operator: 'equals', values: ['new & old'] };

describe('path history', () => {
  it('goes back and forward through the reported paths', () => {
    const history = new PathHistory();
    for (const path of ['/a', '/b', '/c', '/c']) history.visited(path);
    assert.equal(history.step(-1), '/b');
    history.visited('/b');
    assert.equal(history.step(-1), '/a');
    history.visited('/a');
    assert.deepEqual([history.path, history.canGoBack, history.canGoForward], ['/a', false, true]);
    assert.equal(history.step(1), '/b');
    history.visited('/b');
    history.visited('/d');
    assert.deepEqual([history.path, history.canGoForward], ['/d', false]);
  });

  it('does not move before the page reports the path', () => {
    const history = new PathHistory();
    for (const path of ['/a', '/b']) history.visited(path);
    history.step(-1);
    assert.equal(history.path, '/b');
  });
});

describe('embed URL', () => {
  it('contains session, language, time zone, export and filters', () => {
    const url = new URL(
      embedUrl(
        {
          tenantOrigin: 'https://acme.example',
          embedPath: '/embed/dashboard/x',
          allowExport: true,
          options: { ...plain, locale: 'de', timezone: 'Europe/Berlin', filters: [filter] },
        },
        'id/1?',
      ),
    );
    assert.equal(url.origin + url.pathname, 'https://acme.example/embed/dashboard/x');
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      session: 'id/1?',
      locale: 'de',
      timezone: 'Europe/Berlin',
      allowExport: 'true',
      'f_sales.status': '{"operator":"equals","values":["new & old"]}',
    });
  });

  it('stays on the tenant’s origin and contains no time zone offset', () => {
    const parts = {
      tenantOrigin: 'https://acme.example',
      allowExport: false,
      options: { ...plain, timezone: '+02:00' },
    };
    assert.equal(embedUrl({ ...parts, embedPath: '/e' }), 'https://acme.example/e');
    assert.throws(() => embedUrl({ ...parts, embedPath: '//evil.example/e' }), /origin/);
  });
});

describe('changed options', () => {
  it('are sent as actions, also for removed filters', () => {
    const after = { ...plain, locale: 'fr', timezone: 'Asia/Tokyo', filters: [filter] };
    assert.deepEqual(
      changeActions(plain, after).map(({ name }) => name),
      ['set-locale', 'set-timezone', 'set-filter'],
    );
    assert.deepEqual(changeActions(after, { ...after, filters: [] }), [
      { name: 'set-filter', payload: { filterUrlParameter: 'f_sales.status={"operator":"equals","values":[]}' } },
    ]);
    assert.deepEqual(changeActions(plain, { ...plain, timezone: '+02:00' }), []);
    const editor = { scheme: 'dark', embedTheme: { primaryColor: '#123456' } } as const;
    assert.deepEqual(
      allActions(after, editor, []).map(({ name }) => name),
      ['set-color-scheme', 'set-theme', 'set-locale', 'set-timezone', 'set-filter'],
    );
  });

  it('leave the theme of a profile to its session', () => {
    const editor = { scheme: 'dark', embedTheme: { primaryColor: '#123456' } } as const;
    const themed = { name: 'Guest', hasTheme: true };
    const names = (profile: string | null) =>
      allActions({ ...plain, profile }, editor, [themed, { name: 'Staff', hasTheme: false }]).map(({ name }) => name);
    assert.deepEqual(names('Guest'), ['set-color-scheme']);
    const editorTheme = ['set-color-scheme', 'set-theme'];
    assert.deepEqual([names('Staff'), names(null)], [editorTheme, editorTheme]);
  });

  it('need a reload only where no action exists', () => {
    assert.equal(needsReload(plain, { ...plain, branch: 'dev-me' }), true);
    assert.equal(needsReload(plain, { ...plain, profile: 'Guest' }), true);
    assert.equal(needsReload({ ...plain, locale: 'de' }, plain), true);
    assert.equal(needsReload(plain, { ...plain, locale: 'de', theme: 'dark', filters: [filter] }), false);
  });
});
