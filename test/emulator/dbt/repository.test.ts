import assert from 'node:assert/strict';
import { promises } from 'node:fs';
import path from 'node:path';
import * as git from 'isomorphic-git';
import type { EmulatorOptions, RunningEmulator } from '../../../src/emulator/emulator.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { commitToBare } from '../bareRepository.ts';
import { DeploymentClient, startTestEmulator } from '../emulatorUnderTest.ts';
import { jaffleShop, manifestOf } from './manifests.ts';

const fs = { promises };
const tagger = { name: 'A Tagger', email: 'tagger@example.com' };

describe('the dbt repository of the emulator’s first deployment', () => {
  const folder = temporaryFolder('dbt-repository');
  const gitdir = path.join(folder.path, 'acme/dbt.git');
  let emulator: RunningEmulator;
  let client: DeploymentClient;
  const start = (options: EmulatorOptions = {}) =>
    startTestEmulator({ repositories: folder.path, sample: false, dbtStep: async () => {}, ...options });
  before(async () => {
    const project = { 'dbt_project.yml': 'name: shop\n', 'manifest.json': JSON.stringify(jaffleShop()) };
    const first = await commitToBare(gitdir, 'trunk', project);
    await git.annotatedTag({ fs, gitdir, ref: 'released', object: first, message: 'One', tagger });
    await commitToBare(gitdir, 'trunk', { ...project, 'manifest.json': JSON.stringify(manifestOf({})) }, [first]);
    await commitToBare(gitdir, 'broken', { ...project, 'manifest.json': '{' });
    emulator = await start({ dbtRepository: 'acme/dbt' });
    client = new DeploymentClient(emulator.url, emulator.apiKey, emulator.deploymentId);
  });
  after(async () => {
    await emulator.close();
    folder.remove();
  });
  const sync = async (ref?: string) => {
    const body = { output: 'files', ...(ref === undefined ? {} : { ref }) };
    const { syncJobId } = await client.done(client.control('POST', '/dbt-sync', body));
    for (;;) {
      const { status, error } = await client.done(client.control('GET', `/dbt-sync/${syncJobId}`));
      if (status === 'FAILED') return error as string;
      if (status === 'COMPLETED') {
        return (await client.done(client.control('GET', `/dbt-sync/${syncJobId}/result`))).cubeCount as number;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  it('needs no connection, and its default branch is read without a ref', async () => {
    assert.equal(await sync(), 0);
  });

  it('is read at an annotated tag', async () => {
    assert.equal(await sync('released'), 2);
  });

  it('is read as it is when the sync starts', async () => {
    assert.match(String(await sync('next')), /no branch or tag 'next'/);
    await commitToBare(gitdir, 'next', { 'dbt_project.yml': '', 'target/manifest.json': JSON.stringify(jaffleShop()) });
    assert.equal(await sync('next'), 2);
  });

  it('fails with the reason when its manifest is not JSON', async () => {
    assert.match(String(await sync('broken')), /committed manifest is not JSON/);
  });

  it('must exist when the emulator starts', async () => {
    const failure = await start({ dbtRepository: 'acme/none' }).then(
      (started) => started.close(),
      (reason: Error) => reason,
    );
    assert.match(String(failure), /no repository acme\/none/);
  });
});
