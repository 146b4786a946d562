import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runBundle } from '../cli/runBundle.ts';
import { removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';
import { repository } from '../vscode/locations.ts';
import { checkOut, commitAll, git, push, write } from './checkout.ts';
import { type FakeCodeHost, startCodeHost } from './fakeCodeHost.ts';
import { readAction, runAction } from './runAction.ts';

const token = 'ghs-secret-of-the-workflow';

const cube = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - name: total
        type: sum
        sql: amount
        filters:
          - sql: "{CUBE}.status = 'paid'"
      - name: count
        type: count
    dimensions:
      - name: id
        type: number
        sql: id
        primary_key: true
      - name: status
        type: string
        sql: status
`;

const base: Record<string, string> = {
  'shop/model/cubes/orders.yml': cube,
  'shop/model/views/sales.yml':
    'views:\n  - name: sales\n    cubes:\n      - join_path: orders\n        includes: [total, count, status]\n',
  'shop/queries/total.query.yml': 'measures: [orders.total]\n',
  'shop/tests/orders.test.yml': `tests:
  - name: Only paid orders count
    given:
      orders: [{ id: 1, amount: 100, status: paid }, { id: 2, amount: 30, status: open }]
    query: { measures: [orders.total] }
    expect: { scalar: 100 }
`,
  'data/orders.csv': 'id,amount,status\n1,100,paid\n2,30,open\n3,5,refunded\n',
  'README.md': 'A shop.\n',
};

/** A checkout of a pull request, as `actions/checkout` makes it with its whole history. */
function checkoutOf(change: Readonly<Record<string, string>>): string {
  const origin = temporaryFolder();
  write(origin, base);
  commitAll(origin);
  const checkout = path.join(temporaryFolder(), 'checkout');
  checkOut(origin, checkout, change);
  // The target branch moves on. That is not part of the pull request.
  write(origin, { 'shop/model/cubes/other.yml': 'cubes:\n  - name: other\n    sql_table: other\n' });
  git(origin, 'add', '-A');
  git(origin, 'commit', '-q', '-m', 'later');
  git(checkout, 'fetch', '-q', 'origin');
  return checkout;
}

describe('the action', () => {
  let host: FakeCodeHost;

  beforeEach(async () => {
    host = await startCodeHost({ token });
  });

  afterEach(() => host.close());

  after(removeTemporaryFolders);

  async function review(checkout: string, inputs: Readonly<Record<string, string>> = {}, url = host.url) {
    const files = temporaryFolder();
    const event = path.join(files, 'event.json');
    writeFileSync(event, JSON.stringify({ pull_request: { number: 7, title: '$(touch owned)' } }));
    const out = path.join(files, 'reports');
    const run = await runAction(
      checkout,
      files,
      { project: 'shop', out, ...inputs },
      {
        ...{ GITHUB_API_URL: url, GITHUB_REPOSITORY: 'team/model', GITHUB_EVENT_PATH: event },
        ...{ GITHUB_BASE_REF: 'main', TOKEN: token },
      },
    );
    assert.ok(!run.log.includes(token), 'the token is in the log');
    assert.equal(git(checkout, 'status', '--porcelain'), '', 'the checkout is as before');
    assert.equal(git(checkout, 'worktree', 'list').split('\n').length, 1, run.log);
    return { ...run, report: (name: string) => readFileSync(path.join(out, name), 'utf8'), out };
  }

  it('annotates lines, writes reports, and one comment that says which numbers change', async () => {
    const checkout = checkoutOf({
      'shop/model/cubes/orders.yml': cube.replace("= 'paid'", "in ('paid', 'refunded')"),
    });
    const run = await review(checkout, { source: 'data' });
    assert.equal(run.code, 0, run.log);
    const [comment, ...others] = host.comments;
    assert.deepEqual(others, []);
    assert.match(comment!.body, /^<!-- data-model-workbench: shop -->\n## Data model review\n/);
    assert.match(comment!.body, /Numbers change/);
    assert.match(comment!.body, /\| `orders\.total` \|\s*\| `100` \| `105` \|/);
    assert.match(comment!.body, /## Data model check\n\n0 errors/);
    assert.match(comment!.body, /## Tests of the data model\n\n1 passed/);
    assert.match(
      run.log,
      /^::notice file=shop\/model\/cubes\/orders\.yml,line=5,.*title=number-changed::orders\.total/m,
    );
    assert.equal(run.summary.includes('Numbers change'), true);
    assert.match(run.outputs, /^reports=.*reports$/m);
    assert.deepEqual(
      readdirSync(run.out).sort(),
      [
        ...['certify.junit', 'check.junit', 'test.junit'].map((name) => name.replace('.junit', '.md')),
        ...['certify', 'check', 'test'].flatMap((name) => [`${name}.sarif`, `${name}.xml`]),
      ].sort(),
    );
    // A second push edits the comment.
    push(checkout, {
      'shop/model/cubes/orders.yml': cube.replace('- name: total', '- name: total\n        title: All'),
    });
    const again = await review(checkout);
    assert.equal(again.code, 0, again.log);
    assert.equal(host.comments.length, 1);
    assert.match(host.comments[0]!.body, /No number changes: \d+ of \d+ slices proved equal\./);
    assert.ok(host.requests.at(-1)!.startsWith('PATCH '));
    // A change that is taken back.
    push(checkout, { 'shop/model/cubes/orders.yml': cube });
    assert.equal((await review(checkout)).code, 0);
    assert.match(host.comments[0]!.body, /The pull request changes nothing in the model\./);
  });

  it('fails where something breaks, with an annotation at what breaks', async () => {
    const view = base['shop/model/views/sales.yml']!.replace('total, count', 'count');
    const run = await review(
      checkoutOf({
        'shop/model/cubes/orders.yml': cube.replace('name: total', 'name: revenue'),
        'shop/model/views/sales.yml': view,
      }),
    );
    assert.equal(run.code, 1, run.log);
    assert.match(run.log, /^::error file=shop\/queries\/total\.query\.yml,line=1,.*title=breaking-change::/m);
    assert.match(run.log, /^::error file=shop\/tests\/orders\.test\.yml,line=2,.*title=test-not-run::/m);
    assert.match(
      run.log,
      /^::warning file=shop\/model\/views\/sales\.yml,line=2,.*title=public-name::sales\.total is gone/m,
    );
    assert.match(host.comments[0]!.body, /\*\*Breaking:\*\*/);
  });

  it('fails for public names only if it is strict', async () => {
    const change = {
      'shop/model/views/sales.yml': base['shop/model/views/sales.yml']!.replace('total, count', 'count'),
    };
    const checkout = checkoutOf(change);
    assert.equal((await review(checkout)).code, 0);
    assert.equal((await review(checkout, { strict: 'true' })).code, 1);
  });

  it('escapes names and texts of the model in the comment', async () => {
    const name = '@team [x](javascript:alert(1)) <img src=x onerror=y> `tick` | cell';
    const run = await review(
      checkoutOf({
        'shop/tests/hostile.test.yml': `tests:\n  - name: ${JSON.stringify(name)}\n    query: { measures: [orders.nope] }\n    expect: { scalar: 1 }\n`,
        'shop/queries/$(touch owned) @team.query.yml': 'measures: [orders.count]\n',
      }),
    );
    assert.equal(run.code, 1, run.log);
    const { body } = host.comments[0]!;
    const outside = body.replace(/(`+)(?:(?!\1).)+\1/g, '').replace(/<!-- data-model-workbench: shop -->/, '');
    assert.match(body, /@team \[x\]/);
    assert.doesNotMatch(outside, /@|\]\(|<|javascript/);
    assert.ok(!existsSync(path.join(repository, 'owned')));
  });

  it('says nothing where the pull request does not change the project', async () => {
    const run = await review(checkoutOf({ 'README.md': 'Another shop.\n' }));
    assert.deepEqual([run.code, host.comments.length], [0, 0], run.log);
    assert.match(run.log, /changes nothing in shop/);
  });

  it('reviews a new project', async () => {
    const files = Object.entries(base).filter(([name]) => name.startsWith('shop/'));
    const change = Object.fromEntries(files.map(([name, text]) => [name.replace('shop/', 'new/'), text]));
    const run = await review(checkoutOf(change), { project: 'new' });
    assert.equal(run.code, 0, run.log);
    assert.match(host.comments[0]!.body, /The project is new/);
  });

  it('writes no comment over one that another user wrote, and finds its own among many', async () => {
    const mark = '<!-- data-model-workbench: shop -->\n';
    for (let i = 0; i < 150; i += 1)
      host.comments.push({ id: i + 1, body: i === 3 ? `${mark}mine` : 'Hello', author: 'reader' });
    host.comments.push({ id: 900, body: `${mark}old`, author: 'github-actions[bot]' });
    const run = await review(checkoutOf({ 'shop/model/cubes/orders.yml': `${cube}# end\n` }));
    assert.equal(run.code, 0, run.log);
    assert.equal(host.comments.length, 151);
    assert.equal(host.comments[3]!.body, `${mark}mine`);
    assert.match(host.comments.at(-1)!.body, /No number changes/);
  });

  it('passes without a comment if the token may only read, and fails if the host cannot be reached', async () => {
    const checkout = checkoutOf({ 'shop/model/cubes/orders.yml': `${cube}# end\n` });
    const readOnly = await startCodeHost({ token, isReadOnly: true });
    try {
      const run = await review(checkout, {}, readOnly.url);
      assert.equal(run.code, 0, run.log);
      assert.match(run.log, /GitHub answered 403 to POST .*Resource not accessible by integration/);
    } finally {
      await readOnly.close();
    }
    const closed = await review(checkout, {}, readOnly.url);
    assert.equal(closed.code, 1);
    assert.match(closed.log, /GitHub cannot be reached/);
    assert.match(closed.report('certify.md'), /No number changes/);
  });

  it('says what is missing in a checkout without history', async () => {
    const origin = checkoutOf({ 'shop/model/cubes/orders.yml': `${cube}# end\n` });
    const shallow = path.join(temporaryFolder(), 'shallow');
    git(origin, 'clone', '-q', '--depth', '1', `file://${origin}`, shallow);
    const run = await review(shallow);
    assert.equal(run.code, 2);
    assert.match(run.log, /fetch-depth: 0/);
  });

  it('has no expression inside of a script', () => {
    for (const { run } of readAction().runs.steps) assert.doesNotMatch(run, /\$\{\{/);
  });

  it('writes the note of a merge request of GitLab', async () => {
    const folder = temporaryFolder();
    write(folder, { 'a.md': '# First\n', 'b.md': '# Second\n' });
    const env = {
      CI_PROJECT_ID: 'team/model',
      CI_MERGE_REQUEST_IID: '7',
      CI_API_V4_URL: host.url,
      GITLAB_TOKEN: token,
    };
    const run = (...files: string[]) => runBundle('comment', files, { cwd: folder, env });
    const first = await run('a.md', 'b.md');
    assert.deepEqual(first, { code: 0, stdout: 'The comment is created.\n', stderr: '' });
    assert.equal(host.comments[0]!.body, '<!-- data-model-workbench: model -->\n# First\n\n# Second');
    assert.equal((await run('b.md')).stdout, 'The comment is updated.\n');
    assert.deepEqual(
      host.comments.map(({ body }) => body),
      ['<!-- data-model-workbench: model -->\n# Second'],
    );
    const missing = await runBundle('comment', ['a.md'], { cwd: folder, env: { ...env, GITLAB_TOKEN: '' } });
    assert.deepEqual([missing.code, /GITLAB_TOKEN is missing/.test(missing.stderr)], [2, true]);
  });

  it('cuts a text that is too long for a comment behind a line', async () => {
    const folder = temporaryFolder();
    write(folder, { 'a.md': '`a line`\n'.repeat(20_000) });
    const env = {
      CI_PROJECT_ID: 'team/model',
      CI_MERGE_REQUEST_IID: '7',
      CI_API_V4_URL: host.url,
      GITLAB_TOKEN: token,
    };
    assert.equal((await runBundle('comment', ['a.md'], { cwd: folder, env })).code, 0);
    assert.match(
      host.comments[0]!.body,
      /\n`a line`\n\nThe rest is not shown: a comment is limited to 65,536 characters\./,
    );
  });
});

describe('the hook of pre-commit', () => {
  it('is a script that checks the model', () => {
    const folder = temporaryFolder();
    write(folder, { ...base, 'shop/model/cubes/orders.yml': cube.replace('sql: amount', 'sql: "{amuont}"') });
    const hook = path.join(repository, 'action/pre-commit.sh');
    const run = spawnSync(hook, ['shop', '--no-database'], { cwd: folder, encoding: 'utf8' });
    assert.equal(run.status, 1, run.stderr);
    assert.match(run.stdout, /model\/cubes\/orders\.yml:7:\d+ error /);
    removeTemporaryFolders();
  });
});
