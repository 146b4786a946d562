import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { closeAll, serverOf } from '../../platform/clientUnderTest.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../sync/temporary.ts';
import { runBundle } from '../runBundle.ts';

const root = join(import.meta.dirname, '../../..');

describe('a command', () => {
  afterEach(async () => {
    await closeAll();
    removeTemporaryFolders();
  });

  it('fails with a message if it ends before it has finished', () => {
    const script = `import { runCommand } from './src/cli/program/runCommand.ts';
      runCommand({ name: 'query', usage: '', run: () => new Promise(() => {}) }, [], 'query');`;
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(status, 3);
    assert.match(stderr, /before it finished/);
  });

  it('of the emulator ends with 2 after wrong usage, and with 3 if it cannot start', async () => {
    assert.equal((await runBundle('emulator', ['--nonsense'])).code, 2);
    const failed = await runBundle('emulator', ['--users', join(temporaryFolder(), 'none.json')]);
    assert.equal(failed.code, 3, failed.stderr);
  });

  it('prints its report, whatever coding the platform names', async () => {
    const server = await serverOf((_, response) => {
      response.writeHead(200, { 'content-encoding': 'constructor' }).end('{}');
    });
    const args = [
      '--url',
      server.url,
      '--deployment',
      '1',
      '--branch',
      'dev-a',
      '--state',
      temporaryFolder(),
      '--json',
      '--dry-run',
    ];
    const child = spawn(process.execPath, [join(root, 'dist/cli/dataModel.js'), 'sync', ...args], {
      env: { ...process.env, DATA_MODEL_API_KEY: 'some-key' },
      cwd: temporaryFolder(),
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    assert.match(output, /"branch":"dev-a"/);
    assert.equal(code, 0);
  });
});
