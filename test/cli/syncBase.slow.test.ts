import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { operations } from '../../src/contract/operations.ts';
import { baseTexts, cube, type Run, type SyncCommand, type Texts, useSyncCommand } from './syncCommand.ts';

/** A folder that was never synchronised here. */
describe('sync --base of a fresh checkout', () => {
  const fixture = useSyncCommand();
  let command: SyncCommand;
  beforeEach(() => {
    command = fixture();
  });

  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    return execFileSync('git', [...who, ...args], { cwd: command.folder, encoding: 'utf8' }).trim();
  };
  const commit = () => {
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'one');
    return git('rev-parse', 'HEAD');
  };
  const changes = ({ report }: Run) => report.done.map((one) => `${one.direction} ${one.change} ${one.path}`).sort();
  const edited = { 'model/cubes/a.yml': cube('a', 'mine'), 'model/cubes/new.yml': cube('new') };

  it('pushes edits, additions and deletions since a commit', async () => {
    command.write(baseTexts);
    commit();
    command.write(edited);
    command.remove('model/cubes/b.yml');
    const run = await command.sync('--base', 'HEAD');
    assert.equal(run.code, 0, run.stderr);
    const expected = ['push add model/cubes/new.yml', 'push delete model/cubes/b.yml', 'push edit model/cubes/a.yml'];
    assert.deepEqual(changes(run), expected);
    const { 'model/cubes/b.yml': _, ...rest } = baseTexts;
    assert.deepEqual(await command.remote(), { ...rest, ...edited });
  });

  it('says without --base that the same edit is a conflict, and changes nothing', async () => {
    command.write({ ...baseTexts, ...edited });
    const run = await command.sync();
    assert.equal(run.code, 1);
    assert.deepEqual(
      run.report.conflicts.map(({ path: file }) => file),
      ['model/cubes/a.yml'],
    );
    assert.equal((await command.remote())['model/cubes/a.yml'], baseTexts['model/cubes/a.yml']);
  });

  it('takes the common version from a branch of the platform', async () => {
    const { params } = command;
    const files = Object.entries(baseTexts).map(([file, content]) => ({ path: file, content }));
    await command.client.call(operations.createBranch, { params, body: { name: 'common', from: 'main' } });
    const dev = await command.openDevMode('common');
    await command.client.call(operations.putFiles, { params, body: { branchName: dev, files } });
    await command.openDevMode(command.branchName);
    command.write({ ...baseTexts, ...edited });
    const run = await command.sync('--base', dev);
    assert.deepEqual(
      [run.code, changes(run)],
      [0, ['push add model/cubes/new.yml', 'push edit model/cubes/a.yml']],
      run.stderr,
    );
    assert.match(run.stderr, /common version is the branch dev-/);
  });

  it('leaves what changed on the branch since the common version, and takes it with --pull', async () => {
    command.write(baseTexts);
    commit();
    const theirs = { ...baseTexts, 'model/cubes/c.yml': cube('c', 'theirs') };
    await command.setRemote(theirs);
    command.write(edited);
    const run = await command.sync('--base', 'HEAD');
    assert.deepEqual([run.code, changes(run).length], [0, 2], run.stderr);
    assert.ok(
      run.lines.includes('1 changed on the branch; not included in a push: model/cubes/c.yml'),
      run.lines.join('\n'),
    );
    assert.deepEqual(await command.remote(), { ...theirs, ...edited });
    const pull = await command.sync('--pull', '--base', 'HEAD');
    assert.deepEqual([pull.code, changes(pull)], [0, ['pull edit model/cubes/c.yml']], pull.stderr);
  });

  for (const [side, kept] of [
    ['local', 'mine'],
    ['remote', 'theirs'],
  ] as const) {
    it(`ends conflicts with --on-conflict ${side}, and the other version is in the trash`, async () => {
      command.write(baseTexts);
      commit();
      await command.setRemote({ ...baseTexts, 'model/cubes/a.yml': cube('a', 'theirs') });
      command.write(edited);
      const failed = await command.sync('--base', 'HEAD', '--dry-run');
      assert.deepEqual([failed.code, failed.report.conflicts.length], [1, 1]);
      const planned = await command.sync('--base', 'HEAD', '--dry-run', '--on-conflict', side);
      assert.equal(planned.code, 0, planned.stderr);
      assert.match(planned.lines.join('\n'), /^would take the version of the (folder|branch) model\/cubes\/a\.yml$/m);
      const run = await command.sync('--base', 'HEAD', '--on-conflict', side);
      assert.equal(run.code, 0, run.stderr);
      assert.deepEqual(run.report.conflicts, []);
      assert.equal((await command.remote())['model/cubes/a.yml'], cube('a', kept));
      assert.equal(command.local()['model/cubes/a.yml'], cube('a', kept));
      const other = cube('a', kept === 'mine' ? 'theirs' : 'mine');
      assert.ok(Object.values(command.state()).includes(other), 'the replaced version is kept');
      assert.equal((await command.remote())['model/cubes/new.yml'], edited['model/cubes/new.yml']);
    });
  }

  it('takes no base in a dry run', async () => {
    command.write(baseTexts);
    commit();
    command.write(edited);
    const plan = await command.sync('--base', 'HEAD', '--dry-run');
    assert.equal(plan.code, 0, plan.stderr);
    assert.deepEqual(plan.report.plan.entries.length, 2);
    assert.equal((await command.sync()).code, 1, 'the common version of the dry run is forgotten');
  });

  it('keeps a base that this machine has, which is newer', async () => {
    command.write({ ...baseTexts, 'model/cubes/a.yml': cube('a', 'older') });
    commit();
    command.inSync();
    command.write(edited);
    const run = await command.sync('--base', 'HEAD');
    assert.deepEqual([run.code, changes(run).length], [0, 2], run.stderr);
  });

  it('reads a project below the root of its repository', async () => {
    const below = (texts: Texts) =>
      Object.fromEntries(Object.entries(texts).map(([file, text]) => [`team/project/${file}`, text]));
    command.write({ ...below(baseTexts), 'model/cubes/a.yml': cube('a', 'elsewhere') });
    commit();
    command.write(below(edited));
    const run = await command.sync(
      '--dir',
      `${command.folder}/team/project`,
      '--base',
      git('rev-parse', '--short', 'HEAD'),
    );
    assert.deepEqual([run.code, changes(run).length], [0, 2], run.stderr);
    assert.deepEqual(await command.remote(), { ...baseTexts, ...edited });
  });

  it('refuses unknown names and choices', async () => {
    command.write(baseTexts);
    commit();
    for (const [flags, message] of [
      [['--base', 'nowhere'], /no branch “nowhere” on the platform, and no commit/],
      [['--base', '--all'], /--base/],
      [['--base', ''], /--base is missing/],
      [['--on-conflict', 'ours'], /--on-conflict must be one of fail, local, remote/],
    ] as const) {
      const { code, stderr } = await command.sync(...flags);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    }
  });
});
