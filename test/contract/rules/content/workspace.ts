/** Rules of the contract: several items of a workspace at once. Spec: “Reports and workbooks”, group F, Errors 8. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type Caller, type Platform, platformUnderTest } from '../../platformUnderTest.ts';

type ItemType = 'FOLDER' | 'WORKBOOK' | 'REPORT';
interface Item {
  type: ItemType;
  id: number;
}

export function workspaceRules(): void {
  describe('group F: bulk actions of the workspace', () => {
    let platform: Platform;
    let params: { deploymentId: number };
    let outer: number;
    let inner: number;
    before(async () => {
      platform = await platformUnderTest();
      params = { deploymentId: platform.emulator.deploymentId };
      const folders = await listFolders();
      inner = folders.find(({ parentId }) => parentId !== null)!.id;
      outer = folders.find(({ id }) => id !== inner)!.id;
    });
    const listFolders = () => platform.listAll(operations.listFolders, { params });
    const report = async (publicId: string, caller: Caller = 'user'): Promise<Item> => {
      const input = { params: { ...params, publicId }, body: { name: publicId } };
      return { type: 'REPORT', id: Number((await platform.call(operations.upsertReport, input, caller)).id) };
    };
    const workbook = async (slug: string, body: object = {}): Promise<Item> => {
      const input = { params: { ...params, slug }, body };
      return { type: 'WORKBOOK', id: Number((await platform.call(operations.upsertWorkbook, input)).id) };
    };
    const move = (items: Item[], folderId: number | null, caller: Caller = 'user') =>
      platform.call(operations.bulkMoveWorkspace, { params, body: { items, folderId } }, caller);
    const remove = (items: Item[], caller: Caller = 'user') =>
      platform.call(operations.bulkDeleteWorkspace, { params, body: { items } }, caller);
    const reportsIn = async (folderId: number) =>
      (await platform.listAll(operations.listReports, { params, query: { folderId } })).map(({ id }) => id);
    const folder = (id: number): Item => ({ type: 'FOLDER', id });

    it('F: moves items of every type, to a folder and to the top', async () => {
      const items = [await report('moving'), await workbook('moving')];
      assert.deepEqual((await move(items, inner)).failures, []);
      assert.ok((await reportsIn(inner)).includes(items[0]!.id));
      const input = { params: { ...params, slug: 'moving' }, body: {} };
      assert.equal((await platform.call(operations.upsertWorkbook, input)).folderId, inner);
      assert.deepEqual((await move([folder(inner)], null)).failures, []);
      assert.equal((await listFolders()).find(({ id }) => id === inner)!.parentId, null);
      await move([folder(inner)], outer);
      assert.equal((await listFolders()).find(({ id }) => id === inner)!.parentId, outer);
      await remove(items);
    });

    it('F: no folder moves into itself; the other items move', async () => {
      const item = await report('beside');
      const { failures, succeeded } = await move([folder(outer), item, folder(inner)], inner);
      assert.deepEqual(
        failures.map(({ type, id }) => [type, id]),
        [
          ['FOLDER', outer],
          ['FOLDER', inner],
        ],
      );
      assert.ok(failures.every(({ error }) => error.trim() !== ''));
      assert.deepEqual(succeeded, [item]);
      await remove([item]);
    });

    it('Errors 8: an unknown item and the item of another user fail by themselves', async () => {
      const mine = await report('mine');
      const other = await report('theirs', 'colleague');
      const unknown: Item = { type: 'WORKBOOK', id: 999_999 };
      for (const act of [(items: Item[]) => move(items, outer), remove]) {
        const { failures, succeeded } = await act([other, unknown, mine]);
        assert.deepEqual(failures.map(({ id }) => id).sort(), [other.id, unknown.id].sort());
        assert.deepEqual(succeeded, [mine]);
      }
      const left = (await platform.listAll(operations.listReports, { params })).map(({ id }) => id);
      assert.deepEqual([left.includes(mine.id), left.includes(other.id)], [false, true]);
      assert.deepEqual((await remove([other], 'admin')).failures, []);
    });

    it('F: a deleted workbook takes its dashboard along', async () => {
      const dashboard = { allowEmbed: true, config: { widgets: [{ id: 'w', type: 'FIELD' }] } };
      const item = await workbook('leaving', { dashboard });
      const input = { params: { ...params, slug: 'leaving' }, body: {} };
      const { publicId } = (await platform.call(operations.upsertWorkbook, input)).dashboard!;
      assert.deepEqual(await remove([item, item]), { succeeded: [item], failures: [] });
      const body = { params: { publicId }, body: { allowEmbed: true } };
      assert.equal((await platform.sendRaw(operations.setDashboardEmbedding, body)).status, 404);
      assert.deepEqual(
        (await remove([item])).failures.map(({ id }) => id),
        [item.id],
      );
    });

    it('F: a deleted folder takes along what it holds, unless another user owns a part of it', async () => {
      const { items } = await platform.call(operations.listFolders, { params });
      const held = [await report('held'), await workbook('held')];
      await move(held, inner);
      const theirs = await report('held by another', 'colleague');
      await move([theirs], inner, 'admin');
      const { failures } = await remove([folder(inner)]);
      assert.match(failures[0]!.error, new RegExp(String(theirs.id)));
      assert.ok((await reportsIn(inner)).includes(held[0]!.id));
      await remove([theirs], 'admin');
      assert.deepEqual((await remove([folder(inner), held[0]!])).failures, []);
      const left = await listFolders();
      assert.equal(left.length, items!.length - 1);
      assert.deepEqual((await remove([held[1]!])).failures.length, 1, 'the workbook is gone too');
    });

    it('F: the target folder must exist, and the items be of the known types', async () => {
      const item = await report('staying');
      const when = 'the target folder is unknown';
      const body = { items: [item], folderId: 999_999 };
      await platform.assertRefused(operations.bulkMoveWorkspace, when, { params, body });
      for (const wrong of [{ items: [] }, { items: [{ type: 'CHART', id: 1 }] }, { items: [{ ...item, id: 'x' }] }]) {
        const { status } = await platform.sendRaw(operations.bulkDeleteWorkspace, { params, body: wrong });
        assert.equal(status, 400, JSON.stringify(wrong));
      }
      await remove([item]);
    });
  });
}
