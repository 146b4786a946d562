/** `npm run sync` as CI runs it: a process of its own against a platform on this machine; its last line, its exit code, both sides. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../src/emulator/emulator.ts';
import { Client } from '../../src/platform/client.ts';
import { put, removeTemporaryFolders, temporaryFolder, textsIn } from '../sync/temporary.ts';

const command = join(import.meta.dirname, '../../dist/cli/sync.js');

type Texts = Record<string, string>;

interface Entry {
  kind: string;
  path: string;
  change?: string;
}

interface Report {
  branch: string;
  direction: string;
  dryRun: boolean;
  plan: { id: string; entries: Entry[] };
  done: { path: string; direction: string; change: string }[];
  refused: { path: string; reason: string }[];
  conflicts: { path: string; reason: string }[];
  halts: { kind: string; message: string; action: string; confirmable: boolean; paths: string[] }[];
  verified: boolean;
  requests: number;
  error?: string;
}

interface Run {
  code: number | null;
  lines: string[];
  stderr: string;
  /** The last line of the output. */
  report: Report;
}

const cube = (name: string, table = name) => `cubes:\n  - name: ${name}\n    sql_table: shop.${table}\n`;
const old: Texts = {
  'cube.js': 'module.exports = {};\n',
  ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`model/cubes/${name}.yml`, cube(name)])),
};

