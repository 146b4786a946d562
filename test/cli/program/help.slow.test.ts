import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exitHelp, type exits } from '../../../src/cli/program/exitCodes.ts';
import { repository } from '../../vscode/locations.ts';
import { runBundle } from '../runBundle.ts';

const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** As in `data-model check`, by the name of the npm script. */
const commands = Object.entries(scripts).flatMap(([script, line]) => {
  const [, command] = /dist\/cli\/dataModel\.js ([a-z-]+)/.exec(line) ?? [];
  return command === undefined ? [] : [[script as keyof typeof exits, command] as const];
});

describe('--help', () => {
  for (const [script, command] of commands) {
    it(`of ${command} explains the options and exit codes, and ends with 0`, async () => {
      for (const option of ['--help', '-h']) {
        const { code, stdout, stderr } = await runBundle(command, [option]);
        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
        assert.match(stdout, new RegExp(`^Usage: data-model ${command} `));
        assert.ok(stdout.includes(exitHelp(script).trim()));
      }
    });
  }

  it('of a command that npm runs names the script', async () => {
    for (const [script, command] of commands) {
      const { stdout } = await runBundle(command, ['--help'], { env: { npm_lifecycle_event: script } });
      assert.match(stdout, new RegExp(`^Usage: ${script} `));
    }
  });

  it('of the program names every command', async () => {
    const { code, stdout } = await runBundle('--help', []);
    assert.equal(code, 0);
    const named = [...stdout.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, name]) => name);
    assert.deepEqual(named.sort(), [...commands.map(([, command]) => command), 'lsp'].sort());
  });

  it('follows an unknown command, and the exit code is that of wrong usage', async () => {
    for (const command of ['chekc', 'toString', '--quiet']) {
      const { code, stdout, stderr } = await runBundle(command, []);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, new RegExp(`There is no command “${command}”[\\s\\S]*Usage: data-model COMMAND`));
    }
  });

  it('of emulator has each option that it reads', async () => {
    const { stdout } = await runBundle('emulator', ['--help']);
    const source = readFileSync(path.join(repository, 'src/emulator/commandLine.ts'), 'utf8');
    const read = /parseArgs\(.*?\}\)/s.exec(source)![0].matchAll(/^ {8}'?([a-z-]+)'?: /gm);
    const options = [...read].map(([, name]) => `--${name}`);
    assert.ok(options.length > 10);
    assert.deepEqual(
      options.filter((option) => !stdout.includes(`${option} `)),
      [],
    );
  });
});
