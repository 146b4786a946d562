import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../src/base/errors.ts';
import type { EmulatorOptions, RunningEmulator } from '../../src/emulator/emulator.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { killChildren, startChild } from './childEmulator.ts';
import { cubeText, DeploymentClient, sha1, startTestEmulator } from './emulatorUnderTest.ts';

describe('an emulator with a data folder', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  const running: { close(): Promise<void> }[] = [];
  beforeEach(() => {
    folder = temporaryFolder('emulator-data');
  });
  afterEach(async () => {
    killChildren();
    for (const emulator of running.splice(0)) await emulator.close();
    folder.remove();
  });
  const start = async (options: EmulatorOptions = {}): Promise<RunningEmulator> => {
    const emulator = await startTestEmulator({ dataDir: folder.path, buildMs: 20, ...options });
    running.push(emulator);
    return emulator;
  };
  const clientOf = ({ url, apiKey, deploymentId }: Pick<RunningEmulator, 'url' | 'apiKey' | 'deploymentId'>) =>
    new DeploymentClient(url, apiKey, deploymentId);

  it('restores its whole state after a restart', async () => {
    const first = await start();
    const before = clientOf(first);
    await before.done(before.createBranch('feature/one'));
    await before.done(
      before.build('PUT', '/branches/staging-environment', { enabled: true, branchName: 'feature/one' }),
    );
    const dev = await before.openDevMode('feature/one');
    await before.done(before.put({ 'model/cubes/edit.yml': cubeText('edit') }, dev));
    await before.done(before.upload(dev, { 'odd.bin': Uint8Array.of(0, 255, 128) }, { autoRemoveFiles: false }));
    const variables = [
      { name: 'MODE', value: 'x' },
      { name: 'DB_PASS', value: 'hidden' },
    ];
    await before.done(before.control('PUT', '/env-vars', { env_variables: variables }));
    await before.done(before.control('PUT', '', { releaseChannel: 'release' }));
    const built = await before.status('main', true);
    const known = async (client: DeploymentClient) => ({
      branches: await client.branches(),
      dev: await client.hashes(dev),
      main: await client.hashes('main'),
      variables: (await client.done(client.control('GET', '/env-vars'))).items,
      settings: { ...(await client.done(client.control('GET', '/settings'))), deploymentUrl: undefined },
      session: (await client.done(client.control('GET', '/build-status'))).branchName,
    });
    const memory = await known(before);
    await first.close();
    const second = await start();
    assert.deepEqual([second.apiKey, second.adminApiKey], [first.apiKey, first.adminApiKey]);
    const after = clientOf(second);
    assert.deepEqual(await known(after), memory);
    assert.equal((await after.status('main')).buildJobId >= built.buildJobId, true);
    await after.done(after.put({ 'model/cubes/edit.yml': cubeText('again') }));
    await after.done(after.commit(dev));
    assert.equal((await after.files('feature/one'))['model/cubes/edit.yml'], cubeText('again'));
  });

  it('finishes an interrupted build after a restart', async () => {
    const first = await start({ buildMs: 60_000 });
    assert.equal((await clientOf(first).status('main')).status, 'building');
    await first.close();
    const second = await start();
    assert.equal((await clientOf(second).status('main', true)).status, 'built');
  });

  it('keeps every confirmed write when it is killed during writes', async () => {
    const confirmed = new Map<string, string>();
    const attempted = new Map<string, Set<string>>();
    let dev = '';
    for (let round = 0; round < 3; round++) {
      const child = await startChild(['--data', folder.path, '--build-time', '20']);
      const client = clientOf(child);
      dev = await client.openDevMode();
      if (round > 0) {
        const files = await client.hashes(dev);
        for (const [file, content] of confirmed) {
          const possible = new Set([sha1(content), ...[...(attempted.get(file) ?? [])].map(sha1)]);
          assert.ok(possible.has(files[`/${file}`]!), `${file} holds what was confirmed, or what came later`);
        }
        for (const [file, content] of await Promise.all(
          [...confirmed.keys()].map(async (name) => [name, (await client.files(dev))[name]] as const),
        )) {
          confirmed.set(file, content!);
        }
        attempted.clear();
      }
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; ; n++) {
          const file = `model/w${writer}.yml`;
          const content = `# round ${round}, write ${n}\n`;
          attempted.set(file, new Set([...(attempted.get(file) ?? []), content]));
          const { status } = await client.put({ [file]: content }, dev);
          if (status !== 200) throw new Error(`status ${status}`);
          confirmed.set(file, content);
          attempted.set(file, new Set());
        }
      });
      setTimeout(() => child.kill(), 400 + 150 * round);
      const ends = await Promise.allSettled(writers);
      for (const end of ends) assert.doesNotMatch(String((end as PromiseRejectedResult).reason), /status/);
      await child.ended;
    }
    assert.ok(confirmed.size > 0);
  });

  it('rejects a state it cannot read, and does not change it', async () => {
    const first = await start();
    await first.close();
    const file = path.join(folder.path, 'state.json');
    for (const broken of ['{', '[]', '{"format":2}', readFileSync(file, 'utf8').slice(0, -40)]) {
      writeFileSync(file, broken);
      await assert.rejects(
        start(),
        (failure) => failure instanceof UserError && failure.where === file && failure.code === 'state-unreadable',
      );
      assert.equal(readFileSync(file, 'utf8'), broken);
    }
  });

  it('rejects a repository that lacks objects of the state', async () => {
    const first = await start();
    await clientOf(first).status('main', true);
    await first.close();
    const objects = path.join(folder.path, 'deployments', '1', 'repository.git', 'objects');
    const [some] = readdirSync(objects).filter((name) => /^[0-9a-f]{2}$/.test(name));
    rmSync(path.join(objects, some!), { recursive: true });
    const before = readFileSync(path.join(folder.path, 'state.json'), 'utf8');
    await assert.rejects(start(), /repository of the emulator is damaged/);
    assert.deepEqual(JSON.parse(readFileSync(path.join(folder.path, 'state.json'), 'utf8')), JSON.parse(before));
  });

  it('locks the folder against other emulators in any process, and ignores the lock of a dead process', async () => {
    await start();
    await assert.rejects(start(), /uses this data folder/);
    const child = await startChild(['--data', folder.path]).catch((failure: Error) => failure);
    assert.ok(child instanceof Error && /uses this data folder/.test(child.message), String(child));
    for (const emulator of running.splice(0)) await emulator.close();
    const killed = await startChild(['--data', folder.path]);
    killed.kill();
    await killed.ended;
    await start();
  });

  it('is not changed by a start that fails', async () => {
    const busy = await startTestEmulator();
    running.push(busy);
    await assert.rejects(start({ port: Number(new URL(busy.url).port) }), /cannot listen on port/);
    const next = await start();
    assert.ok('cube.js' in (await clientOf(next).files('main')));
  });
});
