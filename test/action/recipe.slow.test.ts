/** The commands of docs/command-line.md that give each run of a pull request a branch of the platform, as a CI job runs them. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { branchOperations } from '../../src/contract/dataModel/branches.ts';
import { Client } from '../../src/platform/client.ts';
import { type ChildEmulator, startChild } from '../emulator/childEmulator.ts';
import { removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';
import { repository } from '../vscode/locations.ts';
import { checkOut, commitAll, push } from './checkout.ts';

const orders = 'model/cubes/orders.yml';
const delivery = 'model/views/delivery.yml';
const isPossible = process.platform !== 'win32' && spawnSync('jq', ['--version']).status === 0;

/** The script of a run, and its start, which is all when the pull request is closed. */
function recipe(): { open: string; closed: string } {
  const page = readFileSync(path.join(repository, 'docs/command-line.md'), 'utf8');
  const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code!);
  const open = blocks.find((code) => code.includes('git merge-base'));
  const [closed, rest] = open?.split('# while it is open') ?? [];
  assert.ok(open && closed && rest);
  return { open, closed };
}

(isPossible ? describe : describe.skip)('the recipe for pull requests', () => {
  let platform: ChildEmulator;
  let client: Client;
  const folder = temporaryFolder();
  const [origin, checkout, bin] = [
    path.join(folder, 'origin'),
    path.join(folder, 'checkout'),
    path.join(folder, 'bin'),
  ];

  before(async () => {
    platform = await startChild(['--build-time', '100']);
    client = new Client({ baseUrl: platform.url, credential: { token: platform.apiKey } });
    cpSync(path.join(repository, 'src/emulator/sample/project'), origin, { recursive: true });
    commitAll(origin);
    mkdirSync(bin);
    const program = path.join(repository, 'dist/cli/dataModel.js');
    const script = `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`;
    writeFileSync(path.join(bin, 'data-model'), script, { mode: 0o755 });
  });

  after(() => {
    client.dispose();
    platform.kill();
    removeTemporaryFolders();
  });

  const run = (script: string) => {
    const { apiKey, url, deploymentId } = platform;
    // A runner keeps nothing.
    const state = temporaryFolder();
    return spawnSync('bash', ['-c', script], {
      cwd: checkout,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...{ PATH: `${bin}:${process.env.PATH}`, DATA_MODEL_STATE: state, NUMBER: '7' },
        ...{ DATA_MODEL_URL: url, DEPLOYMENT: String(deploymentId), DATA_MODEL_API_KEY: apiKey },
      },
    });
  };
  const branches = async () => {
    const names: string[] = [];
    const input = { params: { deploymentId: platform.deploymentId } };
    for await (const { name } of client.items(branchOperations.listBranches, input)) names.push(name);
    return names.map((name) => name.replace(/^dev-.*/, 'dev')).sort();
  };
  const review = () => readFileSync(path.join(checkout, 'review.md'), 'utf8');

  it('gives each push the branch that it describes, and leaves none', async () => {
    const { open, closed } = recipe();
    const text = readFileSync(path.join(origin, orders), 'utf8');
    const edited = text.replace("<> 'canceled'", "<> 'cancelled'");
    checkOut(origin, checkout, {
      [orders]: edited,
      'model/cubes/regions.yml': 'cubes:\n  - name: regions\n    sql_table: regions\n',
    });
    rmSync(path.join(checkout, delivery));
    push(checkout, {});
    const before = await branches();
    const first = run(open);
    // The review: a public view is gone.
    assert.equal(first.status, 4, first.stdout + first.stderr);
    assert.match(review(), /- added: `model\/cubes\/regions\.yml`\n- removed: `model\/views\/delivery\.yml`\n/);
    assert.deepEqual(await branches(), [...before, 'dev', 'pr-7'].sort());

    // The second push takes back what the first one added and removed.
    rmSync(path.join(checkout, 'model/cubes/regions.yml'));
    push(checkout, { [delivery]: readFileSync(path.join(origin, delivery), 'utf8') });
    const second = run(open);
    assert.equal(second.status, 0, second.stdout + second.stderr);
    assert.match(review(), /### Files\n\n- changed: `model\/cubes\/orders\.yml`\n\n/);
    assert.deepEqual(await branches(), [...before, 'dev', 'pr-7'].sort());

    assert.equal(run(closed).status, 0);
    assert.deepEqual(await branches(), before);
  });
});
