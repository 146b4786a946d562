/** What `check-model` says of templates whose output is not YAML. */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { runBundle } from './runBundle.ts';

describe('check-model with templates', () => {
  const folder = temporaryFolder('template errors');
  after(() => folder.remove());

  it('names the template that writes what is not YAML, although its text says nothing of it', async () => {
    mkdirSync(path.join(folder.path, 'model'));
    for (const [name, end] of [
      ['a', ' all '],
      ['b', ': all '],
      ['c', ''],
    ] as const) {
      const text = `{%- set about = 'Visits that the doctors ' ~ 'confirmed' ~ '${end}' ~ 'of them' -%}
cubes:
  - name: ${name}
    description: {{ about | safe }}
    sql_table: t
`;
      writeFileSync(path.join(folder.path, 'model', `${name}.yml`), text);
    }
    const { code, stdout } = await runBundle('check', [folder.path, '--no-database'], { cwd: folder.path });
    assert.equal(code, 1);
    const [first, last] = stdout.split('\n');
    assert.match(first!, /^model\/b\.yml:1:1 error This template writes YAML that cannot be read, in line 3 of its/);
    assert.match(last!, /^1 error /);
  });
});
