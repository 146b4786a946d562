import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { ContentChanges, placementName } from '../../../src/session/content/contentChanges.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { clientOf } from '../workbench.ts';

describe('changes of a workspace', () => {
  let emulator: RunningEmulator;
  let own: PlatformSession;
  let admin: PlatformSession;
  let changes: ContentChanges;
  let params: { deploymentId: string };

  before(async () => {
    emulator = await startTestEmulator({
      buildMs: 0,
      users: [{ username: 'reader', actions: ['DeploymentRead'] }],
    });
    const open = (apiKey: string) =>
      new PlatformSession(clientOf({ url: emulator.url, apiKey }), emulator.url, silentLog);
    own = open(emulator.apiKey);
    admin = open(emulator.adminApiKey);
    params = { deploymentId: String(emulator.deploymentId) };
    changes = new ContentChanges(own, params.deploymentId);
  });
  after(async () => {
    own.dispose();
    admin.dispose();
    await emulator.close();
  });

  const newReport = (publicId: string, more: object = {}, as = own) =>
    as.writer.call(operations.upsertReport, {
      params: { ...params, publicId },
      body: { name: publicId, snapshot: { query: { measures: ['sales.count'] } }, ...more },
    });
  const newWorkbook = (slug: string, as = own) =>
    as.writer.call(operations.upsertWorkbook, { params: { ...params, slug }, body: { name: slug } });
  const report = async (publicId: string) => {
    const { items } = await own.client.call(operations.listReports, { params, query: { search: '' } });
    return items!.find((each) => each.publicId === publicId);
  };
  const folders = async () => (await own.client.call(operations.listFolders, { params })).items!;
  const object = (type: 'REPORT' | 'WORKBOOK', { id }: { id: string | number }) => ({ type, id: Number(id) });

  it('delete what the user may edit and say why the rest stays', async () => {
    const [mine, theirs] = [await newWorkbook('mine'), await newWorkbook('theirs', admin)];
    const also = await newReport('also');
    const failures = await changes.delete([
      object('WORKBOOK', mine),
      object('WORKBOOK', theirs),
      object('REPORT', also),
    ]);
    assert.deepEqual(
      failures.map(({ type, id }) => ({ type, id })),
      [object('WORKBOOK', theirs)],
    );
    assert.match(failures[0]!.error, /edit access/);
    assert.equal(await report('also'), undefined);
  });

  it('move to a folder and back to the top', async () => {
    const [folder] = await folders();
    const moved = await newReport('moved');
    assert.deepEqual(await changes.move([object('REPORT', moved)], folder!.id), []);
    assert.equal((await report('moved'))?.folderId, folder!.id);
    assert.deepEqual(await changes.move([object('REPORT', moved)], null), []);
    assert.equal((await report('moved'))?.folderId, null);
  });

  it('rename what is shown of a report: its title, or its name', async () => {
    const untitled = await newReport('untitled');
    assert.equal((await changes.renameReport(untitled, 'New name')).name, 'New name');
    const titled = await newReport('titled', { title: 'Title' });
    const { name, title } = await changes.renameReport(titled, 'New title');
    assert.deepEqual([name, title], ['titled', 'New title']);
  });

  it('rename and duplicate a workbook', async () => {
    const original = await newWorkbook('original');
    const renamed = await changes.renameWorkbook('original', 'Renamed');
    assert.deepEqual([renamed.id, renamed.name], [original.id, 'Renamed']);
    const copy = await changes.duplicateWorkbook(Number(original.id), false);
    assert.notEqual(copy.id, original.id);
    assert.equal(copy.shared, false);
    assert.equal((await changes.duplicateWorkbook(Number(original.id), true)).shared, true);
  });

  it('connect a report, correct the address, mark it as refreshed, and disconnect it', async () => {
    const made = await newReport('placed');
    const id = Number(made.id);
    const place = { host: 'EXCEL', externalWorkbookId: 'book', sheetName: 'One', anchorCell: 'A1' } as const;
    const [first] = (await changes.connect(id, place)).externalWorkbookPlacements!;
    assert.deepEqual([first!.workbookId, first!.sheetName, first!.anchorCell], ['book', 'One', 'A1']);
    await newReport('placed', { snapshot: { query: { measures: ['sales.total_amount'] } } });
    const address = { ...place, sheetName: 'Two', placementId: Number(first!.id), addressOnly: true };
    const [moved, ...others] = (await changes.connect(id, address)).externalWorkbookPlacements!;
    assert.deepEqual([moved!.id, moved!.sheetName, moved!.syncStatus, others], [first!.id, 'Two', 'CHANGED', []]);
    const [fresh] = (await changes.markRefreshed(id, moved!)).externalWorkbookPlacements!;
    assert.equal(fresh!.syncStatus, 'UP_TO_DATE');
    assert.deepEqual((await changes.disconnect(id, fresh!)).externalWorkbookPlacements, []);
  });

  it('name a placement by its whole address if its id is not a number', () => {
    const placement = { id: 'p-1', workbookId: 'book', sheetName: 'One', anchorCell: 'A1' };
    assert.deepEqual(placementName({ ...placement, id: '7' }), { placementId: 7 });
    assert.deepEqual(placementName(placement), { externalWorkbookId: 'book', sheetName: 'One', anchorCell: 'A1' });
  });

  it('count what a folder holds, with the folders in it, up to a limit', async () => {
    const all = await folders();
    const outer = all.find(({ name }) => name === 'For customers')!;
    const inner = all.find(({ name }) => name === 'Archive')!;
    for (const publicId of ['inner-1', 'inner-2']) await newReport(publicId, { folderId: inner.id });
    const { signal } = new AbortController();
    assert.deepEqual(await changes.countInside(all, outer.id, 100, signal), { folders: 1, reports: 3 });
    assert.equal((await changes.countInside(all, outer.id, 2, signal)).reports >= 2, true);
  });
});
