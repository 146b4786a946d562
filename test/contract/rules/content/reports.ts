/** Rules of the contract: reports. Spec: “Reports and workbooks”, group F, Errors, Limits. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type Caller, isoInstant, type Platform, platformUnderTest } from '../../platformUnderTest.ts';
import { pass } from '../../signed.ts';
import { covers } from '../../specRows.ts';
import { placementRules } from './placements.ts';

const salesQuery = { measures: ['sales.count'], dimensions: ['sales.status'] };

export function reportRules(): void {
  describe('group F: reports', () => {
    let platform: Platform;
    let params: { deploymentId: string | number };
    before(async () => {
      platform = await platformUnderTest();
      ({ params } = await platform.newDeployment('Reports', {}));
    });
    const put = (publicId: string, body: object, caller: Caller = 'user') =>
      platform.call(operations.upsertReport, { params: { ...params, publicId }, body }, caller);
    const list = async (query: object = {}, caller: Caller = 'user') =>
      (await platform.listAll(operations.listReports, { params, query }, caller)).map(({ publicId }) => publicId);

    it('F: PUT by public id creates a report, and changes what is given', async () => {
      const snapshot = { kind: 'sankey', query: salesQuery, pivotItems: { displayScale: 'thousands' }, own: { a: 1 } };
      const created = await put('alpha', { name: 'Alpha', title: 'First', snapshot });
      assert.equal(created.publicId, 'alpha');
      assert.equal(typeof created.id, 'number');
      assert.deepEqual([created.name, created.title, created.folderPath], ['Alpha', 'First', []]);
      assert.deepEqual([created.canEdit, created.canManage], [true, true]);
      assert.deepEqual([created.snapshot, created.externalWorkbookPlacements], [snapshot, []]);
      assert.match(created.createdAt!, isoInstant);
      const changed = await put('alpha', { title: 'Renamed' });
      assert.deepEqual([changed.id, changed.name, changed.title], [created.id, 'Alpha', 'Renamed']);
      assert.deepEqual(changed.snapshot, snapshot);
      assert.equal((await put('alpha', { title: null })).title, null);
    });

    it('F: the checksum of the query depends on the query alone', async () => {
      const checksum = async (snapshot: object) => (await put('sums', { name: 'Sums', snapshot })).currentQueryChecksum;
      const first = await checksum({ kind: 'bar', query: salesQuery });
      assert.equal(typeof first, 'string');
      const { measures, dimensions } = salesQuery;
      assert.equal(await checksum({ kind: 'line', query: { dimensions, measures } }), first);
      assert.notEqual(await checksum({ kind: 'bar', query: { ...salesQuery, limit: 5 } }), first);
      assert.notEqual(await checksum({ kind: 'bar', query: salesQuery, pythonCode: 'pass' }), first);
      assert.equal(await checksum({ kind: 'bar' }), null);
    });

    it(
      covers('Limits: length of a report name or title', covers('Errors: a report name that is too long', '400')),
      async () => {
        const when = 'the `name` or `title` is longer than 255 characters';
        const at = { params: { ...params, publicId: 'long' } };
        for (const body of [{ name: 'x'.repeat(256) }, { name: 'x', title: 'x'.repeat(256) }]) {
          const text = await platform.assertRefused(operations.upsertReport, when, { ...at, body });
          assert.match(text, /name|title/);
        }
        for (const length of [254, 255]) {
          const { name, title } = await put('long', { name: 'x'.repeat(length), title: 'y'.repeat(length) });
          assert.deepEqual([name.length, title?.length], [length, length]);
        }
      },
    );

    it('Errors: a new report needs a name, a known folder and known values', async () => {
      const at = { params: { ...params, publicId: 'none' } };
      await platform.assertRefused(operations.upsertReport, 'a new report has no name', { ...at, body: {} });
      const body = { name: 'x', folderId: 999_999 };
      await platform.assertRefused(operations.upsertReport, 'the folder is unknown', { ...at, body });
      for (const wrong of [{ pivotItems: { displayScale: 'dozens' } }, { pivotItems: { measuresAxis: 'both' } }, 7]) {
        const { status } = await platform.sendRaw(operations.upsertReport, {
          ...at,
          body: { name: 'x', snapshot: wrong },
        });
        assert.equal(status, 400, JSON.stringify(wrong));
      }
      assert.ok(!(await list()).includes('none'));
    });

    it('Errors: 403 for the report of another user; administrators may change it', async () => {
      const input = { params: { ...params, publicId: 'alpha' }, body: { title: 'Mine' } };
      const when = 'the caller lacks edit access to the report';
      await platform.assertRefused(operations.upsertReport, when, input, { caller: 'colleague' });
      const { items } = await platform.call(operations.listReports, { params }, 'colleague');
      const alpha = items!.find(({ publicId }) => publicId === 'alpha')!;
      assert.deepEqual([alpha.canEdit, alpha.canManage], [false, false]);
      const changed = await put('alpha', { title: 'By an administrator' }, 'admin');
      assert.deepEqual([changed.title, changed.canManage], ['By an administrator', true]);
    });

    it('F: a report that is not shared is listed for its owner and administrators', async () => {
      await put('private', { name: 'Private', shared: false });
      assert.ok((await list()).includes('private'));
      assert.ok((await list({}, 'admin')).includes('private'));
      assert.ok(!(await list({}, 'colleague')).includes('private'));
    });

    it('F: filters by text in any case and by folder', async () => {
      await put('beta', { name: 'Quarterly', title: 'Money per quarter' });
      assert.deepEqual(await list({ search: 'QUARTERLY' }), ['beta']);
      assert.deepEqual(await list({ search: 'money' }), ['beta']);
      assert.deepEqual(await list({ search: 'no such text' }), []);
      const sample = { deploymentId: platform.emulator.deploymentId };
      const folders = await platform.listAll(operations.listFolders, { params: sample });
      const inFolders = await Promise.all(
        folders.map(async ({ id }) => {
          const query = { folderId: id };
          const { items } = await platform.call(operations.listReports, { params: sample, query });
          assert.ok(items!.every((report) => report.folderPath!.at(-1)!.id === id));
          return items!.length;
        }),
      );
      assert.ok(
        inFolders.some((count) => count > 0),
        'the sample has a report in a folder',
      );
    });

    it('F: sorts by name and by times, newest first', async () => {
      const names = ['one', 'two', 'three'];
      for (const name of names) {
        await put(`sort-${name}`, { name: `sort ${name}` });
        await pass(platform, 1000);
      }
      await put('sort-two', { title: 'changed' });
      const sorted = async (sortBy: string) =>
        (await list({ search: 'sort ', sortBy })).map((id) => id.replace('sort-', ''));
      assert.deepEqual(await sorted('name'), ['one', 'three', 'two']);
      assert.deepEqual(await sorted('createdAt'), ['three', 'two', 'one']);
      assert.deepEqual(await sorted('updatedAt'), ['two', 'three', 'one']);
      const { status } = await platform.sendRaw(operations.listReports, { params, query: { sortBy: 'size' } });
      assert.equal(status, 400);
    });

    it('F: pages by first and after, except by lastViewedAt', async () => {
      for (const name of ['page a', 'page b', 'page c']) await put(name, { name });
      for (const sortBy of [undefined, 'name', 'createdAt', 'updatedAt']) {
        const query = sortBy === undefined ? {} : { sortBy };
        assert.deepEqual(await list({ ...query, first: 2 }), await list(query), sortBy);
      }
      const query = { sortBy: 'lastViewedAt', first: 2 } as const;
      const { items, pageInfo } = await platform.call(operations.listReports, { params, query });
      assert.equal(items!.length, 2);
      assert.deepEqual([pageInfo!.endCursor, pageInfo!.hasNextPage], [null, false]);
      const { pageInfo: byName } = await platform.call(operations.listReports, { params, query: { first: 2 } });
      const when = '`after` is given and the list is sorted by `lastViewedAt`';
      const withCursor = { ...query, after: byName!.endCursor! };
      await platform.assertRefused(operations.listReports, when, { params, query: withCursor });
    });

    placementRules(() => ({ platform, params }));
  });
}
