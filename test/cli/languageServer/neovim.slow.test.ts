/** Neovim with the plugin of `editors/neovim` as a client of the language server. Skipped if it is not installed and cannot be. */

import assert from 'node:assert/strict';
import { chmodSync, copyFileSync } from 'node:fs';
import path from 'node:path';
import { installPackages, onPath } from '../../vscode/install/systemPackages.ts';
import { repository } from '../../vscode/locations.ts';
import { runProgram } from '../../vscode/process/runProgram.ts';
import { Folder } from './client.ts';
import { orders, positionOf, project } from './models.ts';

/** Opens the file, waits for the server, and prints what it answers as JSON. */
function script(file: string, { line, character }: { line: number; character: number }): string {
  return `
vim.cmd('edit ' .. vim.fn.fnameescape(${JSON.stringify(file)}))
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
vim.api.nvim_win_set_cursor(0, { ${line + 1}, ${character} })
local params = vim.lsp.util.make_position_params(0, 'utf-16')
local function ask(method)
  for _, one in pairs(vim.lsp.buf_request_sync(0, method, params, 60000) or {}) do return one.result end
end
local problems = vim.tbl_map(function(one) return one.message end, vim.diagnostic.get(0))
local answers = { problems = problems, hover = ask('textDocument/hover'), definition = ask('textDocument/definition') }
-- A file of no project.
vim.cmd('edit /nowhere/compose.yml')
vim.wait(500)
answers.others = vim.tbl_count(vim.lsp.buf_get_clients(0))
io.stdout:write(vim.json.encode(answers) .. '\\n')
vim.cmd('quitall!')
`;
}

const plugin = path.join(repository, 'editors/neovim');

describe('language server in Neovim', () => {
  let folder: Folder;

  before(async function () {
    if (onPath('nvim')) return;
    await installPackages(['neovim']).catch(() => {});
    if (onPath('nvim')) return;
    process.stderr.write('The tests of Neovim are skipped: it is not installed.\n');
    this.skip();
  });
  afterEach(() => folder?.remove());

  it('shows problems, hovers and definitions', async () => {
    folder = new Folder('neovim ');
    const broken = orders.replace('sql: amount', 'sql: "{amuont_in_euros}"');
    folder.write({ ...project, 'model/cubes/orders.yml': broken });
    const command = folder.file('bin/data-model-language-server');
    folder.write({
      'bin/init.lua': `vim.opt.runtimepath:append(${JSON.stringify(plugin)})\n`,
      'bin/data-model-language-server': '',
    });
    copyFileSync(path.join(repository, 'dist/languageServer.mjs'), folder.file('bin/server.mjs'));
    folder.write({
      'bin/data-model-language-server': `#!/bin/sh\nexec '${process.execPath}' '${folder.file('bin/server.mjs')}' "$@"\n`,
      'bin/test.lua': script(folder.file('model/cubes/orders.yml'), positionOf(broken, '{total}', 2)),
    });
    chmodSync(command, 0o755);
    const output = await runProgram(
      'nvim',
      [
        '--headless',
        '-n',
        '-i',
        'NONE',
        '-u',
        folder.file('bin/init.lua'),
        '-c',
        `luafile ${folder.file('bin/test.lua').replaceAll(' ', '\\ ')}`,
      ],
      {
        cwd: folder.path,
        env: { ...process.env, HOME: folder.path, PATH: `${folder.file('bin')}${path.delimiter}${process.env.PATH}` },
      },
    );
    const line = output.split(/\r?\n/).find((one) => one.startsWith('{')) ?? assert.fail(output);
    const answers = JSON.parse(line) as {
      others: number;
      problems: string[];
      hover: { contents: { value: string } };
      definition: { uri?: string; targetUri?: string }[];
    };
    assert.equal(answers.others, 0, 'a YAML file of no project has no server');
    assert.equal(answers.problems.length, 1);
    assert.match(answers.problems[0]!, /amuont_in_euros/);
    assert.match(answers.hover.contents.value, /orders\.total/);
    const [found] = answers.definition;
    assert.equal(found?.targetUri ?? found?.uri, folder.uri('model/cubes/orders.yml'));
  });
});
