import assert from 'node:assert/strict';
import {
  bannedWordsIn,
  folderCycles,
  largeFolders,
  longFiles,
  medianLines,
  otherDoors,
  rawOutput,
} from './codeRules.ts';

describe('code rules', () => {
  it('name a file that is too long', () => {
    const texts = new Map([
      ['src/short.ts', 'a\n'.repeat(400)],
      ['src/long.ts', 'a\n'.repeat(401)],
    ]);
    assert.deepEqual(longFiles(texts), ['src/long.ts has 401 lines; the limit is 400']);
  });

  it('take the middle file for the median', () => {
    const texts = new Map([10, 90, 20].map((lines, index) => [`${index}.ts`, 'a\n'.repeat(lines)]));
    assert.equal(medianLines(texts), 20);
  });

  it('name a folder with too many files, without those of its subfolders', () => {
    const files = Array.from({ length: 31 }, (_, index) => `src/full/${index}.ts`);
    assert.deepEqual(largeFolders([...files, 'src/full/inner/a.ts']), ['src/full holds 31 files; the limit is 30']);
    assert.deepEqual(largeFolders(files.slice(1)), []);
  });

  it('name a banned word with its place', () => {
    const texts = new Map([['src/a.ts', '// fine\n// Sent anew.\nconst banned = 1;\n']]);
    assert.deepEqual(bannedWordsIn(texts), ['src/a.ts:2: “anew”; write: again']);
  });

  it('name fragments and “is no”, but not “there is no”', () => {
    const right = [
      '// There is no cube.',
      '// It is no longer open.',
      "toggle('beside', beside.scale)",
      '// The size of it.',
    ];
    const wrong = [
      '// A text that is no cube.',
      '// The rows beside it.',
      '  /** Of the cube. */',
      ' * Whose cube it is.',
    ];
    assert.deepEqual(bannedWordsIn(new Map([['src/a.ts', right.join('\n')]])), []);
    assert.equal(bannedWordsIn(new Map([['src/a.ts', wrong.join('\n')]])).length, wrong.length);
  });

  it('name a file that writes to the terminal itself', () => {
    const write = "process.stderr.write('x');";
    const sources = new Map([
      ['base/terminal.ts', write],
      ['cli/sync.ts', write],
      ['cli/other.ts', "print('x');"],
    ]);
    assert.deepEqual(rawOutput(sources), [
      'src/cli/sync.ts writes to the terminal itself; use print or printError of base/terminal.ts',
    ]);
  });

  it('name a file that shows texts without escaping them', () => {
    const show = "await vscode.window.showErrorMessage('x');";
    const sources = new Map([
      ['ui/shell/notifications.ts', show],
      ['ui/sync/other.ts', show],
      ['ui/sync/fine.ts', "await showError('x');"],
    ]);
    assert.deepEqual(otherDoors(sources), [
      'src/ui/sync/other.ts uses showErrorMessage; use ui/shell/notifications.ts',
    ]);
  });

  it('find a cycle between folders whose files form none', () => {
    const sources = new Map([
      ['top/engine.ts', "import { plan } from './inner/plan.ts';"],
      ['top/inner/plan.ts', ''],
      ['top/inner/selection.ts', "import type { Options } from '../options.ts';"],
      ['top/options.ts', ''],
    ]);
    assert.deepEqual(folderCycles(sources), [
      'top → top/inner → top (top/engine.ts imports top/inner/plan.ts; top/inner/selection.ts imports top/options.ts)',
    ]);
  });
});
