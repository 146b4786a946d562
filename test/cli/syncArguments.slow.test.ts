import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../sync/temporary.ts';
import { type SyncCommand, useSyncCommand } from './syncCommand.ts';

describe('arguments of the sync command', () => {
  const fixture = useSyncCommand();
  let command: SyncCommand;
  beforeEach(() => {
    command = fixture();
  });

  describe('reports an error for', () => {
    const bad: [what: string, args: () => string[], env: Record<string, string>, code: number, expectedText: RegExp][] =
      [
        ['no arguments', () => [], {}, 2, /--url is missing/],
        ['no key', () => command.args(), {}, 2, /DATA_MODEL_API_KEY.*--key-file/],
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
        ['an extra argument', () => [...command.args(), 'opaque-key'], {}, 2, /argument after.*--state/],
        ['a key as the first argument', () => ['opaque-key', ...command.args()], {}, 2, /argument/],
        [
          'a key as file of the key',
          () => [...command.args(), '--key-file', 'opaque-key'],
          {},
          2,
          /--key-file.*there is no such file/,
        ],
        [
          'a key and a file of the key',
          () => [...command.args(), '--key', 'opaque-key', '--key-file', 'x'],
          {},
          2,
          /not both/,
        ],
        [
          'the key as the folder',
          () => [...command.args(), '--key', 'opaque-key', '--dir', 'opaque-key'],
          {},
          2,
          /does not exist/,
        ],
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
        assert.ok(!`${stderr}${JSON.stringify(report)}`.includes('opaque-key'), 'the output contains the key');
        assert.deepEqual([command.local(), await command.remote()], before);
      });
    }
  });

  it('shows control characters of names instead of sending them to the terminal', async () => {
    const env = { DATA_MODEL_API_KEY: command.emulator.apiKey };
    const branch = 'no\x1b[2J\u202ene';
    const { code, lines, stderr, report } = await command.run([...command.args(), '--branch', branch, '--json'], env);
    assert.equal(code, 3);
    assert.match(stderr, /Branch 'no\\u001b\[2J\\u202ene' not found/);
    assert.doesNotMatch(lines.join('\n') + stderr, /[^\P{Cc}\n]|\u202e/u);
    assert.ok(report.error?.includes(branch), report.error);
  });

  it('lists the flags and the exit codes with --help', async () => {
    const { code, lines } = await command.run(['--help']);
    assert.equal(code, 0);
    const text = lines.join('\n');
    for (const flag of [
      '--url',
      '--key-file',
      'DATA_MODEL_API_KEY',
      '--deployment',
      '--branch',
      '--dir',
      '--pull',
      '--dry-run',
      '--json',
    ]) {
      assert.ok(text.includes(flag), flag);
    }
    for (const exitCode of [0, 1, 2, 3, 4, 5, 6]) {
      assert.match(text, new RegExp(`Exit codes:[^]*\\n  ${exitCode}  \\w`), `${exitCode} in the help`);
    }
  });

  it('takes the key from the environment, a file or standard input without a warning', async () => {
    command.inSync();
    const key = command.emulator.apiKey;
    const keyFile = join(temporaryFolder(), 'key');
    writeFileSync(keyFile, `${key}\r\n`);
    const runs = [
      await command.run([...command.args(), '--json'], { DATA_MODEL_API_KEY: key }),
      await command.run([...command.args(), '--json', '--key-file', keyFile], { DATA_MODEL_API_KEY: 'sk-of-another' }),
      await command.run([...command.args(), '--json', '--key-file', '-'], {}, `${key}\n`),
    ];
    for (const { code, stderr } of runs) {
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /warn/);
    }
  });

  it('warns of --key and names the alternatives', async () => {
    command.inSync();
    const { code, stderr } = await command.run([...command.args(), '--json', '--key', command.emulator.apiKey]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /warn.*--key.*DATA_MODEL_API_KEY.*--key-file/);
  });
});
