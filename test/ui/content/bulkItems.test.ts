import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors.ts';
import { type BulkItem, deleteDetail, failuresText } from '../../../src/ui/content/bulkItems.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const item = (type: BulkItem['object']['type'], id: number, name: string): BulkItem => ({ name, object: { type, id } });
const folder = item('FOLDER', 1, 'Old');

describe('the question before a deletion', () => {
  it('says what the folders hold', () => {
    const items = [folder, item('REPORT', 2, 'Revenue'), item('WORKBOOK', 3, 'Sales')];
    assert.equal(
      deleteDetail(items, new Map([[1, { folders: 1, reports: 3 }]]), plainLocalizer),
      [
        'Folder “Old”: 1 folder, 3 reports',
        'Report “Revenue”',
        'Workbook “Sales”',
        '',
        'What a folder holds is deleted with it, also its workbooks, which the platform does not list.',
        '',
        'You cannot undo this.',
      ].join('\n'),
    );
  });

  it('names the first items of many', () => {
    const items = Array.from({ length: 20 }, (_, id) => item('REPORT', id, `r${id}`));
    const lines = deleteDetail(items, new Map(), plainLocalizer).split('\n');
    assert.deepEqual(lines.slice(14), ['Report “r14”', 'and 5 more', '', 'You cannot undo this.']);
  });
});

describe('the list of items that stay', () => {
  it('names each item under its reason', () => {
    const items = [folder, item('REPORT', 2, 'Revenue'), item('REPORT', 3, 'Orders')];
    const failures = [
      { object: items[0]!.object, reason: 'Not yours' },
      { object: items[1]!.object, reason: new CancelledError() },
      { object: items[2]!.object, reason: 'Not yours' },
    ];
    assert.equal(
      failuresText('3 could not be deleted.', items, failures, plainLocalizer, () => 'Not sent'),
      [
        '3 could not be deleted.',
        '',
        'Not yours',
        '  Folder “Old”',
        '  Report “Orders”',
        '',
        'Not sent',
        '  Report “Revenue”',
        '',
      ].join('\n'),
    );
  });
});
