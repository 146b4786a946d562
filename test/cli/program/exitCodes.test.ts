import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CommandName, exitHelp, exits } from '../../../src/cli/program/exitCodes.ts';

const repository = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');

/** The rows of the table, as `command code meaning`. */
function documented(): string[] {
  const rows = read('docs/command-line.md').matchAll(/^\| `([a-z-]+)` \| (\d+) \| (.+) \|$/gm);
  return [...rows].map(([, command, code, meaning]) => `${command} ${code} ${meaning}`);
}

describe('the exit codes of the commands', () => {
  it('are those of the table in docs/command-line.md', () => {
    const rows = Object.entries(exits).flatMap(([command, all]) =>
      Object.values(all).map(({ code, meaning }) => `${command} ${code} ${meaning}`),
    );
    assert.deepEqual(documented(), rows);
  });

  it('belong to every command of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = Object.keys(scripts).filter((name) => /dist\/cli\/dataModel\.js/.test(scripts[name]!));
    assert.deepEqual(Object.keys(exits).sort(), commands.sort());
  });

  it('differ within a command, are in order, and mean the same in all: 0 fine, 2 wrong usage, 3 no answer', () => {
    for (const [command, all] of Object.entries(exits)) {
      const codes = Object.values(all).map(({ code }) => code);
      assert.deepEqual(
        codes,
        [...new Set(codes)].sort((a, b) => a - b),
        command,
      );
      assert.ok(
        [0, 2, 3].every((code) => codes.some((one) => one === code)),
        command,
      );
    }
  });

  it('are in the help of each command', () => {
    for (const command of Object.keys(exits) as CommandName[]) {
      for (const { code } of Object.values(exits[command])) {
        assert.match(exitHelp(command), new RegExp(`^  ${code}  \\w.*[^\`]`, 'm'));
      }
    }
  });

  it('are written nowhere else in the code of the commands', () => {
    const folder = path.join(repository, 'src/cli');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const own = files.filter((file) => !/^program.exitCodes|^languageServer/.test(file));
    assert.ok(own.length > 10);
    const found = own.filter((file) => /exitCode = \d|exit\(\d|return \d;|\? \d : \d/.test(read(`src/cli/${file}`)));
    assert.deepEqual(found, []);
  });
});
