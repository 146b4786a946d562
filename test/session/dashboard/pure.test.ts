import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { Client } from '../../../src/platform/client.ts';
import { embedPath, messagePrefix, readSubject } from '../../../src/session/dashboard/embedAddress.ts';
import { blockingHeader } from '../../../src/session/dashboard/framing.ts';
import { filterDimensions, locateMember } from '../../../src/session/dashboard/modelMembers.ts';
import { plainOptions, readPreviewState } from '../../../src/session/dashboard/previewState.ts';
import { RefreshDecider } from '../../../src/session/dashboard/refreshDecider.ts';
import { renderDashboard } from '../../../src/session/dashboard/rendering.ts';

const base = 'https://acme.example.com';

describe('what a person pastes as a dashboard', () => {
  const read = (text: string) => readSubject(text, base, '7');
  const dashboard = { surface: 'dashboard', publicId: 'Ab-9_x', deploymentId: '7' };

  it('is a public id, or any address of its page', () => {
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

  it('is refused with a word on what would do', () => {
    for (const text of ['', 'two words', 'javascript:alert(1)', `${base}/embed/d/12/other`, `${base}/`, 'file:///x']) {
      assert.throws(
        () => read(text),
        (failure) => failure instanceof UserError && Boolean(failure.action),
        text,
      );
    }
    assert.throws(() => read('https://evil.example/embed/dashboard/Ab-9_x'), /evil\.example.*acme\.example\.com/);
  });

  it('leads to the page below the platform’s own path', () => {
    assert.equal(embedPath(`${base}/analytics`, readSubject('x1', base, '7')), '/analytics/embed/dashboard/x1');
    assert.equal(embedPath(base, { surface: 'app', deploymentId: '7' }), '/embed/d/7/app');
  });
});

describe('the prefix of an embedded page’s messages', () => {
  it('is what a person set, or the platform’s own where that can be no prefix', () => {
    assert.deepEqual(['acme', ' my-Tenant2 '].map(messagePrefix), ['acme', 'my-Tenant2']);
    assert.deepEqual(['', 'a:b', '-x', '2x', 'a b', 'x'.repeat(42)].map(messagePrefix), Array(6).fill('svc'));
  });
});

describe('an export', () => {
  it('has the filters in force, as a dashboard’s own are written', async () => {
    const asked: unknown[] = [];
    const client = {
      call: async ({ id }: { id: string }, { body }: { body: unknown }) => {
        if (id === 'startDashboardExport') asked.push(body);
        return id === 'downloadDashboardExport' ? new Uint8Array([1]) : { jobId: 1, status: 'completed' };
      },
    } as unknown as Client;
    const subject = { surface: 'dashboard', publicId: 'abc', deploymentId: '7' } as const;
    const filters = [{ view: 'sales', dimension: 'year', operator: 'equals', values: [2025, 'x'] }];
    const { signal } = new AbortController();
    await renderDashboard(client, subject, { format: 'png', branch: null, filters }, signal, () => {});
    await renderDashboard(client, subject, { format: 'pdf', branch: 'dev', filters: [] }, signal, () => {});
    assert.deepEqual(asked, [
      {
        dashboardPublicId: 'abc',
        format: 'png',
        filters: [{ member: 'sales.year', operator: 'equals', values: ['2025', 'x'] }],
      },
      { dashboardPublicId: 'abc', format: 'pdf', branchName: 'dev' },
    ]);
  });
});

describe('what outlives the window', () => {
  const subject = { surface: 'dashboard', publicId: 'abc', deploymentId: '7' } as const;
  const options = { ...plainOptions, branch: 'dev-anna', locale: 'de', timezone: 'Europe/Berlin' };
  const state = {
    tab: 't1',
    changes: 3,
    connectionId: base,
    subject,
    folder: '/work',
    mine: true,
    mode: 'private',
    options,
  } as const;

  it('comes back as it was, through JSON', () => {
    assert.deepEqual(readPreviewState(JSON.parse(JSON.stringify(state))), state);
  });

  it('holds nothing that it does not know, such as a session or a token', () => {
    const read = readPreviewState({
      ...state,
      sessionId: 's-1',
      token: 't',
      subject: { ...subject, session: 's-1' },
      options: { ...options, token: 't' },
    });
    assert.deepEqual(read, state);
  });

  it('is nothing where it is no preview', () => {
    const wrong = [
      undefined,
      null,
      'x',
      [],
      {},
      { ...state, connectionId: 7 },
      { ...state, subject: { ...subject, surface: 'page' } },
      { ...state, subject: { ...subject, publicId: '../x' } },
      { ...state, subject: { surface: 'dashboard', deploymentId: '7' } },
      { ...state, subject: { ...subject, deploymentId: null } },
    ];
    for (const stored of wrong) assert.equal(readPreviewState(stored), undefined, JSON.stringify(stored));
  });

  it('falls back where only a choice is damaged', () => {
    assert.deepEqual(readPreviewState({ ...state, options: { branch: 7 } })?.options, plainOptions);
  });
});

describe('a save and the preview of its branch', () => {
  const valid = { phase: 'done', valid: true, cubes: 3, at: new Date() } as const;
  const invalid = { ...valid, valid: false };
  const running = { phase: 'running' } as const;
  const built = { status: 'built' };

  it('redraws once what was sent is valid and built, in whichever order', () => {
    for (const order of ['validated first', 'built first']) {
      const loop = new RefreshDecider();
      loop.pushed();
      assert.equal(loop.validation(running), undefined);
      const steps = [() => loop.validation(valid), () => loop.build(built)];
      if (order === 'built first') steps.reverse();
      assert.equal(steps[0]!(), undefined);
      assert.deepEqual(steps[1]!(), { kind: 'refresh' });
      assert.equal(loop.build(built), undefined, 'once');
    }
  });

  it('waits while the build goes on', () => {
    const loop = new RefreshDecider();
    loop.pushed();
    loop.validation(running);
    loop.validation(valid);
    for (const status of ['building', 'warmup', 'queued_for_pods']) assert.equal(loop.build({ status }), undefined);
    assert.deepEqual(loop.build({ status: 'dev_mode' }), { kind: 'refresh' });
  });

  it('says that it is stale after a failed validation or build', () => {
    const loop = new RefreshDecider();
    loop.pushed();
    loop.build(built);
    loop.validation(running);
    assert.deepEqual(loop.validation(invalid), { kind: 'stale', reason: { why: 'invalid' } });
    assert.equal(loop.build(built), undefined, 'a build of a broken model redraws nothing');
    loop.pushed();
    assert.deepEqual(loop.build({ status: 'failed', errorText: 'no pods' }), {
      kind: 'stale',
      reason: { why: 'build', detail: 'no pods' },
    });
  });

  it('ignores a validation from before the push', () => {
    const loop = new RefreshDecider();
    assert.equal(loop.validation(valid), undefined);
    assert.equal(loop.build(built), undefined);
    loop.pushed();
    loop.build(built);
    assert.equal(loop.validation(valid), undefined, 'that one answers an older question');
    loop.validation(running);
    assert.deepEqual(loop.validation(valid), { kind: 'refresh' });
  });

  it('starts over with each push', () => {
    const loop = new RefreshDecider();
    loop.pushed();
    loop.validation(running);
    loop.validation(valid);
    loop.pushed();
    assert.equal(loop.build(built), undefined);
    assert.ok(!loop.awaitsBuild);
    loop.validation(running);
    assert.deepEqual(loop.validation(valid), { kind: 'refresh' });
  });

  it('does not wait for a validation that the settings turn off', () => {
    const loop = new RefreshDecider();
    loop.pushed();
    loop.validation({ phase: 'none' });
    assert.deepEqual(loop.build(built), { kind: 'refresh' });
  });
});

describe('a page that may not be framed', () => {
  const page = 'https://acme.example.com/embed/dashboard/x';
  const editor = ['vscode-webview://1a2b', 'vscode-file://vscode-app'];
  const browser = ['http://127.0.0.1:4711'];
  const refusal = (headers: Record<string, string>, ancestors: string[]) =>
    blockingHeader({ get: (name) => headers[name] ?? null }, page, ancestors);
  const csp = (sources: string) => ({ 'content-security-policy': `default-src 'self'; frame-ancestors ${sources}; x` });

  it('may be, where no header speaks of it', () => {
    assert.equal(refusal({}, editor), undefined);
    assert.equal(refusal({ 'content-security-policy': "default-src 'none'" }, editor), undefined);
  });

  it('is refused by X-Frame-Options, unless a policy overrules it', () => {
    assert.equal(refusal({ 'x-frame-options': 'DENY' }, browser), 'X-Frame-Options: DENY');
    assert.equal(refusal({ 'x-frame-options': 'sameorigin' }, editor), 'X-Frame-Options: sameorigin');
    assert.equal(refusal({ 'x-frame-options': 'SAMEORIGIN' }, ['https://acme.example.com']), undefined);
    assert.equal(refusal({ 'x-frame-options': 'DENY', ...csp('*') }, browser), undefined);
  });

  it('is refused by frame-ancestors without the editor’s own scheme, a wildcard included', () => {
    for (const sources of ['*', "'self'", "'none'", 'https:', 'http: https:', 'https://*.example.com']) {
      assert.match(refusal(csp(sources), editor) ?? '', /^frame-ancestors /, sources);
    }
    assert.equal(refusal(csp('* vscode-webview: vscode-file:'), editor), undefined);
    assert.match(refusal(csp('vscode-webview:'), editor) ?? '', /frame-ancestors/, 'every ancestor counts');
  });

  it('opens in a browser where a source covers this machine', () => {
    for (const sources of ['*', 'http: https:', 'http:', 'http://127.0.0.1:*', '127.0.0.1:4711 https:']) {
      const expected = sources.startsWith('127') ? /frame-ancestors/ : /^$/;
      // Without a scheme a host means the page's own: https.
      assert.match(refusal(csp(sources), browser) ?? '', expected, sources);
    }
    for (const sources of ["'none'", "'self'", 'https:', 'http://127.0.0.1:80', 'http://127.0.0.2:*']) {
      assert.match(refusal(csp(sources), browser) ?? '', /frame-ancestors/, sources);
    }
  });

  it('must pass each of several policies', () => {
    assert.match(
      refusal({ 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" }, browser) ?? '',
      /'none'/,
    );
  });
});

describe('a dashboard’s members in the model', () => {
  const index = new ModelIndex();
  const cube = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - name: count
        type: count
    dimensions:
      - name: status
        title: Order status
        sql: status
        type: string
      - name: secret
        sql: secret
        type: string
        public: false
      - name: created_at
        sql: created_at
        type: time
`;
  const view = `views:
  - name: sales
    title: Sales
    cubes:
      - join_path: orders
        includes:
          - count
          - name: status
            alias: state
          - created_at
`;
  index.set('model/cubes/orders.yml', cube);
  index.set('model/views/sales.yml', view);
  const wordAt = (member: string) => {
    const place = locateMember(index, member);
    if (!place) return undefined;
    const { start, end } = place.range;
    const line = (place.file.includes('views') ? view : cube).split('\n')[start.line]!;
    return `${place.file.replace('model/', '')}:${line.slice(start.character, end.character)}`;
  };

  it('are found where they are defined, behind a view too', () => {
    assert.equal(wordAt('orders.count'), 'cubes/orders.yml:count');
    assert.equal(wordAt('sales.count'), 'cubes/orders.yml:count');
    assert.equal(wordAt('sales.state'), 'cubes/orders.yml:status');
    assert.equal(wordAt('orders.created_at.month'), 'cubes/orders.yml:created_at');
  });

  it('lead to their cube or view where they are not known, and to nothing where that is not known either', () => {
    assert.equal(wordAt('sales.unknown'), 'views/sales.yml:sales');
    assert.equal(wordAt('sales'), 'views/sales.yml:sales');
    assert.equal(wordAt('count'), 'cubes/orders.yml:count');
    for (const member of ['', '.', 'nothing.count', '__proto__.x', 'constructor'])
      assert.equal(wordAt(member), undefined);
  });

  it('are offered as filters by view and cube, views first, without what is hidden', () => {
    assert.deepEqual(
      filterDimensions(index).map(({ view: name, title, dimensions }) => [name, title, dimensions.map((d) => d.name)]),
      [
        ['sales', 'Sales', ['state', 'created_at']],
        ['orders', 'orders', ['status', 'created_at']],
      ],
    );
    assert.deepEqual(filterDimensions(index)[0]!.dimensions[0], {
      name: 'state',
      title: 'Order status',
      type: 'string',
    });
  });
});
