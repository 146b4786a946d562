import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type SyncCommand, useSyncCommand } from './syncCommand.ts';

describe('arguments of the sync command', function () {
  this.timeout(60_000);
  const fixture = useSyncCommand();
  let command: SyncCommand;
  beforeEach(() => {
    command = fixture();
  });

  describe('reports an error for', () => {
    const bad: [what: string, args: () => string[], env: Record<string, string>, code: number, expectedText: RegExp][] =
      [
        ['no arguments', () => [], {}, 2, /--url is missing/],
        ['no key', () => command.args(), {}, 2, /--key is missing/],
        [
          'no deployment',
          () => ['--url', command.emulator.url, '--key', 'k', '--branch', 'dev-x'],
          {},
          2,
          /--deployment/,
        ],
        [
          'no branch',
          () => ['--url', command.emulator.url, '--key', 'k', '--deployment', '1'],
          {},
          2,
          /--branch is missing/,
        ],
        ['an unknown flag', () => [...command.args(), '--force'], {}, 2, /--force/],
        ['an extra argument', () => [...command.args(), 'now'], {}, 2, /now/],
        [
          'no address',
          () => ['--url', 'not an address', ...command.args().slice(2), '--key', 'k'],
          {},
          2,
          /not the address of a platform/,
        ],
        [
          'no folder',
          () => [...command.args(), '--key', 'k', '--dir', join(command.folder, 'nowhere')],
          {},
          2,
          /nowhere/,
        ],
        [
          'a file as folder',
          () => [...command.args(), '--key', 'k', '--dir', join(command.folder, 'cube.js')],
          {},
          2,
          /cube\.js/,
        ],
        ['a wrong key', () => [...command.args(), '--key', 'sk-wrong-key-of-another-user'], {}, 3, /key/i],
        ['an unknown deployment', () => [...command.args(), '--deployment', '987'], { key: 'yes' }, 3, /deployment/i],
        [
          'an unknown branch',
          () => [...command.args(), '--branch', 'no-such-branch'],
          { key: 'yes' },
          3,
          /no-such-branch/,
        ],
        [
          'a platform that does not answer',
          () => ['--url', 'http://127.0.0.1:9', ...command.args().slice(2)],
          { key: 'yes' },
          3,
          /127\.0\.0\.1:9/,
        ],
      ];
    for (const [what, args, { key }, expectedCode, expectedText] of bad) {
      it(what, async () => {
        command.write({ 'cube.js': 'mine' });
        const before = [command.local(), await command.remote()];
        const argumentsOfRun = [...args(), '--json'];
        const env: Record<string, string> = key === undefined ? {} : { DATA_MODEL_API_KEY: command.emulator.apiKey };
        const { code, report, stderr } = await command.run(argumentsOfRun, env);
        assert.equal(code, expectedCode, stderr);
        assert.match(stderr, expectedText);
        assert.match(report.error ?? 'no object at the end', expectedText);
        assert.ok(!stderr.includes('    at '), 'stderr has a stack trace');
        assert.ok(!`${stderr}${JSON.stringify(report)}`.includes('sk-wrong-key'), 'the output contains the wrong key');
        assert.deepEqual([command.local(), await command.remote()], before);
      });
    }
  });

  it('lists the flags and the exit codes with --help', async () => {
    const { code, lines } = await command.run(['--help']);
    assert.equal(code, 0);
    const text = lines.join('\n');
    for (const flag of ['--url', '--key', '--deployment', '--branch', '--dir', '--pull', '--dry-run', '--json']) {
      assert.ok(text.includes(flag), flag);
    }
    assert.match(text, /Exit code/);
  });
});
