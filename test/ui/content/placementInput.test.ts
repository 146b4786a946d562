import assert from 'node:assert/strict';
import { isCell, spreadsheetId } from '../../../src/ui/content/placementInput.ts';

describe('what the user enters about a spreadsheet', () => {
  it('is an id or an address that contains one', () => {
    assert.equal(spreadsheetId(' 1aB-2_c '), '1aB-2_c');
    assert.equal(spreadsheetId('https://docs.google.com/spreadsheets/d/1aB-2_c/edit#gid=0'), '1aB-2_c');
    assert.equal(spreadsheetId('https://onedrive.live.com/edit?resid=A1%2142&app=Excel'), 'A1!42');
    assert.equal(spreadsheetId('https://example.com/book.xlsx'), 'https://example.com/book.xlsx');
  });

  it('is a cell', () => {
    for (const cell of ['A1', 'xfd1048576', '$B$7']) assert.ok(isCell(cell), cell);
    for (const other of ['', 'A', '1', 'A0', 'A1:B2', 'ABCD1']) assert.ok(!isCell(other), other);
  });
});
