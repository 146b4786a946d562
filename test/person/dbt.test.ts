/** A user turns a dbt project into cubes: starts a sync, reads the comparison, and accepts one file, then all. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { manifestOf, model } from '../emulator/dbt/manifests.ts';
import { waitFor } from '../run/waitFor.ts';
import { useEditorSession } from './editorSession.ts';

const regions = 'model/cubes/regions.yml';
const suppliers = 'model/cubes/suppliers.yml';
const products = 'model/cubes/products.yml';

describe('a dbt sync', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useEditorSession({
    platform: true,
    // A sync takes long enough to be seen.
    platformOptions: ['--build-time', '8000'],
    settings: { 'git.enabled': false },
  });
  const at = (file: string) => path.join(session().folder, file);
  const row = (text: string | RegExp): Locator => session().workbench.row(text);
  const request = async (route: string) => {
    const { DATA_MODEL_URL: url, DATA_MODEL_API_KEY: key } = session().platform!.env;
    const response = await fetch(`${url}${route}`, { headers: { authorization: `Bearer ${key}` } });
    return (await response.json()) as Record<string, unknown>;
  };
  let branch = '';
  const remoteFiles = async () => {
    const { deploymentId } = session().platform!;
    const query = `branchName=${encodeURIComponent(branch)}`;
    return Object.keys(await request(`/build/api/v1/deployments/${deploymentId}/data-model/file-hashes?${query}`));
  };

  it('starts from the manifest of the workspace', async () => {
    const { workbench, platform } = session();
    const columns = (...names: string[]) =>
      Object.fromEntries(names.map((name) => [name, { data_type: name === 'id' ? 'integer' : 'text' }]));
    const nodes = {
      ...model('regions', { columns: columns('id', 'name'), description: 'Sales regions' }),
      ...model('suppliers', { columns: columns('id', 'name', 'country') }),
      ...model('products', { columns: columns('id', 'name', 'category') }),
    };
    await mkdir(at('dbt/target'), { recursive: true });
    await writeFile(at('dbt/target/manifest.json'), JSON.stringify(manifestOf({ nodes })));
    await workbench.openContainer('Data Model');
    await workbench.row('main').waitFor();
    await workbench.runCommand('Data Model: Open Branch in Dev Mode…');
    await workbench.pickRow('main');
    await workbench.statusItem(/dev-developer-/).waitFor();
    await waitFor('dev mode is open', async () => {
      const status = await request(`/api/v1/deployments/${platform!.deploymentId}/build-status`);
      branch = String(status.branchName ?? '');
      return branch.startsWith('dev-');
    });
    await workbench.runCommand('Data Model: Start dbt Sync…');
    await workbench.quickInputRow('dbt/target/manifest.json').waitFor();
    await workbench.screenshot('dbt-1-source');
    await workbench.pickRow('dbt/target/manifest.json');
    await workbench.pickRow('Review Files');
  });

  it('shows its phase and percentage, then its end', async () => {
    const { workbench } = session();
    await row(/\d+%/).waitFor();
    await workbench.screenshot('dbt-2-running');
    await row(/Manifest/)
      .locator('.codicon-pass')
      .waitFor();
    const ended = workbench.notificationItem('The dbt sync of “Sample shop” generated its files.');
    await ended.getByRole('button', { name: 'Review Files' }).waitFor();
    await row(/Manifest/).click();
    await row('Processing manifest').waitFor();
    await row('Generated Files').click();
    await row('regions.yml').waitFor();
    await workbench.screenshot('dbt-3-ended');
  });

  it('opens the generated files next to those of the workspace, in light and dark', async () => {
    const { workbench } = session();
    const differences = workbench.page.locator('.multiDiffEntry, .multi-diff-editor, [class*="multiDiff"]').first();
    await workbench.rowAction(row(/Manifest/), 'Review', differences);
    await workbench.page.locator('.part.editor').getByText('regions.yml').first().waitFor();
    await workbench.screenshot('dbt-4-review-light');
    await workbench.setPictureTheme('Dark Modern');
    await workbench.screenshot('dbt-5-review-dark');
    assert.equal(existsSync(at(regions)), false, 'nothing is written before the user accepts');
  });

  it('writes one accepted file, which is pushed', async () => {
    const { workbench } = session();
    await workbench.rowAction(row('regions.yml'), 'Accept', row(/regions\.yml.*accepted/));
    assert.match(await readFile(at(regions), 'utf8'), /name: regions/);
    assert.equal(existsSync(at(suppliers)), false);
    await waitFor('the branch has the file', async () => (await remoteFiles()).some((file) => file.endsWith(regions)));
    await workbench.screenshot('dbt-6-one');
  });

  it('writes all others', async () => {
    const { workbench } = session();
    await workbench.rowAction(row(/Manifest/), 'Accept All', row(/Generated Files.*all accepted/));
    assert.match(await readFile(at(suppliers), 'utf8'), /name: suppliers/);
    assert.match(await readFile(at(products), 'utf8'), /sql_table/);
    await waitFor('the branch has the files', async () =>
      (await remoteFiles()).some((file) => file.endsWith(suppliers)),
    );
    await workbench.screenshot('dbt-7-all');
  });

  it('has a log', async () => {
    const { workbench } = session();
    const line = workbench.editor.locator('.view-line').filter({ hasText: '3 models' }).first();
    await workbench.rowAction(row(/Manifest/), 'Open dbt Sync Log', line);
    await workbench.screenshot('dbt-8-log');
  });
});
