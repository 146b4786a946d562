import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { OpenPreview, Previews } from '../../../src/ui/dashboard/previews.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { control, requestAs } from '../platform.ts';
import { openStubPage, type StubPage } from './hostPageStub.ts';

const acme = { embedTenantName: 'acme' };
const profiles = {
  Staff: { ...acme, externalId: 'ada', groups: ['finance'] },
  Guest: { ...acme, externalId: 'ben', embedTheme: { primaryColor: '#aa0000' } },
  Broken: { securityContext: 'region=north' },
};

describe('a dashboard preview as another user', () => {
  let previews: Previews;
  let page: StubPage | undefined;
  const settings = () => vscode.workspace.getConfiguration('dataModel', root());
  const root = () => vscode.workspace.workspaceFolders![0]!.uri;
  const file = () => vscode.Uri.joinPath(root(), 'sales/model/cubes/orders.yml');
  const save = (value: unknown) =>
    settings().update('dashboard.profiles', value, vscode.ConfigurationTarget.WorkspaceFolder);

  before(async () => {
    previews = await (await extension()).dashboards.previews();
    await save(profiles);
  });
  after(() => save(undefined));
  afterEach(async () => {
    page?.dispose();
    page = undefined;
    for (const { panel } of previews.all) panel.dispose();
    await control('DELETE', 'faults');
  });

  const open = async (): Promise<OpenPreview> => {
    await vscode.window.showTextDocument(file(), { viewColumn: vscode.ViewColumn.One });
    return (await vscode.commands.executeCommand('dataModel.dashboard.open', file())) as OpenPreview;
  };
  const untilPainted = ({ preview }: OpenPreview, profile: string | null) =>
    waitFor(
      `the dashboard is painted as ${profile}`,
      () => preview.page.value?.loaded === true && preview.page.value.options.profile === profile,
      () => preview.page.value,
    );
  /** When the platform last saw an embed user. */
  const lastSeen = async (externalId: string): Promise<unknown> => {
    const { items } = (await requestAs('admin', 'GET', '/api/v1/embed-tenants/acme/users')) as {
      items: { externalId: string; lastSeenAt: string | null }[];
    };
    return items.find((user) => user.externalId === externalId)?.lastSeenAt;
  };

  it('switches the open preview with a new session of that user, and keeps its options', async () => {
    const opened = await open();
    const { preview, panel } = opened;
    await untilPainted(opened, null);
    preview.choose({ ...preview.options, locale: 'de' });
    const before = await lastSeen('ada');
    const user = new DialogStub();
    try {
      user.answer(/Preview as User/, 'Staff');
      await vscode.commands.executeCommand('dataModel.dashboard.previewAs');
    } finally {
      user.restore();
    }
    await untilPainted(opened, 'Staff');
    assert.notEqual(await lastSeen('ada'), before);
    assert.equal(preview.options.locale, 'de');
    assert.equal(previews.all.length, 1);
    assert.match(panel.title, /as Staff$/);
    assert.doesNotMatch(JSON.stringify(preview.state.value), /session|token|es-/i);
  });

  it('offers the profiles on the page, which need no editor dialog', async () => {
    const { preview } = await open();
    page = openStubPage(preview);
    const config = await page.ask('loadConfig', {});
    assert.deepEqual(config.profiles, [
      { name: 'Staff', hasTheme: false },
      { name: 'Guest', hasTheme: true },
      { name: 'Broken', hasTheme: false },
    ]);
    await page.ask('saveOptions', { ...config.options, profile: 'Guest' });
    const before = await lastSeen('ben');
    assert.ok((await page.ask('mintSession', { branch: null, reason: 'load' })).ok);
    assert.notEqual(await lastSeen('ben'), before);
  });

  it('explains a profile that is not valid, and an export that would show other data', async () => {
    const { preview } = await open();
    page = openStubPage(preview);
    const { options } = await page.ask('loadConfig', {});
    await page.ask('saveOptions', { ...options, profile: 'Broken' });
    const refused = await page.ask('mintSession', { branch: null, reason: 'load' });
    assert.ok(!refused.ok && /Broken.*securityContext/.test(refused.message), JSON.stringify(refused));
    await page.ask('saveOptions', { ...options, profile: 'Staff' });
    const notExported = await page.ask('exportDashboard', { format: 'png', branch: null });
    assert.ok(!notExported.ok && /Staff.*groups/.test(notExported.message), JSON.stringify(notExported));
  });

  it('loads the page again when its profile changes in the settings, and not for another profile', async () => {
    const { preview } = await open();
    page = openStubPage(preview);
    const { options } = await page.ask('loadConfig', {});
    await page.ask('saveOptions', { ...options, profile: 'Guest' });
    const { told } = page;
    const reloads = () => told.filter(([name]) => name === 'reload').length;
    const names = () => told.findLast(([name, change]) => name === 'configChanged' && 'profiles' in (change as object));
    await save({ ...profiles, Other: {} });
    await waitFor('the page has the new profile', () => JSON.stringify(names() ?? '').includes('Other'));
    assert.equal(reloads(), 0);
    await save({ ...profiles, Guest: { ...profiles.Guest, groups: ['finance'] } });
    await waitFor('the page loads again', () => reloads() === 1);
    await save(profiles);
  });

  it('creates a profile by hand where the platform lists nothing, says why once, and proposes the tenant of the folder', async () => {
    await open();
    const lists = ['listEmbedTenants', 'listEmbedUsers', 'listGroups', 'listUserAttributes'];
    await control(
      'POST',
      'faults',
      lists.map((operation) => ({ kind: 'status', status: 403, operation, times: 0 })),
    );
    const user = new DialogStub();
    try {
      user.answer(/Preview as User/, /New Profile…/);
      user.answer(/New Preview Profile/, 'By hand');
      for (const text of ['acme', 'ben', '']) user.answer(/^By hand$/, text);
      await vscode.commands.executeCommand('dataModel.dashboard.previewAs');
      const [tenant, ...others] = user.questions(/^By hand$/);
      assert.deepEqual([tenant?.detail, ...others.map(({ detail }) => detail)], ['acme', '', '']);
      await waitFor('the attributes are mentioned', () => user.questions(/no user attributes/).length === 1);
      const texts = user.shown.map(({ text, prompt = '' }) => `${prompt} ${text}`);
      const refused = texts.filter((text) => /does not allow/.test(text));
      assert.deepEqual(refused, [`${tenant!.prompt} By hand`], texts.join('\n'));
      const stored = settings().get<Record<string, unknown>>('dashboard.profiles')?.['By hand'];
      assert.deepEqual(stored, { embedTenantName: 'acme', externalId: 'ben' });
    } finally {
      user.restore();
      await save(profiles);
    }
  });
});
