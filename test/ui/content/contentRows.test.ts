import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { DeploymentContent } from '../../../src/session/content/deploymentContent.ts';
import { sessionErrors } from '../../../src/session/errors.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import type { ContentRow } from '../../../src/ui/content/contentRow.ts';
import { contentRows, type DeploymentState } from '../../../src/ui/content/contentRows.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { clientOf } from '../../session/workbench.ts';
import { ready } from '../deployments/sampleDeployments.ts';
import { outline } from '../tree/outline.ts';

const deployment = (change: Partial<DeploymentState> = {}): DeploymentState => ({
  target: { connectionId: 'acme', deploymentId: '1' },
  name: 'Shop',
  connection: 'acme.example.com',
  folders: ['sales'],
  failure: undefined,
  content: undefined,
  copies: [],
  dashboards: [],
  ...change,
});
const text = (states: readonly DeploymentState[]) => outline(contentRows(states, plainLocalizer) as never);
const all = (rows: readonly ContentRow[]): ContentRow[] => rows.flatMap((row) => [row, ...all(row.children)]);

describe('rows of the Content view', () => {
  let emulator: RunningEmulator;
  let platform: PlatformSession;
  let content: DeploymentContent;

  before(async () => {
    emulator = await startTestEmulator({ buildMs: 0 });
    platform = new PlatformSession(
      clientOf({ url: emulator.url, apiKey: emulator.adminApiKey }),
      emulator.url,
      silentLog,
    );
    content = new DeploymentContent(platform, String(emulator.deploymentId));
  });
  after(async () => {
    content.dispose();
    platform.dispose();
    await emulator.close();
  });

  it('show four groups before anything is loaded', () => {
    assert.deepEqual(text([deployment(), deployment({ name: undefined, folders: [] })]), [
      '▾ [server] Shop · acme.example.com · bound to sales',
      '  ▸ [folder-library] Folders',
      '  ▸ [output] Reports',
      '  ▸ [book] Workbooks',
      '  ▸ [dashboard] Dashboards',
      '      Preview a dashboard to list it here…',
      '▾ [server] Deployment 1 · acme.example.com',
      '  ▸ [folder-library] Folders',
      '  ▸ [output] Reports',
      '  ▸ [book] Workbooks',
      '  ▸ [dashboard] Dashboards',
      '      Preview a dashboard to list it here…',
    ]);
  });

  it('show what the platform lists', async () => {
    const folders = await content.folders.all();
    const outer = folders.find(({ name }) => name === 'For customers')!;
    const publicId = emulator.dashboardPublicId;
    await Promise.all([
      content.reports().all(),
      content.reports(outer.id).all(),
      content.tenants.all(),
      content.workbooks('acme').all(),
      content.notifications(publicId).all(),
    ]);
    const states = [deployment({ content: content.snapshot(), dashboards: [publicId] })];
    const recipients = content
      .notifications(publicId)
      .value.items[0]!.recipients!.map(({ email }) => email)
      .join(', ');
    assert.match(recipients, /ada@acme\.example, sales@example\.com$/);
    assert.deepEqual(text(states), [
      '▾ [server] Shop · acme.example.com · bound to sales',
      '  ▸ [folder-library] Folders',
      '    ▸ [folder] For customers',
      '      ▸ [folder] Archive',
      '      ▸ [output] Revenue by country',
      '          [table] Sales review · Revenue!A1 · up to date',
      '  ▸ [output] Reports',
      '    ▸ [output] Revenue by country · For customers',
      '        [table] Sales review · Revenue!A1 · up to date',
      '      [output] Orders by status',
      '  ▸ [book] Workbooks',
      '    ▸ [organization] Acme Ltd. · acme',
      '      ▸ [book] Sales',
      `        ▸ [graph] Sales · ${publicId}`,
      `            [bell] ${recipients}`,
      '        [book] Delivery',
      '        [book] Price list',
      '  ▸ [dashboard] Dashboards',
      `    ▸ [graph] Sales · ${publicId}`,
      `        [bell] ${recipients}`,
    ]);
  });

  it('have different ids, also for an item that is listed twice', () => {
    const copies = [{ id: 7, name: 'Copy', slug: 'copy' }];
    const states = [
      deployment({ content: content.snapshot(), dashboards: [emulator.dashboardPublicId], copies }),
      deployment({ target: { connectionId: 'acme', deploymentId: '2' } }),
    ];
    const ids = all(contentRows(states, plainLocalizer)).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('name the dashboard that a click previews, also on a workbook', () => {
    const copies = [{ id: 7, name: 'Copy', slug: 'copy', dashboardPublicId: 'public-2' }];
    const rows = all(contentRows([deployment({ dashboards: ['public-1'], copies })], plainLocalizer));
    const previewed = rows.filter(({ command, target }) => command === 'dataModel.dashboard.open' && target.publicId);
    assert.deepEqual(
      previewed.map(({ kind, target }) => [kind, target.publicId]),
      [
        ['workbook', 'public-2'],
        ['dashboard', 'public-2'],
        ['dashboard', 'public-1'],
      ],
    );
  });

  it('offer changes only for what can be edited', () => {
    const folder = { id: 1, name: 'Theirs', canEdit: false };
    const snapshot = { ...content.snapshot(), folders: ready([folder]), reports: new Map() };
    const row = all(contentRows([deployment({ content: snapshot })], plainLocalizer)).find(
      ({ kind }) => kind === 'folder',
    )!;
    assert.equal(row.context, ';folder;item;list;');
  });

  it('end for folders that hold each other, and show a folder whose parent is not loaded with its path', () => {
    const cycle = [
      { id: 1, name: 'One', parentId: 2 },
      { id: 2, name: 'Two', parentId: 1 },
      { id: 3, name: 'Three', parentId: 9, folderPath: [{ id: 9, name: 'Nine' }] },
      { id: 4, name: 'Four', parentId: 4 },
    ];
    const snapshot = { ...content.snapshot(), folders: ready(cycle), reports: new Map() };
    const [group] = contentRows([deployment({ content: snapshot })], plainLocalizer)[0]!.children;
    assert.deepEqual(outline(group!.children as never), ['▸ [folder] Three · Nine']);
  });

  it('show why a connection is not open', () => {
    const failure = sessionErrors.error('key-not-stored', ['acme']);
    assert.deepEqual(text([deployment({ failure })]), [
      '▾ [server] Shop · acme.example.com · bound to sales',
      '    [warning] The key for acme is not stored on this machine. · sign in again',
    ]);
  });
});
