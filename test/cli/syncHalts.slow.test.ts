import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../src/contract/operations.ts';
import { baseTexts, cube, type Report, type SyncCommand, useSyncCommand } from './syncCommand.ts';

describe('halts of the sync command', () => {
  const fixture = useSyncCommand();
  let command: SyncCommand;
  beforeEach(() => {
    command = fixture();
  });

  /** Runs the command and checks that it halts with exit code 1 and changes neither side. */
  const assertHalt = async (kind: string, ...flags: string[]): Promise<Report> => {
    const before = [command.local(), await command.remote()];
    const { code, report, lines } = await command.sync(...flags);
    assert.equal(code, 1, lines.join('\n'));
    assert.deepEqual(
      report.halts.map((each) => each.kind),
      [kind],
    );
    const [halt] = report.halts;
    assert.ok(halt!.message.length > 10 && halt!.action.length > 5, 'message and action');
    assert.deepEqual(report.done, []);
    assert.deepEqual([command.local(), await command.remote()], before);
    return report;
  };

  it('halts when more than a quarter is deleted, until --confirm names that plan', async () => {
    command.inSync();
    for (const name of ['a', 'b', 'c']) command.remove(`model/cubes/${name}.yml`);
    const report = await assertHalt('mass-delete');
    assert.match(report.halts[0]!.message, /3 of 7/);
    await assertHalt('mass-delete', '--dry-run');
    const other = await command.sync('--confirm', '0123456789abcdef');
    assert.notEqual(other.code, 0);
    assert.equal(Object.keys(await command.remote()).length, 7);
    const { code } = await command.sync('--confirm', report.plan.id);
    assert.equal(code, 0);
    assert.deepEqual(await command.remote(), command.local());
  });

  it('halts for an emptied folder and for an emptied branch', async () => {
    command.inSync();
    command.remove('model');
    command.remove('cube.js');
    await assertHalt('emptied-folder');
    command.write(baseTexts);
    await command.setRemote({});
    await assertHalt('emptied-branch', '--pull');
  });

  it('halts when dev mode is open on another branch', async () => {
    command.inSync();
    await command.client.call(operations.createBranch, {
      params: command.params,
      body: { name: 'elsewhere', from: 'main' },
    });
    await command.openDevMode('elsewhere');
    command.write({ 'model/cubes/a.yml': cube('a', 'mine') });
    const report = await assertHalt('session-moved');
    assert.match(report.halts[0]!.message, /dev-/);
    await command.openDevMode(command.branchName);
    assert.equal((await command.sync()).code, 0);
    assert.deepEqual(await command.remote(), command.local());
  });

  it('halts during an unfinished merge in git', async () => {
    command.inSync();
    mkdirSync(join(command.folder, '.git'));
    writeFileSync(join(command.folder, '.git/MERGE_HEAD'), `${'0'.repeat(40)}\n`);
    command.write({ 'model/cubes/a.yml': cube('a', 'half merged') });
    await assertHalt('git-busy');
    await assertHalt('git-busy', '--dry-run');
  });

  it('halts when the ignore file changed', async () => {
    command.inSync();
    command.write({ '.datamodelignore': 'model/cubes/x.yml\n', 'model/cubes/x.yml': cube('x', 'draft') });
    assert.equal((await command.sync()).code, 0);
    command.write({ '.datamodelignore': 'model/cubes/y.yml\n' });
    await assertHalt('filter-changed');
    await assertHalt('filter-changed', '--dry-run');
  });

  it('does not halt for an ignore file that changes nothing that is sent, with --dry-run neither', async () => {
    command.inSync();
    command.write({ '.datamodelignore': 'model/cubes/a.yml\nmodel/.env\n', 'model/.env': 'SECRET=1\n' });
    for (const flags of [['--dry-run'], [], ['--dry-run']]) {
      const { code, report } = await command.sync(...flags);
      assert.deepEqual(report.halts, []);
      assert.equal(code, 0);
    }
    command.write({ '.datamodelignore': 'model/cubes/a.yml\n.env\n', 'model/cubes/b.yml': cube('b', 'mine') });
    for (const flags of [['--dry-run'], []]) assert.equal((await command.sync(...flags)).code, 0);
    assert.equal((await command.remote())['model/cubes/b.yml'], cube('b', 'mine'));
  });
});
