/** `format`, as a user runs it. */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { runBundle } from './runBundle.ts';

const messy = 'cubes:\n- sql_table: t\n  name: a\n';
const tidy = 'cubes:\n  - name: a\n    sql_table: t\n';

describe('format', () => {
  const folder = temporaryFolder('format');
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
    writeFileSync(path.join(folder.path, file), text);
  };
  const read = (file: string) => readFileSync(path.join(folder.path, file), 'utf8');
  const run = (...args: string[]) => runBundle('format', args, { cwd: folder.path });
  beforeEach(() => {
    write('model/cubes/a.yml', messy);
    write('model/cubes/b.yml', tidy.replace('name: a', 'name: b'));
    write('model/cubes/loop.yml', '{% for x in y %}\n{% endfor %}\n');
    write('tests/a.test.yml', 'tests: [ ]\n');
    write('other.yml', 'b:   1\n');
  });
  after(() => folder.remove());

  it('writes what changes, keeps the mode of files, and says what it left', async () => {
    const mode = statSync(path.join(folder.path, 'model/cubes/a.yml')).mode;
    const { code, stdout } = await run('.', '--json');
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), {
      check: false,
      files: [
        { path: 'model/cubes/a.yml', status: 'changed' },
        { path: 'model/cubes/b.yml', status: 'unchanged' },
        {
          path: 'model/cubes/loop.yml',
          status: 'left',
          reason: 'A template is left as it is: only its result is YAML.',
        },
        { path: 'tests/a.test.yml', status: 'changed' },
      ],
    });
    assert.equal(read('model/cubes/a.yml'), tidy);
    assert.equal(read('other.yml'), 'b:   1\n');
    assert.equal(statSync(path.join(folder.path, 'model/cubes/a.yml')).mode, mode);
    assert.equal((await run('.', '--check')).code, 0);
  });

  it('only says with --check what would change', async () => {
    const { code, stdout } = await run('model/cubes', 'tests/a.test.yml', '--check');
    assert.equal(code, 1);
    assert.equal(
      stdout,
      `would change model/cubes/a.yml
would change tests/a.test.yml
left model/cubes/loop.yml: A template is left as it is: only its result is YAML.
2 of 4 files would change, 1 left as is.
`,
    );
    assert.equal(read('model/cubes/a.yml'), messy);
    const annotated = await run('model/cubes/a.yml', '--check', '--format', 'github');
    assert.match(annotated.stdout, /^::error file=model\/cubes\/a\.yml,line=2,/);
  });

  it('leaves a broken file with its own exit code, and formats the others', async () => {
    write('model/cubes/b.yml', 'cubes: [\n');
    const { code, stdout } = await run('.');
    assert.equal(code, 4);
    assert.match(stdout, /left model\/cubes\/b\.yml: It has syntax errors/);
    assert.equal(read('model/cubes/a.yml'), tidy);
  });

  it('refuses paths without files of a project', async () => {
    for (const args of [[], ['missing'], ['other.yml']]) {
      const { code, stderr } = await run(...args);
      assert.equal(code, 2, stderr);
    }
  });
});
