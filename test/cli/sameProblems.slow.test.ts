/** The list of problems of a project is the same in the editor's session, the language server and `check-model`. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol/node';
import { silentLog } from '../../src/base/log.ts';
import { FolderSession } from '../../src/session/folderSession.ts';
import { fakeFolderHost } from '../session/fakeFolderHost.ts';
import { Client, Folder, pulling } from './languageServer/client.ts';
import { runBundle } from './runBundle.ts';

const wrong = (name: string) => `cubes:\n  - name: ${name}\n    sql_table: t\n    measures: [{name: m, type: smu}]\n`;
const bad = Buffer.from('cubes:\n  - name: \xfcbel\n', 'latin1');

/** Whether files without permission can be tested. */
const isRestricted = process.platform !== 'win32' && process.getuid?.() !== 0;

interface Shown {
  file: string;
  place: string;
  severity: string;
  message: string;
}

describe('the problems of a project', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = new Folder('same problems ');
  });
  afterEach(() => {
    if (isRestricted) execFileSync('chmod', ['-R', 'u+rwx', folder.path]);
    folder.remove();
  });

  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(path.dirname(folder.file(name)), { recursive: true });
    writeFileSync(folder.file(name), content);
  };
  const link = (name: string, target: string) => symlinkSync(target, folder.file(name));

  const inCommand = async (): Promise<Shown[]> => {
    const { stdout } = await runBundle('check', [folder.path, '--json'], { cwd: folder.path });
    const { problems } = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as {
      problems: Record<
        'file' | 'severity' | 'message' | 'source' | 'line' | 'column' | 'endLine' | 'endColumn',
        string
      >[];
    };
    return problems
      .filter(({ source }) => source === 'data-model')
      .map(({ file, severity, message, line, column, endLine, endColumn }) => ({
        file,
        place: `${line}:${column}-${endLine}:${endColumn}`,
        severity,
        message,
      }));
  };
  const inServer = async (): Promise<Shown[]> => {
    const client = await Client.start([folder.path], { capabilities: pulling });
    try {
      const { items } = await client.request<WorkspaceDiagnosticReport>('workspace/diagnostic', {
        previousResultIds: [],
      });
      return items.flatMap((one) =>
        one.kind === 'unchanged'
          ? []
          : one.items.map(({ range: { start, end }, severity, message }) => ({
              file: path.relative(folder.path, fileURLToPath(one.uri)).replaceAll('\\', '/'),
              place: `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`,
              severity: ['', 'error', 'warning', 'information'][severity!]!,
              message: String(message),
            })),
      );
    } finally {
      await client.stop();
    }
  };
  const inEditor = async (): Promise<Shown[]> => {
    const session = new FolderSession({
      binding: { connectionId: '', deploymentId: '', projectFolder: folder.path, modelFolder: 'model' },
      host: fakeFolderHost(),
      storageFolder: folder.file('.storage'),
      deployment: () => Promise.reject(new Error('This project has no deployment')),
      log: silentLog,
    });
    try {
      await session.loadModel();
      return [...session.model.problems.value.values()]
        .flat()
        .map(({ file, range: { start, end }, severity, message }) => ({
          file,
          place: `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`,
          severity,
          message,
        }));
    } finally {
      session.dispose();
    }
  };

  /** Each problem once: `check-model` reports those of shared files for each tenant. */
  const sorted = (problems: readonly Shown[]) =>
    [...new Set(problems.map((one) => `${one.file}:${one.place} ${one.severity} ${one.message}`))].sort();

  /** @returns the problems by file */
  async function sameProblems(): Promise<ReadonlyMap<string, readonly string[]>> {
    const command = await inCommand();
    assert.deepEqual(sorted(await inEditor()), sorted(command), 'the editor has other problems than check-model');
    assert.deepEqual(sorted(await inServer()), sorted(command), 'the server has other problems than check-model');
    const byFile = new Map<string, string[]>();
    for (const { file, place, message } of command)
      byFile.set(file, [...(byFile.get(file) ?? []), `${place} ${message}`]);
    return byFile;
  }

  it('are the same for rules with levels, and errors of rules fail the check', async () => {
    const total = '{ name: total, type: sum, sql: t, meta: { deprecated: true } }';
    const half = '{ name: half, type: number, sql: "{total} / 2" }';
    const items = [total, half, '{ name: count, type: count }'].map((one) => `      - ${one}\n`).join('');
    write('model/a.yml', `cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n${items}`);
    write('a.test.yml', 'tests:\n  - name: a\n    query: { measures: [orders.half] }\n    expect: { row_count: 1 }\n');
    write(
      '.datamodelrules.yml',
      'rules:\n  untested-measure: error\n  missing-titel: info\n  missing-owner: warning\n',
    );
    const command = await inCommand();
    // The command is about the model; the server also has the problems of documents, which are right here.
    assert.deepEqual(sorted(await inServer()), sorted(command));
    assert.deepEqual(sorted(await inEditor()), sorted(command));
    assert.deepEqual(
      command.map(({ file, place, severity }) => [file, place.split('-')[0], severity]),
      [
        ['.datamodelrules.yml', '3:3', 'error'],
        ['model/a.yml', '2:11', 'warning'],
        ['model/a.yml', '6:44', 'information'],
        ['model/a.yml', '7:17', 'error'],
      ],
    );
    write('.datamodelrules.yml', 'rules: { untested-measure: error }\n');
    assert.equal((await runBundle('check', [folder.path], { cwd: folder.path })).code, 1);
    write('.datamodelrules.yml', 'rules: { untested-measure: warning }\n');
    assert.equal((await runBundle('check', [folder.path], { cwd: folder.path })).code, 0);
  });

  it('are the same for files of all kinds, also for those that cannot be read', async function () {
    if (process.platform === 'win32') return this.skip();
    write('cube.js', 'module.exports = {};\n');
    write('config.py', 'x = 1\n');
    link('cube.py', 'config.py');
    write('model/wrong.yml', wrong('wrong'));
    write('model/bom.yml', `\ufeffcubs:\n  - name: bom\n`);
    write('model/bom_ok.yml', `\ufeff${wrong('bom_ok')}`);
    write('model/latin.yml', bad);
    write('model/utf16.yml', Buffer.from(`\ufeff${wrong('utf16')}`, 'utf16le'));
    write('model/globals.py', bad);
    write('model/nul.yml', 'cubes:\n  - name: "nul\0"\n    sql_table: t\n');
    write('model/nul.js', "cube('nul_js', {\n  sql_table: 't\0',\n  nul\0: 1 });\n");
    write('model/empty.yml', '');
    write('model/large.yml', '');
    truncateSync(folder.file('model/large.yml'), 5_000_001);
    write('model/wide.yml', `# ${'ü'.repeat(2_500_001)}\n`);
    write('model/template.yml', 'cubes:\n{% if %}\n  - name: x\n');
    write('model/nested.js', `cube('nested', { sql_table: 't', meta: ${'['.repeat(3000)}${']'.repeat(3000)} });\n`);
    write('model/folder.yml/inside.yml', wrong('inside'));
    const deep = `model/${'deep/'.repeat(60)}deep.yml`;
    write(deep, wrong('deep'));
    write('model/.hidden.yml', 'cubes: [');
    write('model/.hidden/a.yml', 'cubes: [');
    write('model/node_modules/a.yml', 'cubes: [');
    write('model/notes.md', 'cubes: [');
    write('other/a.yml', wrong('other'));
    link('model/link.yml', 'wrong.yml');
    link('model/gone.yml', 'no-such-file.yml');
    link('model/loop.yml', 'loop.yml');
    link('model/link_to_folder', '../other');
    link('model/link_to_parent', '..');
    link('model/notes_link.md', 'notes.md');
    execFileSync('mkfifo', [folder.file('model/pipe.yml')]);
    if (process.platform === 'linux') {
      writeFileSync(Buffer.from(`${folder.path}/model/name\xff.yml`, 'latin1'), wrong('name'));
    }
    if (isRestricted) {
      write('model/secret.yml', wrong('secret'));
      chmodSync(folder.file('model/secret.yml'), 0);
      write('model/secrets/a.yml', wrong('a'));
      chmodSync(folder.file('model/secrets'), 0);
    } else console.log('      (without files that need a permission: this user can read all files)');

    const problems = await sameProblems();
    const at = (file: string) => problems.get(file)?.join('\n') ?? '';
    assert.match(at('cube.py'), /^1:1-1:1 Symbolic links are not part of a data model/);
    assert.match(at('model/wrong.yml'), /`smu` is not valid/);
    assert.match(at('model/bom.yml'), /^1:1-1:5 /);
    assert.match(at('model/bom_ok.yml'), /`smu` is not valid/);
    assert.match(at('model/latin.yml'), /^2:11-2:11 This file is not valid UTF-8/);
    assert.match(at('model/utf16.yml'), /not valid UTF-8/);
    assert.match(at('model/globals.py'), /^2:11-2:11 This file is not valid UTF-8/);
    assert.match(at('model/large.yml'), /larger than 5 MB/);
    assert.match(at('model/wide.yml'), /larger than 5 MB/);
    assert.match(at('model/template.yml'), /^2:/);
    assert.match(at('model/nested.js'), /nested more than 200 levels/);
    assert.match(at('model/folder.yml/inside.yml'), /`smu` is not valid/);
    assert.match(at(deep), /`smu` is not valid/);
    assert.match(at('model/link.yml'), /Symbolic links are not part of a data model/);
    assert.match(at('model/gone.yml'), /target of this symbolic link does not exist/);
    assert.match(at('model/loop.yml'), /points to itself/);
    assert.match(at('model/link_to_folder'), /Symbolic links are not part of a data model/);
    assert.match(at('model/link_to_parent'), /Symbolic links are not part of a data model/);
    if (process.platform === 'linux') assert.match(at('model/name\ufffd.yml'), /its name is not valid UTF-8/);
    if (isRestricted) {
      assert.match(at('model/secret.yml'), /permission denied/);
      assert.match(at('model/secrets'), /permission denied/);
    }
    const silent = ['.hidden.yml', '.hidden/a.yml', 'node_modules/a.yml', 'notes.md', 'notes_link.md', 'pipe.yml'];
    for (const name of silent) assert.equal(at(`model/${name}`), '');
  });

  it('are the same for the folders of tenants, one with its own functions and a file that cannot be read', async () => {
    write('cube.js', 'module.exports = { repositoryFactory: () => new FileRepository("model/a") };\n');
    const made = "cubes:\n  - name: {{ 'made' | uper }}\n    sql_table: t\n";
    for (const tenant of ['a', 'b']) {
      write(`model/${tenant}/orders.yml`, wrong('orders'));
      write(`model/${tenant}/made.yml`, made);
    }
    write('model/a/globals.py', 'from cube import TemplateContext\n');
    write('model/b/bad.yml', bad);
    write('model/shared/users.yml', wrong('users'));
    const problems = await sameProblems();
    assert.match(problems.get('cube.js')!.join(), /have .* in common/);
    assert.match(problems.get('model/a/orders.yml')!.join(), /smu/);
    assert.match(problems.get('model/b/bad.yml')!.join(), /not valid UTF-8/);
    assert.match(problems.get('model/shared/users.yml')!.join(), /smu/);
    assert.match(problems.get('model/b/made.yml')!.join(), /uper/);
    assert.equal(problems.get('model/a/made.yml'), undefined);
  });
});
