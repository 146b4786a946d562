/** Rules of the contract: which branch an operation is about that names none. Spec: state rule 1, groups C and D; docs/emulator.md. */

import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { readFileHashes } from '../../../../src/contract/dataModel/dataModel.ts';
import type { Operation } from '../../../../src/contract/definition/operation.ts';
import { operations } from '../../../../src/contract/operations.ts';
import { rendering } from '../../emulatorOptions.ts';
import { type Platform, platformUnderTest, type TestDeployment } from '../../platformUnderTest.ts';
import { claimsOf } from '../../signed.ts';
import { covers } from '../../specRows.ts';
import { sha1 } from './fileWrites.ts';
import { oneModel, SyncClient } from './syncClient.ts';

/** Operations that the specification gives a branch of their own, and those that need one. */
const others = {
  validate: 'C: the deploy branch by default',
  startDashboardExport: 'docs/emulator.md: production',
  generateEmbedSession: 'docs/emulator.md: production',
  startDevMode: 'C: required',
  deleteBranch: 'C: required',
  setStagingEnvironment: 'A: required',
} as const;

export function omittedBranchRules(): void {
  describe('an operation that names no branch', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    let params: TestDeployment['params'];
    let dev: string;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('omitted');
      ({ params } = deployment);
    });
    beforeEach(async () => {
      const name = `shared/${Date.now()}`;
      await platform.call(operations.createBranch, { params, body: { name } });
      dev = await deployment.openDevMode(name);
      await deployment.putFiles({ 'model/own.yml': 'own' }, dev);
    });
    afterEach(() => platform.call(operations.stopDevMode, { params }));
    const parentOf = async (branchName: string) => (await deployment.findBranch(branchName))!.parentBranch!;
    const ownIn = async (branchName: string) => (await deployment.readFiles(branchName))['model/own.yml'];

    const checks: Record<string, () => Promise<void>> = {
      async listFiles() {
        assert.equal((await deployment.readFiles())['model/own.yml'], 'own');
      },
      async getFileHashes() {
        const hashes = readFileHashes(await platform.call(operations.getFileHashes, { params }));
        assert.equal(hashes.get('/model/own.yml'), sha1('own'));
      },
      async putFiles() {
        await platform.call(operations.putFiles, {
          params,
          body: { files: [{ path: 'model/own.yml', content: 'changed' }] },
        });
        assert.equal(await ownIn(dev), 'changed');
      },
      async deleteFiles() {
        await platform.call(operations.deleteFiles, { params, body: { files: [{ path: 'model/own.yml' }] } });
        assert.equal(await ownIn(dev), undefined);
      },
      async renameFiles() {
        const files = [{ path: 'model/own.yml', newPath: 'model/other.yml' }];
        await platform.call(operations.renameFiles, { params, body: { files } });
        assert.equal((await deployment.readFiles(dev))['model/other.yml'], 'own');
      },
      async startUpload() {
        const { transaction } = await platform.call(operations.startUpload, { params });
        const [fileName, file] = ['model/sent.yml', Buffer.from('sent')];
        await platform.call(operations.uploadFile, {
          params,
          body: { transaction: JSON.stringify(transaction), fileName, file },
        });
        const files = { [fileName]: { hash: sha1(file) } };
        await platform.call(operations.finishUpload, { params, body: { transaction, files, autoRemoveFiles: false } });
        assert.equal((await deployment.readFiles(dev))[fileName], 'sent');
      },
      uploadFile: () => checks.startUpload!(),
      finishUpload: () => checks.startUpload!(),
      async getBuildStatus() {
        assert.equal((await platform.call(operations.getBuildStatus, { params })).branchName, dev);
      },
      async commit() {
        await platform.call(operations.commit, { params, body: { message: 'Omitted' } });
        assert.equal(await ownIn(await parentOf(dev)), 'own');
      },
      async pull() {
        const parent = await parentOf(dev);
        const theirs = await deployment.openDevMode(parent, 'admin');
        await deployment.putFiles({ 'model/theirs.yml': 'theirs' }, theirs, 'admin');
        const body = { branchName: theirs, exitDevMode: true };
        await platform.call(operations.commit, { params, body }, 'admin');
        await platform.call(operations.pull, { params, body: {} });
        assert.equal((await deployment.readFiles(dev))['model/theirs.yml'], 'theirs');
      },
      async merge() {
        await platform.call(operations.merge, { params, body: {} });
        assert.equal(await ownIn(await parentOf(dev)), 'own');
      },
      async mergeToDefault() {
        await platform.call(operations.mergeToDefault, { params, body: {} });
        assert.equal(await ownIn(deployment.productionBranch), 'own');
        assert.equal(await deployment.findBranch(dev), undefined);
      },
      async startDbtSync() {
        const { branchName } = await new SyncClient(platform, deployment).run({ manifest: oneModel() });
        assert.equal(await parentOf(branchName!), dev);
      },
    };

    it('is one of these', () => {
      const named = (Object.values(operations) as Operation[])
        .filter(({ query, body }) => [query, body].some((schema) => fieldsOf(schema).includes('branchName')))
        .map(({ id }) => id);
      assert.deepEqual(named.sort(), [...Object.keys(checks), ...Object.keys(others)].sort());
    });

    for (const [id, check] of Object.entries(checks))
      it(covers('State rule 1: dev mode is per credential', `${id} targets the open dev branch`), check);

    it(`${others.validate}: validate`, async () => {
      assert.equal((await platform.call(operations.validate, { params })).branchName, deployment.productionBranch);
    });

    it(`${others.startDashboardExport}: exports and embed sessions`, async () => {
      const { deploymentId, dashboardPublicId, deployBranch } = platform.emulator;
      const sample = { deploymentId };
      for (const caller of ['user', 'admin'] as const)
        await platform.call(operations.startDevMode, { params: sample, body: { branchName: deployBranch } }, caller);
      const drawn = new Promise<string>((resolve) => {
        const { draw } = rendering;
        rendering.draw = (request, signal) => {
          resolve(request.branchName);
          return draw(request, signal);
        };
      });
      const body = { dashboardPublicId, format: 'png' as const };
      await platform.call(operations.startDashboardExport, { params: sample, body });
      assert.equal(await drawn, deployBranch);
      const session = { deploymentId, externalId: 'ada' };
      const { sessionId } = await platform.call(operations.generateEmbedSession, { body: session }, 'admin');
      const { token } = await platform.call(operations.exchangeEmbedSession, { body: { sessionId } });
      assert.equal(claimsOf(token).branchName ?? null, null);
      rendering.reset();
      for (const caller of ['user', 'admin'] as const)
        await platform.call(operations.stopDevMode, { params: sample }, caller);
    });
  });
}

function fieldsOf(schema: z.ZodMiniType): string[] {
  if (schema instanceof z.ZodMiniOptional) return fieldsOf(schema.def.innerType as z.ZodMiniType);
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
}
