import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exitHelp, exits } from '../../src/cli/exitCodes.ts';
import { repository } from '../vscode/locations.ts';
import { runBundle } from './runBundle.ts';

const bundleOf = (command: string) => command.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('--help', () => {
  for (const command of Object.keys(exits) as (keyof typeof exits)[]) {
    it(`of ${command} explains the options and exit codes, and ends with 0`, async () => {
      for (const option of ['--help', '-h']) {
        const { code, stdout, stderr } = await runBundle(bundleOf(command), [option]);
        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
        assert.match(stdout, new RegExp(`^Usage: ${command} `));
        assert.ok(stdout.includes(exitHelp(command).trim()));
      }
    });
  }

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
