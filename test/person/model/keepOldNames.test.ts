/** A user renames a measure in a project under git and keeps its public name. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from '../../vscode/locations.ts';
import { useEditorSession } from '../editorSession.ts';

const orders = 'model/cubes/orders.yml';

describe('a renamed measure of a project under git', () => {
  const session = useEditorSession({
    full: true,
    settings: { 'git.enabled': true },
    prepare: async (folder) => {
      await cp(path.join(repository, 'src/emulator/sample/project'), folder, { recursive: true });
      const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
      git('init', '--quiet');
      git('add', '.');
      git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'First');
    },
  });

  it('keeps its public name', async () => {
    const { workbench, change, folder } = session();
    await change(orders, 'name: net_amount', 'name: net_sum');
    await workbench.save();
    await workbench.runCommand('Data Model: Keep Old Public Names…');
    await workbench.quickInput.getByText('orders.net_amount', { exact: true }).waitFor();
    await workbench.screenshot('keep-old-names-1-selected');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.tab.active.dirty').waitFor();
    await workbench.screenshot('keep-old-names-2-written');
    await workbench.save();
    const text = await readFile(path.join(folder, orders), 'utf8');
    assert.match(
      text,
      /- name: net_amount\n +description: .*\n +sql: "?\{net_sum\}"?\n +type: number\n +format: currency\n/,
    );
  });
});
