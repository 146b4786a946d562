import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';

describe('the table of processes in docs/security.md', () => {
  it('names each module that starts a process or a thread, and no other', () => {
    const src = path.join(repository, 'src');
    // Types of processes start nothing; the browser code of pages has workers of the browser.
    const starts = /^import \{(?! type \w+ \}).*\} from 'node:(?:child_process|worker_threads)';/m;
    const starting = filesBelow(src).filter(
      (file) => file.endsWith('.ts') && starts.test(readFileSync(path.join(src, file), 'utf8')),
    );
    const text = readFileSync(path.join(repository, 'docs/security.md'), 'utf8');
    const rows = text.slice(text.indexOf('# Processes')).matchAll(/^\| .+? \| `([\w/]+\.ts)` \|/gm);
    assert.deepEqual([...rows].map(([, file]) => file).sort(), starting.sort());
  });
});
