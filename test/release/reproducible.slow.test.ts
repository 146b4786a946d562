import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { artifacts, repository } from '../vscode/locations.ts';
import { runProgram } from '../vscode/process/runProgram.ts';
import { type TemporaryFolder, temporaryFolder } from '../vscode/process/temporaryFolder.ts';

const results = ['data-model-workbench-0.vsix', 'sbom.cdx.json', 'SHA256SUMS'];

/** Builds a release of the last commit in a new clone. */
async function build(folder: string, env: NodeJS.ProcessEnv, umask: string): Promise<string[]> {
  mkdirSync(path.dirname(folder), { recursive: true });
  const script = [
    `umask ${umask}`,
    `git clone --quiet --no-hardlinks "${repository}" "${folder}"`,
    // Hard links where the file system can.
    `cp -al "${repository}/node_modules" "${folder}/" 2>/dev/null || cp -a "${repository}/node_modules" "${folder}/"`,
    `cd "${folder}"`,
    'npm run --silent release:dry -- --target universal',
    'mv dist/data-model-workbench-*.vsix dist/data-model-workbench-0.vsix',
  ].join(' && ');
  await runProgram('bash', ['-c', script], {
    env: { ...process.env, REPOSITORY_URL: 'https://git.example/acme/workbench', ...env },
  });
  return results.map((file) => readFileSync(path.join(folder, 'dist', file)).toString('hex'));
}

describe('a release', function () {
  this.timeout(600_000);
  let folder: TemporaryFolder;
  before(() => {
    mkdirSync(artifacts, { recursive: true });
    folder = temporaryFolder('reproducible', artifacts);
  });
  after(() => folder.remove());

  it('is the same bytes in another folder, time zone, language and umask', async function () {
    if (process.platform === 'win32') this.skip();
    const first = await build(path.join(folder.path, 'one'), { TZ: 'UTC' }, '022');
    const other = { TZ: 'Asia/Kathmandu', LANG: 'de_DE.UTF-8' };
    const second = await build(path.join(folder.path, 'another folder/two'), other, '007');
    for (const [at, file] of results.entries()) assert.ok(first[at] === second[at], `${file} differs`);
  });
});
