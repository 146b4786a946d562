/** Runs the command as a pre-commit hook or CI does, and checks its output and exit code. */

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runBundle } from './runBundle.ts';

const orders = `cubes:
  - name: orders
    sql_table: public.orders
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
    measures:
      - name: total
        sql: amount
        type: sum
`;
const users = 'cube(`users`, {\n  sql_table: `public.users`,\n});\n';

interface Report {
  problems: {
    file: string;
    line: number;
    column: number;
    endLine: number;
    endColumn: number;
    severity: string;
    code?: string;
    message: string;
    source: string;
    folder?: string;
  }[];
  cubes: number;
  views: number;
  folders?: { folder: string; cubes: number; views: number }[];
  ms: number;
}

interface Run {
  code: number | null;
  lines: string[];
  stderr: string;
}

describe('check-model', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'check model '));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (files: Record<string, string | Uint8Array>) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
  };

  const run = async (args: string[], options: { cwd?: string; env?: Record<string, string> } = {}): Promise<Run> => {
    const { code, stdout, stderr } = await runBundle('check', args, { cwd: folder, ...options });
    return { code, lines: stdout.trimEnd().split('\n'), stderr };
  };

  const check = async (...args: string[]): Promise<Run & { report: Report }> => {
    const result = await run([folder, '--json', ...args]);
    assert.equal(result.stderr, '');
    return { ...result, report: JSON.parse(result.lines.at(-1)!) as Report };
  };

  it('reports no problems in a valid model', async () => {
    write({ 'cube.js': 'module.exports = {};\n', 'model/cubes/orders.yml': orders, 'model/cubes/users.js': users });
    const { code, report, lines } = await check();
    assert.equal(code, 0);
    assert.deepEqual({ ...report, ms: 0 }, { problems: [], cubes: 2, views: 0, ms: 0 });
    assert.ok(Number.isInteger(report.ms) && report.ms > 0);
    assert.match(lines[0]!, /^0 errors and 0 warnings in 2 cubes and 0 views \(\d+ ms\)\.$/);
  });

  it('reports a mistake with its exact range, as text and as JSON', async () => {
    write({ 'model/cubes/orders.yml': orders.replace('sql: amount', 'sql: "{totl}"') });
    const { code, report, lines } = await check();
    assert.equal(code, 1);
    assert.equal(report.problems.length, 1, JSON.stringify(report));
    const { message, code: problem, ...location } = report.problems[0]!;
    assert.equal(problem, 'unknown-member');
    const range = { line: 11, column: 16, endLine: 11, endColumn: 20 };
    assert.deepEqual(location, { file: 'model/cubes/orders.yml', ...range, severity: 'error', source: 'data-model' });
    assert.match(message, /totl/);
    assert.equal(lines[0], `model/cubes/orders.yml:11:16 error ${message}`);
    assert.match(lines[1]!, /^1 error and 0 warnings in 1 cube and 0 views/);
  });

  it('reports errors that only the compiler finds', async () => {
    write({ 'model/a.js': "cube('a', { sql_table: 't' });\nthrow new Error('no way');\n" });
    const { code, report } = await check();
    assert.equal(code, 1);
    assert.deepEqual(
      report.problems.map(({ severity, source }) => ({ severity, source })),
      [{ severity: 'error', source: 'compiler' }],
    );
    assert.match(report.problems[0]!.message, /no way/);
  });

  it('prints no control characters of names and messages', async function () {
    if (process.platform === 'win32') return this.skip();
    const sequence = '\x1b[2J\x1b]0;owned\x07\x9b31m';
    write({
      [`model/a${sequence}\n.yml`]: 'cubes: [',
      'model/b.js': `throw new Error(${JSON.stringify(`no ${sequence}\rway`)});\n`,
    });
    const { lines, report } = await check();
    assert.doesNotMatch(lines.join('\n'), /[^\P{Cc}\n]/u);
    assert.ok(report.problems.some(({ file }) => file === `model/a${sequence}\n.yml`));
    assert.ok(lines.every((line) => !line.startsWith('.yml')));
    const failed = await run([folder, '--model-folder', `x${sequence}`]);
    assert.equal(failed.code, 2);
    assert.doesNotMatch(failed.stderr, /[^\P{Cc}\n]/u);
  });

  it('prints no JSON without --json', async () => {
    write({ 'model/orders.yml': orders });
    const { code, lines } = await run([folder]);
    assert.equal(code, 0);
    assert.equal(lines.length, 1);
  });

  it('checks a project without a model folder, and one with another name', async () => {
    write({
      'orders.yml': orders,
      'cube.js': 'throw 1;',
      'node_modules/x/index.js': 'while (true) {}',
      '.git/x.yml': '\t',
    });
    const own = await check();
    assert.equal(own.code, 0);
    assert.equal(own.report.cubes, 1);
    write({ 'schema/deep/users.js': users.replace('public.users`', 'public.users') });
    const { code, report } = await check('--model-folder', 'schema');
    assert.equal(code, 1);
    assert.deepEqual([...new Set(report.problems.map(({ file }) => file))], ['schema/deep/users.js']);
  });

  it('reads templates and macros and ignores other files', async () => {
    write({
      'model/macros.jinja': "{% macro table(name) %}sql_table: {{ 'public.' ~ name }}{% endmacro %}",
      'model/many.yml': "{% import 'macros.jinja' as m %}\ncubes:\n  - name: {{ 'a' }}\n    {{ m.table('a') }}\n",
      'model/readme.md': 'cubes: [',
      'model/.draft.yml': 'cubes: [',
    });
    const { code, report } = await check();
    assert.deepEqual({ code, problems: report.problems, cubes: report.cubes }, { code: 0, problems: [], cubes: 1 });
  });

  it('runs globals.py for a trusted model only', async () => {
    write({ 'model/globals.py': '', 'model/many.yml': "cubes:\n  - name: {{ 'a' }}\n    sql_table: t\n" });
    const { code, report } = await check();
    assert.equal(code, 1);
    assert.deepEqual(
      report.problems.map(({ file, line }) => ({ file, line })),
      [{ file: 'model/globals.py', line: 1 }],
    );
    assert.match(report.problems[0]!.message, /globals\.py is not run.*--trust-model/);
    const trusted = await check('--trust-model');
    assert.doesNotMatch(JSON.stringify(trusted.report.problems), /is not run/);
  });

  for (const [what, code] of [
    [
      'sends a message of the runtime',
      "cube.constructor.constructor('return process')().send({ cmd: 'NODE_HANDLE_ACK' })",
    ],
    ['ends its process', "cube.constructor.constructor('return process')().exit(0)"],
    ['throws later', "cube.constructor.constructor('return setTimeout')()(() => { throw new Error('later'); }, 0)"],
  ] as const) {
    it(`goes on when code of the model ${what}`, async () => {
      const attack = `try { ${code}; } catch {}\ncube('harmless', { sql_table: 't' });\n`;
      write({ 'model/a.js': attack, 'model/orders.yml': orders.replace('type: sum', 'type: summ') });
      const { code: exitCode, lines, stderr } = await run([folder]);
      assert.equal(exitCode, 1, stderr);
      assert.match(lines.join('\n'), /model\/orders\.yml:\d+:\d+ error .*summ/);
      assert.equal(stderr, '');
    });
  }

  describe('checks tenants', () => {
    const other = orders.replaceAll('total', 'sum');
    const view = (measure: string) =>
      `views:\n  - name: v\n    cubes:\n      - join_path: orders\n        includes: [${measure}]\n`;
    const tenants = {
      'model/a/orders.yml': orders,
      'model/a/v.yml': view('total'),
      'model/b/orders.yml': other,
      'model/b/v.yml': view('sum'),
      'model/shared/users.js': users,
    };
    const factory = 'module.exports = { repositoryFactory: () => new FileRepository("model/a") };\n';

    it('one by one, if the project file chooses the repository', async () => {
      write({ ...tenants, 'cube.js': factory });
      const { code, report, lines } = await check();
      assert.equal(code, 0, lines.join('\n'));
      assert.deepEqual(
        report.problems.map(({ file, severity, folder }) => ({ file, severity, folder })),
        [{ file: 'cube.js', severity: 'information', folder: '.' }],
      );
      assert.deepEqual(report.folders, [
        { folder: 'model/a', cubes: 2, views: 1 },
        { folder: 'model/b', cubes: 2, views: 1 },
      ]);
      assert.match(lines[0]!, /`model\/a` and `model\/b` have 2 names in common.*--model-folder/);
      assert.match(lines.join('\n'), /\nmodel\/b:\n0 errors and 0 warnings in 2 cubes and 1 view\.\n/);
      assert.match(lines.join('\n'), /\n0 errors and 0 warnings in 4 cubes and 2 views, in 2 models \(/);
    });

    it('and fails if one of them has errors, each with its folder and file', async () => {
      const broken = "cube('broken', { sql_table: 't' });\nthrow new Error('no way');\n";
      const macro = "{% import 'macros.jinja' as m %}\ncubes:\n  - name: made\n    {{ m.table('made') }}\n";
      write({
        ...tenants,
        'cube.js': factory,
        'model/a/made.yml': macro,
        'model/a/macros.jinja': "{% macro table(name) %}sql_table: {{ 'public.' ~ name }}{% endmacro %}",
        'model/b/c/broken.js': broken,
      });
      const { code, report, lines } = await check();
      assert.equal(code, 1);
      const errors = report.problems.filter(({ severity }) => severity === 'error');
      assert.deepEqual(
        errors.map(({ file, folder }) => ({ file, folder })),
        [{ file: 'model/b/c/broken.js', folder: 'model/b' }],
        lines.join('\n'),
      );
      assert.deepEqual(report.folders![0], { folder: 'model/a', cubes: 3, views: 1 });
    });

    it('in the folders that are named', async () => {
      write(tenants);
      const { code, report } = await check('--model-folder', 'model/a', '--model-folder', './model/b/');
      assert.equal(code, 0);
      assert.deepEqual(report.problems, []);
      assert.deepEqual(report.folders, [
        { folder: 'model/a', cubes: 1, views: 1 },
        { folder: 'model/b', cubes: 1, views: 1 },
      ]);
    });
  });

  it('does not give the compiler a file that is nested too deeply, and says so', async () => {
    write({
      'model/deep.js': `cube('deep', { sql_table: 't', meta: { a: ${'['.repeat(3000)}${']'.repeat(3000)} } });\n`,
      'model/orders.yml': orders.replace('type: sum', 'type: summ'),
    });
    const { code, report } = await check();
    assert.equal(code, 1);
    assert.deepEqual(
      report.problems.map(({ file, severity }) => [file, severity]),
      [
        ['model/deep.js', 'information'],
        ['model/deep.js', 'error'],
        ['model/orders.yml', 'error'],
      ],
    );
    assert.match(report.problems[0]!.message, /The model is not compiled/);
    assert.match(report.problems[1]!.message, /nested more than 200 levels/);
  });

  it('stops an endless model', async () => {
    write({ 'cube.js': '', 'model/a.js': 'while (true) {}\n', 'model/orders.yml': orders });
    const { code, report } = await check('--timeout', '1');
    assert.equal(code, 1);
    assert.deepEqual(
      report.problems.map(({ file, severity, source }) => ({ file, severity, source })),
      [{ file: 'cube.js', severity: 'error', source: 'compiler' }],
    );
    assert.match(report.problems[0]!.message, /not compiled within 1 s/);
  });

  describe('reports files that it cannot read, and no consequences of them', () => {
    const dependent = `${orders}    joins:\n      - name: users\n        relationship: many_to_one\n        sql: "{CUBE}.u = {users.id}"\n`;
    const oneProblem = async (file: string, message: RegExp, line = 1, column = 1) => {
      const { code, report } = await check();
      assert.equal(code, 1);
      const [problem, ...more] = report.problems.filter(({ source }) => source === 'data-model');
      assert.ok(problem);
      assert.deepEqual(more, []);
      assert.match(problem.message, message);
      const notCompiled = report.problems.filter(({ source }) => source === 'compiler');
      assert.deepEqual(
        notCompiled.map((one) => [one.severity, one.file, one.line]),
        [['information', file, line]],
      );
      assert.match(notCompiled[0]!.message, /^The model is not compiled/);
      assert.deepEqual([problem.file, problem.line, problem.column], [file, line, column]);
    };

    it('a file that is not UTF-8', async () => {
      write({
        'model/orders.yml': dependent,
        'model/users.yml': Buffer.from('cubes:\n  - name: \xfcsers\n', 'latin1'),
      });
      await oneProblem('model/users.yml', /not valid UTF-8/, 2, 11);
    });

    it('with the problems of other files, as far as they do not depend on it', async () => {
      const wrong = dependent.replace('type: number', 'type: nubmer').replace('type: sum', 'type: smu');
      write({ 'model/orders.yml': wrong, 'model/users.yml': Buffer.from('\xfc', 'latin1') });
      const { code, report } = await check();
      assert.equal(code, 1);
      const own = report.problems.filter(({ source }) => source === 'data-model');
      assert.deepEqual(
        own.map(({ file, line }) => [file, line]),
        [
          ['model/orders.yml', 7],
          ['model/orders.yml', 12],
          ['model/users.yml', 1],
        ],
        JSON.stringify(own),
      );
    });

    it('a link to itself', async function () {
      if (process.platform === 'win32') return this.skip();
      write({ 'model/orders.yml': dependent });
      symlinkSync('users.yml', join(folder, 'model/users.yml'));
      await oneProblem('model/users.yml', /points to itself/);
    });

    it('a link to a parent folder', async function () {
      if (process.platform === 'win32') return this.skip();
      write({ 'model/orders.yml': dependent });
      symlinkSync('..', join(folder, 'model/up'));
      await oneProblem('model/up', /Symbolic links are not part of a data model/);
    });

    it('a link without a target', async function () {
      if (process.platform === 'win32') return this.skip();
      write({ 'model/orders.yml': dependent });
      symlinkSync('gone.yml', join(folder, 'model/users.yml'));
      symlinkSync('gone.md', join(folder, 'model/notes.md'));
      await oneProblem('model/users.yml', /target of this symbolic link does not exist/);
    });

    it('a file without permission', async function () {
      if (process.platform === 'win32' || process.getuid?.() === 0) {
        console.log('      (skipped: this user can read all files)');
        return this.skip();
      }
      write({ 'model/orders.yml': dependent, 'model/users.js': users });
      chmodSync(join(folder, 'model/users.js'), 0);
      await oneProblem('model/users.js', /permission denied/);
    });
  });

  describe('prints wrong usage to stderr and exits with 2', () => {
    const failsWith = async (args: string[], message: RegExp) => {
      const { code, lines, stderr } = await run(args);
      assert.match(stderr, message);
      assert.match(stderr, /Usage: data-model check DIR[^\n]*\n[^\n]+\n\n--help explains the options\.\n$/);
      assert.deepEqual({ code, lines }, { code: 2, lines: [''] });
    };

    it('without a folder', () => failsWith([], /folder to check is missing/));
    it('with two folders', () => failsWith(['a', 'b'], /Only one folder/));
    it('with a folder that does not exist', () => failsWith(['no-such-folder'], /There is no folder .*no-such-folder/));
    it('with a folder without a model', () => failsWith([folder], /There is no data model in/));
    it('with a folder of several projects, whose names it prints', async () => {
      write({ 'README.md': '', 'a/model/orders.yml': orders, 'b/deep/cube.js': '', 'tools/x.yml': 'a: 1\n' });
      await failsWith([folder], /is not a project\. Name one of the projects in it: a, b\/deep\./);
    });
    it('with an unknown option', () => failsWith([folder, '--jsn'], /--jsn/));
    it('with a model folder that does not exist', () =>
      failsWith([folder, '--model-folder', 'schema'], /no folder schema/));
    it('with a model folder outside of the project', () =>
      failsWith([folder, '--model-folder', '../x'], /path inside the project/));
    it('with an invalid timeout', () => failsWith([folder, '--timeout', 'soon'], /must be a number of seconds/));
  });

  it('prints its usage with --help', async () => {
    const { code, lines, stderr } = await run(['--help']);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.match(lines[0]!, /^Usage: data-model check DIR/);
  });

  it('resolves the path from the user’s folder when npm runs it in another folder', async () => {
    write({ 'project/model/orders.yml': orders });
    const { code } = await run(['project'], {
      cwd: tmpdir(),
      env: { npm_lifecycle_event: 'check-model', INIT_CWD: folder },
    });
    assert.equal(code, 0);
  });
});
