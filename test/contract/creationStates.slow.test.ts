/** Each state of a deployment's creation with each step. Spec: group B, states (“not shown”); docs/emulator.md. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { operations } from '../../src/contract/operations.ts';
import { remoteRepository } from './emulatorOptions.ts';
import { closePlatform, type Platform, platformUnderTest, TestDeployment } from './platformUnderTest.ts';

/** Notes: the values of `creationStep`. */
const steps = ['project', 'upload', 'schema', 'github', 'ssh', 'databases', 'ready', 'demo'] as const;
type Step = (typeof steps)[number];
type Method = 'upload' | 'svccloud' | 'github' | 'ssh';

/** The next steps of each state; the first one leads to the state below. */
const machines: Record<Method, Partial<Record<Step, readonly Step[]>>> = {
  upload: { project: ['upload'], upload: ['databases'], databases: ['ready'], ready: [] },
  github: { project: ['github'], github: ['databases'], databases: ['ready'], ready: [] },
  ssh: { project: ['ssh'], ssh: ['databases'], databases: ['ready'], ready: [] },
  svccloud: { project: ['databases', 'demo'], databases: ['schema'], schema: ['ready'], ready: [] },
};

describe('the creation of a deployment', () => {
  let platform: Platform;
  before(async () => {
    platform = await platformUnderTest();
  });
  after(closePlatform);

  /** A deployment at its first step whose production branch has files. */
  async function withFiles(creationMethod: Method): Promise<TestDeployment> {
    const body = { name: creationMethod, creationMethod, deployMode: 'cli' } as const;
    const params = { deploymentId: (await platform.call(operations.createDeployment, { body })).id };
    if (creationMethod === 'github') {
      await platform.call(operations.connectGithub, { params, body: { repository: remoteRepository } });
    } else {
      const { transaction } = await platform.call(operations.startUpload, { params, query: { branchName: 'main' } });
      const [fileName, file] = ['model/a.yml', Buffer.from('cubes:\n  - name: a\n    sql_table: a\n')];
      const sent = { transaction: JSON.stringify(transaction), fileName, file };
      await platform.call(operations.uploadFile, { params, body: sent });
      const files = { [fileName]: { hash: createHash('sha1').update(file).digest('hex') } };
      await platform.call(operations.finishUpload, { params, body: { transaction, files } });
    }
    const { deployBranchName } = await platform.call(operations.getDeploymentSettings, { params });
    const deployment = new TestDeployment(platform, params, deployBranchName!);
    await deployment.waitForBuild(deployBranchName!);
    await platform.call(operations.resetCreationStep, { params });
    return deployment;
  }

  for (const [method, states] of Object.entries(machines)) {
    it(`by ${method}: in each state, only its next steps are accepted; after ready there is none`, async () => {
      const { params } = await withFiles(method as Method);
      const state = async () => (await platform.call(operations.getDeployment, { params })).creationStep;
      const refused = (body: object) =>
        platform.assertRefused(operations.advanceCreationStep, '`step` is not a next step, or there is none', {
          params,
          body,
        });
      for (const [name, next] of Object.entries(states)) {
        assert.equal(await state(), name);
        for (const step of steps.filter((other) => !next.includes(other))) await refused({ step });
        if (next.length === 0) await refused({});
        assert.equal(await state(), name, 'a refused step changes nothing');
        const [step] = next;
        if (step) await platform.call(operations.advanceCreationStep, { params, body: { step } });
      }
    });
  }
});