describe('sync, the command', function () {
  this.timeout(60_000);
  let emulator: RunningEmulator;
  let client: Client;
  let params: { deploymentId: number };
  let branchName: string;
  let folder: string;
  let state: string;
  /** What was remembered after the first sync. */
  let known: string;

  before(async () => {
    emulator = await startEmulator({ sample: false, buildMs: 0 });
    client = new Client({ baseUrl: emulator.url, credential: { token: emulator.apiKey } });
    params = { deploymentId: emulator.deploymentId };
    branchName = await openDevMode();
    [folder, state, known] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    await setRemote(old);
    write(old);
    const { code, stderr } = await sync();
    assert.equal(code, 0, stderr);
    cpSync(state, known, { recursive: true });
  });
  after(async () => {
    client.dispose();
    await emulator.close();
    removeTemporaryFolders();
  });
  beforeEach(async () => {
    emulator.faults.clear();
    await openDevMode(branchName);
    await setRemote(old);
    for (const each of [folder, state]) {
      rmSync(each, { recursive: true });
      mkdirSync(each);
    }
  });

  const openDevMode = async (name = 'main') =>
    (await client.call(operations.startDevMode, { params, body: { branchName: name } })).branchName;

  const remote = async (name = branchName): Promise<Texts> => {
    const texts: Texts = {};
    const walk = (nodes: readonly { path: string; content?: unknown; children?: unknown }[]): void => {
      for (const { path, content, children } of nodes) {
        if (Array.isArray(children)) walk(children);
        else texts[path.replace(/^\//, '')] = content as string;
      }
    };
    const query = { branchName: name, withContent: true };
    walk(((await client.call(operations.listFiles, { params, query })) as { items: [] }).items);
    return texts;
  };

  const setRemote = async (texts: Texts): Promise<void> => {
    const files = Object.entries(texts).map(([path, content]) => ({ path, content }));
    if (files.length > 0) await client.call(operations.putFiles, { params, body: { branchName, files } });
    const gone = Object.keys(await remote()).filter((path) => !(path in texts));
    if (gone.length === 0) return;
    const body = { branchName, files: gone.map((path) => ({ path })) };
    await client.call(operations.deleteFiles, { params, body });
  };

  const write = (texts: Texts) => {
    for (const [path, text] of Object.entries(texts)) put(folder, path, text);
  };

  /** Runs the command with exactly these arguments; everything it says is searched for the key. */
  const runWith = async (args: readonly string[], env: Record<string, string> = {}): Promise<Run> => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: state,
      env: { ...process.env, npm_lifecycle_event: '', DATA_MODEL_API_KEY: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    const [code] = (await once(child, 'close')) as [number | null];
    for (const text of [stdout, stderr]) {
      assert.ok(!text.includes(emulator.apiKey), 'the key is in the output');
      assert.ok(!text.includes(emulator.apiKey.slice(4, -4)), 'most of the key is in the output');
    }
    for (const text of Object.values(textsIn(state))) assert.ok(!text.includes(emulator.apiKey), 'the key is kept');
    const lines = stdout.trimEnd().split('\n');
    let report = {} as Report;
    try {
      report = JSON.parse(lines.at(-1)!) as Report;
    } catch {
      // No object: a test that needs one fails with what was said.
    }
    return { code, lines, stderr, report };
  };

  const place = (name = branchName) => {
    const where = ['--url', emulator.url, '--deployment', String(emulator.deploymentId), '--branch', name];
    return [...where, '--dir', folder, '--state', state];
  };
  /** As the issue of this command writes it. */
  const sync = (...flags: string[]) => runWith([...place(), '--key', emulator.apiKey, '--json', ...flags]);

  /** Both sides equal, and known to be. */
  const inStep = () => {
    write(old);
    cpSync(known, state, { recursive: true });
  };

  it('sends what changed; the last line is one object with plan, deeds, requests, conflicts and halts', async () => {
    inStep();
    write({ 'model/cubes/a.yml': cube('a', 'other'), 'model/views/v.yml': 'views:\n  - name: v\n' });
    rmSync(join(folder, 'model/cubes/b.yml'));
    const { code, lines, report } = await sync();
    assert.equal(code, 0);
    assert.equal(report.branch, branchName);
    assert.equal(report.direction, 'push');
    assert.equal(report.dryRun, false);
    const changes = ({ path, change }: { path: string; change?: string }) => `${change} ${path}`;
    const expected = ['add model/views/v.yml', 'delete model/cubes/b.yml', 'edit model/cubes/a.yml'];
    assert.deepEqual(report.plan.entries.map(changes).sort(), expected);
    assert.ok(report.plan.entries.every(({ kind }) => kind === 'push'));
    assert.deepEqual(report.done.map(changes).sort(), expected);
    assert.deepEqual(report.conflicts, []);
    assert.deepEqual(report.halts, []);
    assert.equal(report.verified, true);
    assert.ok(Number.isInteger(report.requests) && report.requests >= 4, `${report.requests} requests`);
    assert.match(report.plan.id, /^[0-9a-f]{8,}$/);
    assert.deepEqual(await remote(), textsIn(folder));
    assert.equal(lines.filter((line) => line.startsWith('{')).length, 1, 'one object');
  });

  it('says in words what it did where no object is asked for', async () => {
    inStep();
    write({ 'model/cubes/a.yml': cube('a', 'other') });
    const { code, lines } = await runWith(place(), { DATA_MODEL_API_KEY: emulator.apiKey });
    assert.equal(code, 0);
    assert.ok(
      lines.some((line) => /push ~ model\/cubes\/a\.yml/.test(line)),
      lines.join('\n'),
    );
    assert.ok(!lines.some((line) => line.startsWith('{')));
  });

  it('in step: nothing done, exit 0', async () => {
    inStep();
    const { code, report } = await sync();
    assert.equal(code, 0);
    assert.deepEqual([report.plan.entries, report.done, report.halts], [[], [], []]);
  });

  it('--pull brings what changed on the branch; what it replaced and deleted is kept in the trash', async () => {
    inStep();
    const next: Texts = { ...old, 'model/cubes/a.yml': cube('a', 'theirs'), 'model/cubes/new.yml': cube('new') };
    delete next['model/cubes/b.yml'];
    await setRemote(next);
    const { code, report } = await sync('--pull');
    assert.equal(code, 0);
    assert.equal(report.direction, 'pull');
    assert.equal(report.done.length, 3);
    assert.deepEqual(textsIn(folder), next);
    assert.deepEqual(await remote(), next);
    const kept = Object.values(textsIn(state));
    assert.ok(kept.includes(old['model/cubes/a.yml']!) && kept.includes(old['model/cubes/b.yml']!));
  });

  for (const flags of [[], ['--pull']]) {
    it(`--dry-run ${flags.join(' ')} plans and writes nothing on either side`, async () => {
      inStep();
      write({ 'model/cubes/a.yml': cube('a', 'mine') });
      await setRemote({ ...old, 'model/cubes/c.yml': cube('c', 'theirs') });
      const before = [textsIn(folder), await remote()];
      const { code, report, lines } = await sync('--dry-run', ...flags);
      assert.equal(code, 0);
      assert.equal(report.dryRun, true);
      assert.deepEqual(report.done, []);
      assert.deepEqual(report.plan.entries.map(({ kind, path }) => `${kind} ${path}`).sort(), [
        'pull model/cubes/c.yml',
        'push model/cubes/a.yml',
      ]);
      assert.ok(lines.some((line) => line.startsWith(flags.length > 0 ? 'would pull' : 'would push')));
      assert.deepEqual([textsIn(folder), await remote()], before);
    });
  }

  it('--dry-run of a first sync, and of a branch without dev mode, opens and writes nothing', async () => {
    await client.call(operations.stopDevMode, { params });
    write({ 'model/cubes/mine.yml': cube('mine') });
    const before = [textsIn(folder), await remote()];
    const { code, report } = await runWith([...place('main'), '--key', emulator.apiKey, '--json', '--dry-run']);
    assert.equal(code, 0);
    assert.ok(report.plan.entries.some(({ kind, path }) => kind === 'push' && path === 'model/cubes/mine.yml'));
    assert.deepEqual([textsIn(folder), await remote()], before);
    const { branchName: open } = await client.call(operations.getBuildStatus, { params });
    assert.ok(!(open ?? '').startsWith('dev-'), `dev mode was opened on ${open}`);
  });

  it('a conflict: both versions stay, the rest goes, exit 1', async () => {
    inStep();
    write({ 'model/cubes/a.yml': cube('a', 'mine'), 'model/cubes/b.yml': cube('b', 'mine') });
    await setRemote({ ...old, 'model/cubes/a.yml': cube('a', 'theirs') });
    for (const flags of [[], ['--pull']]) {
      const { code, report } = await sync(...flags);
      assert.equal(code, 1);
      assert.deepEqual(
        report.conflicts.map(({ path }) => path),
        ['model/cubes/a.yml'],
      );
      assert.ok(report.conflicts[0]!.reason);
      assert.equal(textsIn(folder)['model/cubes/a.yml'], cube('a', 'mine'));
      assert.equal((await remote())['model/cubes/a.yml'], cube('a', 'theirs'));
    }
    assert.equal((await remote())['model/cubes/b.yml'], cube('b', 'mine'));
  });

  it('a first sync without a base unites both sides, deletes nothing, and leaves what differs', async () => {
    write({ 'model/cubes/mine.yml': cube('mine'), 'model/cubes/a.yml': cube('a', 'mine') });
    const { code, report } = await sync();
    assert.equal(code, 1);
    assert.deepEqual(
      report.conflicts.map(({ path }) => path),
      ['model/cubes/a.yml'],
    );
    assert.deepEqual(await remote(), { ...old, 'model/cubes/mine.yml': cube('mine') });
    await sync('--pull');
    assert.deepEqual(textsIn(folder), {
      ...old,
      'model/cubes/mine.yml': cube('mine'),
      'model/cubes/a.yml': cube('a', 'mine'),
    });
  });

  /** Runs that stop: reason, exit 1, and both sides exactly as before. */
  const halts = async (kind: string, ...flags: string[]): Promise<Report> => {
    const before = [textsIn(folder), await remote()];
    const { code, report, lines } = await sync(...flags);
    assert.equal(code, 1, lines.join('\n'));
    assert.deepEqual(
      report.halts.map((each) => each.kind),
      [kind],
    );
    const [halt] = report.halts;
    assert.ok(halt!.message.length > 10 && halt!.action.length > 5, 'the reason and what to do');
    assert.deepEqual(report.done, []);
    assert.deepEqual([textsIn(folder), await remote()], before);
    return report;
  };

  it('more than a quarter deleted: stops, says so, and goes on with --confirm and that very plan', async () => {
    inStep();
    for (const name of ['a', 'b', 'c']) rmSync(join(folder, `model/cubes/${name}.yml`));
    const report = await halts('mass-delete');
    assert.match(report.halts[0]!.message, /3 of 7/);
    await halts('mass-delete', '--dry-run');
    const other = await sync('--confirm', '0123456789abcdef');
    assert.notEqual(other.code, 0);
    assert.equal(Object.keys(await remote()).length, 7);
    const { code } = await sync('--confirm', report.plan.id);
    assert.equal(code, 0);
    assert.deepEqual(await remote(), textsIn(folder));
  });

  it('an emptied folder, an emptied branch', async () => {
    inStep();
    rmSync(join(folder, 'model'), { recursive: true });
    rmSync(join(folder, 'cube.js'));
    await halts('emptied-folder');
    write(old);
    await setRemote({});
    await halts('emptied-branch', '--pull');
  });

  it('dev mode moved to another branch', async () => {
    inStep();
    await client.call(operations.createBranch, { params, body: { name: 'elsewhere', from: 'main' } });
    await openDevMode('elsewhere');
    write({ 'model/cubes/a.yml': cube('a', 'mine') });
    const report = await halts('session-moved');
    assert.match(report.halts[0]!.message, /dev-/);
    await openDevMode(branchName);
    assert.equal((await sync()).code, 0);
    assert.deepEqual(await remote(), textsIn(folder));
  });

  it('an unfinished merge in git', async () => {
    inStep();
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git/MERGE_HEAD'), `${'0'.repeat(40)}\n`);
    write({ 'model/cubes/a.yml': cube('a', 'half merged') });
    await halts('git-busy');
  });

  it('a changed ignore file', async () => {
    inStep();
    write({ '.datamodelignore': 'model/cubes/a.yml\n', 'model/cubes/b.yml': cube('b', 'mine') });
    await halts('filter-changed');
  });

  it('somebody else writes the same file between the plan and the write: theirs stays', async () => {
    inStep();
    write({ 'model/cubes/a.yml': cube('a', 'mine') });
    // Between the first listing and the guard's.
    emulator.faults.set([
      {
        kind: 'another-writer',
        operation: 'getFileHashes',
        skip: 1,
        branch: branchName,
        files: { 'model/cubes/a.yml': cube('a', 'theirs') },
      },
    ]);
    const { code, report } = await sync();
    assert.equal(code, 1);
    assert.equal(report.conflicts.length + report.halts.length, 1, JSON.stringify(report));
    assert.equal((await remote())['model/cubes/a.yml'], cube('a', 'theirs'));
    assert.equal(textsIn(folder)['model/cubes/a.yml'], cube('a', 'mine'));
  });

  it('what is not synced is named with its reason, and stays', async () => {
    inStep();
    write({ 'model/cubes/a?.yml': cube('q') });
    const { code, report } = await sync();
    assert.equal(code, 0);
    assert.deepEqual(
      report.refused.map(({ path }) => path),
      ['model/cubes/a?.yml'],
    );
    assert.match(report.refused[0]!.reason, /Windows/);
    assert.deepEqual(await remote(), old);
  });

  describe('explains what it was not given', () => {
    const bad: [what: string, args: () => string[], env: Record<string, string>, code: number, said: RegExp][] = [
      ['no arguments', () => [], {}, 2, /--url is missing/],
      ['no key', () => place(), {}, 2, /--key is missing/],
      ['no deployment', () => ['--url', emulator.url, '--key', 'k', '--branch', 'dev-x'], {}, 2, /--deployment/],
      ['no branch', () => ['--url', emulator.url, '--key', 'k', '--deployment', '1'], {}, 2, /--branch is missing/],
      ['an unknown flag', () => [...place(), '--force'], {}, 2, /--force/],
      ['a stray word', () => [...place(), 'now'], {}, 2, /now/],
      [
        'no address',
        () => ['--url', 'not an address', ...place().slice(2), '--key', 'k'],
        {},
        2,
        /not the address of a platform/,
      ],
      ['no folder', () => [...place(), '--key', 'k', '--dir', join(folder, 'nowhere')], {}, 2, /nowhere/],
      ['a file as folder', () => [...place(), '--key', 'k', '--dir', join(folder, 'cube.js')], {}, 2, /cube\.js/],
      ['a wrong key', () => [...place(), '--key', 'sk-wrong-key-of-somebody'], {}, 3, /key/i],
      ['an unknown deployment', () => [...place(), '--deployment', '987'], { key: 'yes' }, 3, /deployment/i],
      ['an unknown branch', () => [...place(), '--branch', 'no-such-branch'], { key: 'yes' }, 3, /no-such-branch/],
      ['nobody there', () => ['--url', 'http://127.0.0.1:9', ...place().slice(2)], { key: 'yes' }, 3, /127\.0\.0\.1:9/],
    ];
    for (const [what, args, { key }, expected, said] of bad) {
      it(what, async () => {
        write({ 'cube.js': 'mine' });
        const before = [textsIn(folder), await remote()];
        const given = [...args(), '--json'];
        const env: Record<string, string> = key === undefined ? {} : { DATA_MODEL_API_KEY: emulator.apiKey };
        const { code, report, stderr } = await runWith(given, env);
        assert.equal(code, expected, stderr);
        assert.match(stderr, said);
        assert.match(report.error ?? 'no object at the end', said);
        assert.ok(!stderr.includes('    at '), 'a stack trace is no explanation');
        assert.ok(!`${stderr}${JSON.stringify(report)}`.includes('sk-wrong-key'), 'the wrong key is told');
        assert.deepEqual([textsIn(folder), await remote()], before);
      });
    }
  });

  it('--help tells the flags and what the exit codes mean', async () => {
    const { code, lines } = await runWith(['--help']);
    assert.equal(code, 0);
    const text = lines.join('\n');
    for (const flag of ['--url', '--key', '--deployment', '--branch', '--dir', '--pull', '--dry-run', '--json']) {
      assert.ok(text.includes(flag), flag);
    }
    assert.match(text, /Exit code/);
  });
});
