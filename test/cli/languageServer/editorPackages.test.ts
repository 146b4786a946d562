/** The configuration for other editors in `editors`: each starts the command that the package installs. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../../vscode/locations.ts';

const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const command = 'data-model-language-server';

describe('the packages of other editors', () => {
  it('start the language server by the name that the package installs', () => {
    const { bin } = JSON.parse(read('package.json')) as { bin: Record<string, string> };
    assert.ok(command in bin);
    assert.match(read('editors/neovim/lua/data-model.lua'), new RegExp(`cmd = \\{ '${command}', '--stdio' \\}`));
    assert.match(
      read('editors/helix/languages.toml'),
      new RegExp(`^command = "${command}"\nargs = \\["--stdio"\\]$`, 'm'),
    );
    assert.match(read('editors/zed/src/lib.rs'), new RegExp(`PROGRAM: &str = "${command}";`));
    const template = JSON.parse(read('editors/jetbrains/data-model/template.json')) as {
      programArgs: Record<string, string>;
    };
    assert.deepEqual(template.programArgs, {
      default: `sh -c "${command} --stdio"`,
      windows: `${command}.cmd --stdio`,
    });
  });

  it('have the version of this package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const file of ['extension.toml', 'Cargo.toml']) {
      assert.match(read(`editors/zed/${file}`), new RegExp(`^version = "${version.replaceAll('.', '\\.')}"$`, 'm'));
    }
  });
});
