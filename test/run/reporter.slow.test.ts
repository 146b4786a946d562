import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '../vscode/locations.ts';
import { runProgram } from '../vscode/process/runProgram.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { readRepeatCommands } from './suiteReport.ts';

const testSeed = pathToFileURL(path.join(repository, 'test/run/testSeed.ts')).href;

describe('reporter', () => {
  it('prints file, title and seed of a failed random test', async () => {
    const folder = temporaryFolder('reporter');
    try {
      const file = path.join(folder.path, 'random.test.ts');
      const lines = [
        `import { testSeed } from '${testSeed}';`,
        "describe('numbers', () => it('are even', () => { throw new Error('seed ' + testSeed()); }));",
      ];
      writeFileSync(file, lines.join('\n'));
      const env = { ...process.env, TEST_SEED: '42' };
      const args = ['node_modules/mocha/bin/mocha.js', file];
      const output = await runProgram(process.execPath, args, { cwd: repository, env }).catch(String);
      assert.match(output, /seed 42/);
      assert.deepEqual(readRepeatCommands(output), [
        `TEST_SEED=42 npx mocha ${path.relative(repository, file)} --fgrep 'numbers are even'`,
      ]);
    } finally {
      folder.remove();
    }
  });
});
