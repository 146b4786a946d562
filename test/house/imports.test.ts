import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';
import { forbiddenImports, importCycles, importsOf, loadedPackages, topLevelArrows } from './importRules.ts';

const root = path.join(repository, 'src');
const sources = new Map(
  filesBelow(root)
    .filter((file) => /\.(ts|tsx|mts|mjs|js)$/.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);

describe('imports', () => {
  it('follow the import table', () => {
    assert.deepEqual(forbiddenImports(sources), []);
  });

  it('list folders in these files only: a project has one reader', () => {
    const listing = [...sources].filter(([, text]) => /\b(readdir|readdirSync|opendir|findFiles)\b/.test(text));
    const files = listing.map(([file]) => file).filter((file) => !file.startsWith('emulator/'));
    assert.deepEqual(files.sort(), [
      // The disk of the sync, which reads bytes and knows what is not sent.
      'base/nodeDisk.ts',
      // Data files that are the tables of a database.
      'database/duckDb/dataFiles.ts',
      'model/project/findProject.ts',
      'model/project/readProject.ts',
      // Files that are not part of a project, or only whether there is one.
      'ui/dbt/findManifests.ts',
      'ui/folders/localProjects.ts',
      'ui/operate/variables.ts',
      'ui/tests/modelTests.ts',
      'ui/trial/startTrial.ts',
      'ui/trial/trialFolder.ts',
    ]);
  });

  it('load no package at activation except the editor', () => {
    const others = loadedPackages(sources, 'extension.ts').filter((trail) => !trail.endsWith(' → vscode'));
    assert.deepEqual(others, []);
  });

  it('load what is imported as a value, over all files between', () => {
    const files = new Map([
      ['a.ts', "import type { T } from 'types';\nimport { b } from './b.ts';\nconst c = import('./c.ts');\n"],
      ['b.ts', "import {\n  b,\n} from 'loaded';\n"],
      ['c.ts', "import 'later';\n"],
    ]);
    assert.deepEqual(loadedPackages(files, 'a.ts'), ['a.ts → b.ts → loaded']);
  });

  it('form no cycle', () => {
    assert.deepEqual(importCycles(sources), []);
  });

  it('are the arrows in the picture of docs/architecture.md', () => {
    const page = readFileSync(path.join(repository, 'docs/architecture.md'), 'utf8');
    const picture = [...page.matchAll(/^ {2}(\S+ --> \S+)$/gm)].map(([, arrow]) => arrow!);
    assert.deepEqual(picture.sort(), topLevelArrows(sources));
  });

  it('are all found by the scan', () => {
    const source = [
      "import a from './a.ts';",
      "import type { B } from './b.ts';",
      "import {\n  c,\n  type C,\n} from './c.ts';",
      "import './d.ts';",
      "export { e } from './e.ts';",
      "export * as f from './f.ts';",
      "const g = await import('./g.ts');",
      "type H = import('./h.ts').H;",
      "// import { no } from './comment.ts';",
      "export const i = 'import it from there';",
    ].join('\n');
    assert.deepEqual(
      importsOf(source).sort(),
      'abcdefgh'.split('').map((name) => `./${name}.ts`),
    );
  });

  it('that violate the table are reported', () => {
    const wrong = new Map([
      ['base/a.ts', "import type { Model } from '../model/model.ts';"],
      ['session/b.ts', "import * as vscode from 'vscode';"],
      ['platform/c.ts', "import { request } from 'undici';\nimport Pool from 'undici/lib/dispatcher/pool.js';"],
      ['webview/d.ts', "import { Channel } from '../base/channel.ts';\nimport { delay } from '../base/async.ts';"],
      ['ui/e.ts', "import { close } from './f';\nimport { startEmulator } from '../emulator/emulator.ts';"],
      ['model/checks/g.ts', "import { readFile } from 'node:fs/promises';\nimport { posix } from 'node:path';"],
      ['model/project/h.ts', "import { readFile } from 'node:fs/promises';"],
      ['other/i.ts', ''],
    ]);
    assert.deepEqual(forbiddenImports(wrong), [
      'base/a.ts imports model/model.ts',
      'session/b.ts imports the package vscode',
      'platform/c.ts imports the package undici',
      'webview/d.ts imports base/async.ts',
      'ui/e.ts imports ./f without its ending',
      'ui/e.ts imports emulator/emulator.ts',
      'model/checks/g.ts imports node:fs/promises',
      'other/i.ts is in no folder of the import table',
    ]);
  });

  it('that form a cycle are reported', () => {
    const wrong = new Map([
      ['model/a.ts', "import { b } from './b.ts';"],
      ['model/b.ts', "import type { C } from './deep/c.ts';"],
      ['model/deep/c.ts', "export { a } from '../a.ts';"],
    ]);
    assert.deepEqual(importCycles(wrong), ['model/a.ts → model/b.ts → model/deep/c.ts → model/a.ts']);
  });
});
