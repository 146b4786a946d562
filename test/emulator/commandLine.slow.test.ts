import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { killChildren, startChild } from './childEmulator.ts';
import { cubeText, DeploymentClient } from './emulatorUnderTest.ts';

const repository = path.join(import.meta.dirname, '../..');

describe('the command line of the emulator', () => {
  const folder = temporaryFolder('emulator-command-line');
  after(() => {
    killChildren();
    folder.remove();
  });

  it('prints one JSON line when it listens, serves a project folder, and exits on SIGTERM', async () => {
    const project = path.join(folder.path, 'shop');
    mkdirSync(path.join(project, 'model/cubes'), { recursive: true });
    mkdirSync(path.join(project, 'node_modules/x'), { recursive: true });
    writeFileSync(path.join(project, 'model/cubes/own.yml'), cubeText('own'));
    writeFileSync(path.join(project, '.env'), 'SECRET=1');
    writeFileSync(path.join(project, 'node_modules/x/index.js'), '');
    const { pid: _pid, kill, stop, ended, ...line } = await startChild(['--project', project, '--latency', '5']);
    try {
      assert.deepEqual(Object.keys(line).sort(), [
        'adminApiKey',
        'apiKey',
        'dashboardPublicId',
        'data',
        'dataApiUrl',
        'deployBranch',
        'deploymentId',
        'embedTenant',
        'url',
      ]);
      // Its .env names no database.
      assert.equal((line as { data?: unknown }).data, null);
      const client = new DeploymentClient(line.url, line.apiKey, line.deploymentId);
      assert.deepEqual(await client.files(line.deployBranch), { 'model/cubes/own.yml': cubeText('own') });
      assert.equal((await client.done(client.control('GET', ''))).name, 'shop');
      stop();
      assert.equal(await ended, 0);
    } finally {
      kill();
    }
  });

  it('prints what is wrong and what to do', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const file = path.join(folder.path, 'file');
    writeFileSync(file, '');
    for (const [args, expected] of [
      [['--port', String(port)], /cannot listen on port \d+.*another port/s],
      [['--port', '70000'], /--port must be a whole number/],
      [['--project', path.join(folder.path, 'none')], /project folder does not exist/],
      [['--repositories', path.join(folder.path, 'none')], /git repositories does not exist/],
      [['--dbt-repository', 'acme/none'], /no repository acme\/none for dbt syncs.*--repositories DIR/],
      [['--data', file], /data folder cannot be used/],
      [['--users', file], /list of users cannot be used: the file is not JSON/],
      [['--users', path.join(folder.path, 'none')], /list of users cannot be used: there is no such file/],
      [['--log', 'loud'], /--log must be one of trace, .*not “loud”/],
      [['--colour', 'red'], /--colour.*npm run emulator -- --help/s],
    ] as const) {
      const failure = await startChild(args).then(
        (child) => child.kill(),
        (reason: Error) => reason,
      );
      assert.match(String(failure), expected);
      assert.doesNotMatch(String(failure), /\n\s+at /, 'no stack');
    }
    server.close();
  });

  it('as a child process reports to its parent when it listens, and exits with it', async () => {
    const child = fork(path.join(repository, 'src/emulator/main.ts'), ['--port', '0'], {
      cwd: repository,
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [message] = (await once(child, 'message')) as [Record<string, unknown>];
    assert.equal(message.type, 'ready');
    for (const name of ['url', 'apiKey', 'adminApiKey', 'deployBranch'])
      assert.equal(typeof message[name], 'string', name);
    assert.equal(typeof message.deploymentId, 'number');
    const exit = once(child, 'exit');
    child.disconnect();
    assert.deepEqual(await exit, [0, null]);
    await assert.rejects(fetch(String(message.url)));
  });
});
