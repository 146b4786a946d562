/** Compares our rows with the specification's sections, and with the titles of the tests. */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../vscode/locations.ts';
import { specRows } from './specRows.ts';

const specification = join(repository, '../shared/platform-spec.md');

/** Rules that point to a table, or say that something is not shown. */
const withoutContent = [
  '2. Status outcomes stated',
  '7. Status codes for authentication failures',
  '8. Error body details',
];

describe('the rows of States, Errors and Limits', () => {
  it('are those of the specification', function () {
    if (!existsSync(specification)) return this.skip();
    const lines = readRows(readFileSync(specification, 'utf8'));
    const found = Object.entries(specRows).map(([row, [start, text]]) => {
      const section = row.startsWith('State')
        ? 'States and transitions'
        : row.startsWith('Errors')
          ? 'Errors'
          : 'Limits';
      const matches = lines.filter(
        (line) => line.section === section && line.text.startsWith(start) && line.text.includes(text),
      );
      assert.equal(matches.length, 1, row);
      return matches[0]!;
    });
    assert.equal(new Set(found).size, found.length, 'each row is another one');
    const unnamed = lines.filter((line) => !found.includes(line)).map(({ text }) => text);
    assert.deepEqual(unnamed, []);
  });

  it('each have a test', () => {
    const texts = ['contract', 'emulator'].flatMap((name) => {
      const folder = join(repository, 'test', name);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      return files
        .filter((path) => path.endsWith('.ts'))
        .map((path) => readFileSync(join(folder, path), 'utf8').replace(/covers\(\s+/g, 'covers('));
    });
    const untested = Object.keys(specRows).filter((row) => !texts.some((text) => text.includes(`covers('${row}'`)));
    assert.deepEqual(untested, []);
  });
});

interface Row {
  section: string;
  text: string;
}

/** Table rows and numbered rules of the three sections. */
function readRows(text: string): Row[] {
  const rows: Row[] = [];
  let section = '';
  let inTable = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    const isRow = /^ {0,3}\|/.test(line);
    if (!isRow) inTable = false;
    if (!['States and transitions', 'Errors', 'Limits'].includes(section)) continue;
    if (/^\d+\. /.test(line) && !withoutContent.some((start) => line.startsWith(start)))
      rows.push({ section, text: line });
    // The first two lines of a table are its head.
    if (isRow && inTable && !line.includes('---')) rows.push({ section, text: line });
    if (isRow) inTable = true;
  }
  return rows;
}
