import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';

/** Folders whose tests have no counterpart in src: other programs run them, or they measure. */
const apart = ['bench', 'build', 'editor', 'house', 'node_modules', 'person', 'privacy', 'release', 'run', 'vscode'];
/** Suites over a whole folder of src, each with its inputs and tools. */
const suites = [
  'action',
  'cli/mcp/tasks',
  'cli/mcp/victim',
  'language/syntaxes',
  'model/bounds',
  'model/errorTable',
  'model/mistakes',
  'model/mutation',
  'sync/matrix',
  'sync/simulator',
];

describe('a test file', () => {
  it('is in the folder that mirrors the source folder or file that it tests, or in a listed suite', () => {
    const folders = filesBelow(
      path.join(repository, 'test'),
      (name) => apart.includes(name) || name.endsWith('/node_modules'),
    )
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => path.posix.dirname(file));
    const mirrors = (folder: string) =>
      ['', '.ts'].some((ending) => existsSync(path.join(repository, 'src', `${folder}${ending}`)));
    const unmirrored = [...new Set(folders)].filter((folder) => !mirrors(folder));
    assert.deepEqual(unmirrored.sort(), suites);
  });
});
