/** Rules of the contract: placements of reports in spreadsheets. Spec: “Reports and workbooks”, group F and its name rules. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type AnyOperation, type Caller, isoInstant, type Platform } from '../../platformUnderTest.ts';
import { pass } from '../../signed.ts';

const query = { measures: ['sales.count'] };
const address = { externalWorkbookId: 'book-1', sheetName: 'Sheet1', anchorCell: 'A1' };
const place = { ...address, host: 'GOOGLE_SHEETS' as const };

interface Under {
  platform: Platform;
  params: { deploymentId: string | number };
}

export function placementRules(under: () => Under): void {
  describe('placements', () => {
    let path: { deploymentId: string | number; reportId: number };
    const put = (snapshot: Record<string, unknown>, publicId = 'placed') =>
      under().platform.call(operations.upsertReport, {
        params: { ...under().params, publicId },
        body: { name: publicId, snapshot },
      });
    beforeEach(async () => {
      const { id, externalWorkbookPlacements } = await put({ query });
      path = { ...under().params, reportId: Number(id) };
      for (const placement of externalWorkbookPlacements!) await disconnect({ placementId: Number(placement.id) });
    });
    const connect = async (more: object = {}, caller: Caller = 'user') => {
      const input = { params: path, body: { ...place, ...more } };
      return (await under().platform.call(operations.connectReport, input, caller)).externalWorkbookPlacements!;
    };
    const disconnect = async (body: object) =>
      (await under().platform.call(operations.disconnectReport, { params: path, body })).externalWorkbookPlacements!;
    const refresh = async (body: object, caller: Caller = 'user') =>
      (await under().platform.call(operations.refreshReport, { params: path, body }, caller))
        .externalWorkbookPlacements!;

    it('F: connecting records the placement with every named field', async () => {
      const more = { sheetId: 7, workbookName: 'Book', resultLocation: 'Sheet1!A1:B9', endResultCell: 'B9' };
      const [placement] = await connect({ ...more, resultChecksum: 'abc' });
      assert.match(placement!.placedAt!, isoInstant);
      const { id: me } = await under().platform.call(operations.getMe, {});
      const { externalWorkbookId: workbookId, ...cell } = place;
      const expected = { ...cell, ...more, workbookId, placedByUserId: me, resultChecksum: 'abc' };
      const { id, placedAt: _, refreshedAt, refreshedByUserId, queryChecksum, syncStatus, ...rest } = placement!;
      assert.deepEqual(rest, expected);
      assert.equal(typeof id, 'number');
      assert.deepEqual([refreshedAt, refreshedByUserId, syncStatus], [null, null, 'UP_TO_DATE']);
      const { items } = await under().platform.call(operations.listReports, { params: under().params });
      const report = items!.find(({ publicId }) => publicId === 'placed')!;
      assert.equal(queryChecksum, report.currentQueryChecksum);
    });

    it('F: connecting needs only read access to the report', async () => {
      const { platform } = under();
      const [placement] = await connect({}, 'colleague');
      const { id } = await platform.call(operations.getMe, {}, 'colleague');
      assert.equal(placement!.placedByUserId, id);
      const { params } = under();
      const hidden = { params: { ...params, publicId: 'hidden' }, body: { name: 'Hidden', shared: false } };
      const { id: reportId } = await platform.call(operations.upsertReport, hidden);
      const when = 'the caller may not read the report';
      const bodies = { connectReport: place, disconnectReport: address, refreshReport: address };
      for (const [name, body] of Object.entries(bodies)) {
        const operation = operations[name as keyof typeof bodies] as AnyOperation;
        await platform.assertRefused(
          operation,
          when,
          { params: { ...params, reportId }, body },
          { caller: 'colleague' },
        );
        const missing = { params: { ...params, reportId: 999_999 }, body };
        await platform.assertRefused(operation, 'the deployment has no such report', missing);
      }
    });

    it('F: an address has one placement; another cell is another one', async () => {
      const [first] = await connect({ resultChecksum: 'abc' });
      const [again, ...none] = await connect({ workbookName: 'Renamed' });
      assert.deepEqual([again!.id, again!.workbookName, none.length], [first!.id, 'Renamed', 0]);
      assert.equal(again!.resultChecksum, null, 'a new result without a fingerprint');
      assert.equal((await connect({ anchorCell: 'D1' })).length, 2);
      const moved = await connect({ placementId: first!.id, anchorCell: 'D1' });
      assert.deepEqual(
        moved.map(({ id, anchorCell }) => [id, anchorCell]),
        [[first!.id, 'D1']],
      );
    });

    it('Other name rules: addressOnly corrects the address and keeps the fingerprint', async () => {
      const [before] = await connect({ resultChecksum: 'abc' });
      const more = { placementId: before!.id, addressOnly: true, sheetName: 'Renamed', anchorCell: 'C3' };
      const [after] = await connect(more);
      assert.deepEqual([after!.id, after!.sheetName, after!.anchorCell], [before!.id, 'Renamed', 'C3']);
      assert.deepEqual([after!.resultChecksum, after!.queryChecksum], ['abc', before!.queryChecksum]);
      assert.equal(after!.refreshedAt, null);
      const unknown = { params: path, body: { ...place, placementId: 999_999 } };
      await under().platform.assertRefused(operations.connectReport, 'the report has no such placement', unknown);
    });

    it('Reports: the sync status follows the query; refreshing makes it current', async () => {
      const status = (placements: { syncStatus?: string | null | undefined }[]) => placements[0]!.syncStatus;
      assert.equal(status(await connect({ resultChecksum: 'old' })), 'UP_TO_DATE');
      assert.equal(status((await put({ query, kind: 'line' })).externalWorkbookPlacements!), 'UP_TO_DATE');
      const changed = await put({ query: { ...query, limit: 3 } });
      assert.equal(status(changed.externalWorkbookPlacements!), 'CHANGED');
      const [refreshed] = await refresh({ ...address, resultChecksum: 'new', endResultCell: 'F9' }, 'colleague');
      assert.deepEqual(
        [refreshed!.syncStatus, refreshed!.resultChecksum, refreshed!.endResultCell],
        ['UP_TO_DATE', 'new', 'F9'],
      );
      const { id } = await under().platform.call(operations.getMe, {}, 'colleague');
      assert.equal(refreshed!.refreshedByUserId, id);
      assert.match(refreshed!.refreshedAt!, isoInstant);
      assert.equal(status((await put({ kind: 'line' })).externalWorkbookPlacements!), 'UNKNOWN');
    });

    it('Reports: a placement without a written result has an unknown status', async () => {
      assert.equal((await connect({ addressOnly: true }))[0]!.syncStatus, 'UNKNOWN');
    });

    it('F: refreshes by placement id or by address', async () => {
      const [first] = await connect({ sheetId: 1 });
      await connect({ sheetId: 2, sheetName: 'Sheet2' });
      const { externalWorkbookId } = address;
      assert.ok((await refresh({ placementId: first!.id }))[0]!.refreshedAt);
      assert.ok((await refresh({ externalWorkbookId, sheetId: 2 }))[1]!.refreshedAt);
      await refresh({ externalWorkbookId, sheetName: 'Sheet2' });
      const several = { params: path, body: { externalWorkbookId, anchorCell: 'A1' } };
      const { platform } = under();
      const { refreshReport } = operations;
      await platform.assertRefused(refreshReport, 'the address is that of several placements', several);
      const none = { params: path, body: { ...address, anchorCell: 'Z9' } };
      await platform.assertRefused(refreshReport, 'the report has no such placement', none);
      const when = 'neither `placementId` nor a whole address is given, or both are';
      for (const body of [{}, { externalWorkbookId }, { anchorCell: 'A1' }, { placementId: 1, ...address }]) {
        await platform.assertRefused(refreshReport, when, { params: path, body });
      }
    });

    it('F: disconnects by placement id or by the whole address', async () => {
      const [first] = await connect();
      await connect({ anchorCell: 'B2' });
      assert.deepEqual(
        (await disconnect({ placementId: first!.id })).map(({ anchorCell }) => anchorCell),
        ['B2'],
      );
      assert.deepEqual(await disconnect({ ...address, anchorCell: 'B2' }), []);
      const { platform } = under();
      const { disconnectReport } = operations;
      await platform.assertRefused(disconnectReport, 'the report has no such placement', {
        params: path,
        body: address,
      });
      const when = 'neither `placementId` nor a whole address is given, or both are';
      const { anchorCell: _, ...partial } = address;
      for (const body of [{}, partial, { placementId: 1, ...address }]) {
        await platform.assertRefused(disconnectReport, when, { params: path, body });
      }
    });

    it('F: lists the reports of a spreadsheet, and those that the caller viewed last', async () => {
      const { platform, params } = under();
      const ids = async (query: object, caller: Caller = 'user') =>
        (await platform.call(operations.listReports, { params, query }, caller)).items!.map(({ publicId }) => publicId);
      await connect({ externalWorkbookId: 'book-2' });
      assert.deepEqual(await ids({ externalWorkbookId: 'book-2' }), ['placed']);
      assert.deepEqual(await ids({ externalWorkbookId: 'book-9' }), []);
      await pass(platform, 1000);
      const other = await put({ query }, 'viewed');
      const body = { ...place, externalWorkbookId: 'book-3' };
      await platform.call(operations.connectReport, { params: { ...params, reportId: Number(other.id) }, body });
      assert.deepEqual(await ids({ sortBy: 'lastViewedAt', first: 2 }), ['viewed', 'placed']);
      await pass(platform, 1000);
      await refresh({ ...address, externalWorkbookId: 'book-2' });
      assert.deepEqual(await ids({ sortBy: 'lastViewedAt', first: 2 }), ['placed', 'viewed']);
    });
  });
}
