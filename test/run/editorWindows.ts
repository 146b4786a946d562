/** The VS Code windows of the editor suite and the tests that run in each. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';

/**
 * A folder of test/editor that holds `workspace` is one window, because its start takes more time than most tests. Its tests are
 * the files below it that belong to no deeper window.
 */
export interface EditorWindow {
  /** The folder, relative to test/editor; `main` for test/editor itself. */
  name: string;
  /** The workspace to copy. */
  fixture: string;
  /** Test files, relative to test/editor, without their ending. */
  tests: string[];
}

const root = path.join(repository, 'test/editor');

export function findEditorWindows(): EditorWindow[] {
  const windows = new Map<string, EditorWindow>();
  const tests = filesBelow(root).filter((file) => file.endsWith('.test.ts'));
  for (const test of tests) {
    let folder = path.posix.dirname(test);
    while (folder !== '.' && !existsSync(path.join(root, folder, 'workspace'))) folder = path.posix.dirname(folder);
    let window = windows.get(folder);
    if (!window) {
      const name = folder === '.' ? 'main' : folder;
      window = { name, fixture: path.join(root, folder, 'workspace'), tests: [] };
      windows.set(folder, window);
    }
    window.tests.push(test.slice(0, -'.test.ts'.length));
  }
  return [...windows.values()];
}
