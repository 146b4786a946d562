import assert from 'node:assert/strict';
import { bulkItems, dropFolder, movable } from '../../../src/ui/content/bulkItems.ts';
import type { ContentItem, ContentRow } from '../../../src/ui/content/contentRow.ts';

const row = (context: string, item?: ContentItem): ContentRow => ({
  id: context,
  kind: 'report',
  label: '',
  context,
  expand: 'never',
  target: { connectionId: 'acme' },
  ...(item && { item }),
  children: [],
});
const folder = (id: number, folderId: number | null = null) =>
  row(`f${id}`, { id: String(id), name: `f${id}`, object: { type: 'FOLDER', id }, folderId });
const report = (id: number, folderId: number | null) =>
  row(`r${id}`, { id: `p${id}`, name: `r${id}`, object: { type: 'REPORT', id }, folderId });
const workbook = row('w', { id: '9', name: 'w', object: { type: 'WORKBOOK', id: 9 } });
const dashboard = row('d', { id: 'public', name: 'd' });

describe('what can be moved', () => {
  it('is each folder, report and workbook once', () => {
    const names = bulkItems([folder(1), report(2, 1), report(2, 1), workbook, dashboard]).map(({ name }) => name);
    assert.deepEqual(names, ['f1', 'r2', 'w']);
  });

  it('is not in the folder already and not the folder itself; where a workbook is, is unknown', () => {
    const rows = [folder(1), folder(2, 1), report(3, 1), report(4, null), workbook, dashboard];
    assert.deepEqual(
      movable(rows, 1).map(({ context }) => context),
      ['r4', 'w'],
    );
    assert.deepEqual(
      movable(rows, null).map(({ context }) => context),
      ['f2', 'r3', 'w'],
    );
  });
});

describe('the folder to drop on', () => {
  it('is the folder, the folder of a report, or the top', () => {
    assert.equal(dropFolder(folder(1)), 1);
    assert.equal(dropFolder(report(2, 5)), 5);
    assert.equal(dropFolder(row(';group;list;root;')), null);
    assert.equal(dropFolder(row(';deployment;root;')), null);
  });

  it('is none for other rows and outside of the rows', () => {
    assert.equal(dropFolder(dashboard), undefined);
    assert.equal(dropFolder(workbook), undefined);
    assert.equal(dropFolder(undefined), undefined);
  });
});
