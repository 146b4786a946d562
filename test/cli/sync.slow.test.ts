import assert from 'node:assert/strict';
import { operations } from '../../src/contract/operations.ts';
import { baseTexts, cube, type SyncCommand, type Texts, useSyncCommand } from './syncCommand.ts';

describe('the sync command', () => {
  const fixture = useSyncCommand();
  let command: SyncCommand;
  beforeEach(() => {
    command = fixture();
  });

  it('pushes the changes and prints the report as one object on the last line', async () => {
    command.inSync();
    command.write({ 'model/cubes/a.yml': cube('a', 'other'), 'model/views/v.yml': 'views:\n  - name: v\n' });
    command.remove('model/cubes/b.yml');
    const { code, lines, report } = await command.sync();
    assert.equal(code, 0);
    assert.equal(report.branch, command.branchName);
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
    assert.deepEqual(await command.remote(), command.local());
    assert.equal(lines.filter((line) => line.startsWith('{')).length, 1, 'one object');
  });

  it('prints lines of text without --json', async () => {
    command.inSync();
    command.write({ 'model/cubes/a.yml': cube('a', 'other') });
    const { code, lines } = await command.run(command.args(), { DATA_MODEL_API_KEY: command.emulator.apiKey });
    assert.equal(code, 0);
    assert.ok(
      lines.some((line) => /push ~ model\/cubes\/a\.yml/.test(line)),
      lines.join('\n'),
    );
    assert.ok(!lines.some((line) => line.startsWith('{')));
  });

  it('does nothing and exits with 0 when both sides are in sync', async () => {
    command.inSync();
    const { code, report } = await command.sync();
    assert.equal(code, 0);
    assert.deepEqual([report.plan.entries, report.done, report.halts], [[], [], []]);
  });

  it('pulls the changes of the branch with --pull and keeps replaced and deleted files in the trash', async () => {
    command.inSync();
    const next: Texts = { ...baseTexts, 'model/cubes/a.yml': cube('a', 'theirs'), 'model/cubes/new.yml': cube('new') };
    delete next['model/cubes/b.yml'];
    await command.setRemote(next);
    const { code, report } = await command.sync('--pull');
    assert.equal(code, 0);
    assert.equal(report.direction, 'pull');
    assert.equal(report.done.length, 3);
    assert.deepEqual(command.local(), next);
    assert.deepEqual(await command.remote(), next);
    const trash = Object.values(command.state());
    assert.ok(trash.includes(baseTexts['model/cubes/a.yml']!) && trash.includes(baseTexts['model/cubes/b.yml']!));
  });

  for (const flags of [[], ['--pull']]) {
    it(`prints the plan and writes nothing with --dry-run ${flags.join(' ')}`, async () => {
      command.inSync();
      command.write({ 'model/cubes/a.yml': cube('a', 'mine') });
      await command.setRemote({ ...baseTexts, 'model/cubes/c.yml': cube('c', 'theirs') });
      const before = [command.local(), await command.remote()];
      const { code, report, lines } = await command.sync('--dry-run', ...flags);
      assert.equal(code, 0);
      assert.equal(report.dryRun, true);
      assert.deepEqual(report.done, []);
      assert.deepEqual(report.plan.entries.map(({ kind, path }) => `${kind} ${path}`).sort(), [
        'pull model/cubes/c.yml',
        'push model/cubes/a.yml',
      ]);
      assert.ok(lines.some((line) => line.startsWith(flags.length > 0 ? 'would pull' : 'would push')));
      assert.deepEqual([command.local(), await command.remote()], before);
    });
  }

  it('opens no dev mode and writes nothing in a dry run of a first sync', async () => {
    await command.client.call(operations.stopDevMode, { params: command.params });
    command.write({ 'model/cubes/mine.yml': cube('mine') });
    const before = [command.local(), await command.remote()];
    const env = { DATA_MODEL_API_KEY: command.emulator.apiKey };
    const { code, report } = await command.run([...command.args('main'), '--json', '--dry-run'], env);
    assert.equal(code, 0);
    assert.ok(report.plan.entries.some(({ kind, path }) => kind === 'push' && path === 'model/cubes/mine.yml'));
    assert.deepEqual([command.local(), await command.remote()], before);
    const { branchName } = await command.client.call(operations.getBuildStatus, { params: command.params });
    assert.ok(!(branchName ?? '').startsWith('dev-'), `dev mode was opened on ${branchName}`);
  });

  it('keeps both versions of a conflict, syncs the other files and exits with 1', async () => {
    command.inSync();
    command.write({ 'model/cubes/a.yml': cube('a', 'mine'), 'model/cubes/b.yml': cube('b', 'mine') });
    await command.setRemote({ ...baseTexts, 'model/cubes/a.yml': cube('a', 'theirs') });
    for (const flags of [[], ['--pull']]) {
      const { code, report } = await command.sync(...flags);
      assert.equal(code, 1);
      assert.deepEqual(
        report.conflicts.map(({ path }) => path),
        ['model/cubes/a.yml'],
      );
      assert.ok(report.conflicts[0]!.reason);
      assert.equal(command.local()['model/cubes/a.yml'], cube('a', 'mine'));
      assert.equal((await command.remote())['model/cubes/a.yml'], cube('a', 'theirs'));
    }
    assert.equal((await command.remote())['model/cubes/b.yml'], cube('b', 'mine'));
  });

  it('merges both sides in a first sync, deletes nothing and reports differences as conflicts', async () => {
    command.write({ 'model/cubes/mine.yml': cube('mine'), 'model/cubes/a.yml': cube('a', 'mine') });
    const { code, report } = await command.sync();
    assert.equal(code, 1);
    assert.deepEqual(
      report.conflicts.map(({ path }) => path),
      ['model/cubes/a.yml'],
    );
    assert.deepEqual(await command.remote(), { ...baseTexts, 'model/cubes/mine.yml': cube('mine') });
    await command.sync('--pull');
    assert.deepEqual(command.local(), {
      ...baseTexts,
      'model/cubes/mine.yml': cube('mine'),
      'model/cubes/a.yml': cube('a', 'mine'),
    });
  });

  it('keeps the file of another writer who wrote it between the plan and the push', async () => {
    command.inSync();
    command.write({ 'model/cubes/a.yml': cube('a', 'mine') });
    // Between the first listing and the guard's.
    command.emulator.faults.set([
      {
        kind: 'another-writer',
        operation: 'getFileHashes',
        skip: 1,
        branch: command.branchName,
        files: { 'model/cubes/a.yml': cube('a', 'theirs') },
      },
    ]);
    const { code, report } = await command.sync();
    assert.equal(code, 1);
    assert.equal(report.conflicts.length + report.halts.length, 1, JSON.stringify(report));
    assert.equal((await command.remote())['model/cubes/a.yml'], cube('a', 'theirs'));
    assert.equal(command.local()['model/cubes/a.yml'], cube('a', 'mine'));
  });

  it('names each file that cannot be synced with the reason and does not change it', async () => {
    command.inSync();
    command.write({ 'model/cubes/a?.yml': cube('q') });
    const { code, report } = await command.sync();
    assert.equal(code, 6);
    assert.deepEqual(
      report.refused.map(({ path }) => path),
      ['model/cubes/a?.yml'],
    );
    assert.match(report.refused[0]!.reason, /Windows/);
    assert.deepEqual(await command.remote(), baseTexts);
  });

  it('exits with 6 in a dry run when a file cannot be synced', async () => {
    command.inSync();
    command.write({ 'model/cubes/a?.yml': cube('q') });
    assert.equal((await command.sync('--dry-run')).code, 6);
  });

  it('exits with 5 when a pull leaves a file for the next run', async () => {
    command.inSync();
    await command.setRemote({ ...baseTexts, 'model/cubes/a.yml': cube('a', 'theirs') });
    // Between the listing and the contents.
    const files = { 'model/cubes/a.yml': cube('a', 'newer') };
    command.emulator.faults.set([
      { kind: 'another-writer', operation: 'listFiles', branch: command.branchName, files },
    ]);
    const { code, report, lines } = await command.sync('--pull');
    assert.equal(code, 5, lines.join('\n'));
    assert.deepEqual(
      report.deferred.map(({ path }) => path),
      ['model/cubes/a.yml'],
    );
    assert.equal((await command.sync('--pull')).code, 0);
    assert.equal(command.local()['model/cubes/a.yml'], cube('a', 'newer'));
  });

  it('exits with 4 when the listing after a push fails', async () => {
    command.inSync();
    command.write({ 'model/cubes/a.yml': cube('a', 'mine') });
    // After the listing of the plan and the guard's.
    command.emulator.faults.set([{ kind: 'status', status: 500, operation: 'getFileHashes', skip: 2, times: 0 }]);
    const { code, report, lines } = await command.sync();
    assert.equal(code, 4, lines.join('\n'));
    assert.equal(report.verified, false);
    command.emulator.faults.clear();
    assert.equal((await command.remote())['model/cubes/a.yml'], cube('a', 'mine'));
    assert.equal((await command.sync()).code, 0);
  });
});
