/** Rules of the contract: the steps of a deployment's creation. Spec: group B; notes: “Deployments, build, logs”; docs/emulator.md. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { operations } from '../../../../src/contract/operations.ts';
import { pollBuild } from '../../../../src/platform/builds.ts';
import { remoteRepository } from '../../emulatorOptions.ts';
import { type Platform, platformUnderTest, TestDeployment } from '../../platformUnderTest.ts';

const noStep = '`step` is not a next step, or there is none';
const notFinished = 'the current step is not finished';
/** Notes: the values of `creationStep`. */
const steps = ['project', 'upload', 'schema', 'github', 'ssh', 'databases', 'ready', 'demo'] as const;
type Step = (typeof steps)[number];

export function creationStepRules(): void {
  describe('group B: creation steps', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });
    const created = async (creationMethod: 'upload' | 'svccloud' | 'github' | 'ssh') => {
      const body = { name: `by ${creationMethod}`, creationMethod, deployMode: 'cli' } as const;
      const { id, creationStep } = await platform.call(operations.createDeployment, { body });
      assert.equal(creationStep, 'project', 'a new deployment is at its first step');
      return new TestDeployment(platform, { deploymentId: id }, 'main');
    };
    const advance = async ({ params }: TestDeployment, step?: Step) => {
      const input = { params, body: step === undefined ? {} : { step } };
      return (await platform.call(operations.advanceCreationStep, input)).creationStep;
    };
    const stepOf = async ({ params }: TestDeployment) =>
      (await platform.call(operations.getDeployment, { params })).creationStep;
    const refused = ({ params }: TestDeployment, when: typeof noStep | typeof notFinished, body: object = {}) =>
      platform.assertRefused(operations.advanceCreationStep, when, { params, body });
    const upload = async ({ params }: TestDeployment) => {
      const { transaction } = await platform.call(operations.startUpload, { params, query: { branchName: 'main' } });
      const file = Buffer.from('cubes:\n  - name: a\n    sql_table: a\n');
      const [fileName, text] = ['model/a.yml', JSON.stringify(transaction)];
      await platform.call(operations.uploadFile, { params, body: { transaction: text, fileName, file } });
      const hash = createHash('sha1').update(file).digest('hex');
      await platform.call(operations.finishUpload, { params, body: { transaction, files: { [fileName]: { hash } } } });
    };
    const built = ({ params }: TestDeployment) =>
      pollBuild(platform.clientOf(), { ...params, branchName: 'main' }, { intervalMs: 10, deadlineMs: 100_000 });

    it('upload: project, upload, databases, ready; the upload has to happen', async () => {
      const deployment = await created('upload');
      assert.equal(await advance(deployment), 'upload');
      const text = await refused(deployment, notFinished);
      assert.match(text, /'upload'.*no files/);
      assert.equal(await stepOf(deployment), 'upload');
      await upload(deployment);
      assert.equal((await built(deployment)).status, 'built');
      assert.equal(await stepOf(deployment), 'ready', 'a deployment that serves its model is created');
      const answer = await platform.call(operations.resetCreationStep, { params: deployment.params });
      assert.equal(answer.creationStep, 'project');
      const walked: unknown[] = [];
      for (let index = 0; index < 3; index += 1) walked.push(await advance(deployment));
      assert.deepEqual(walked, ['upload', 'databases', 'ready']);
    });

    it('github: the repository has to be connected', async () => {
      const deployment = await created('github');
      assert.equal(await advance(deployment), 'github');
      assert.match(await refused(deployment, notFinished), /repository/);
      const body = { repository: remoteRepository };
      await platform.call(operations.connectGithub, { params: deployment.params, body });
      const { deployBranchName } = await platform.call(operations.getDeploymentSettings, { params: deployment.params });
      await deployment.waitForBuild(deployBranchName!);
      assert.equal(await stepOf(deployment), 'ready');
    });

    it('ssh: project, ssh, databases', async () => {
      const deployment = await created('ssh');
      assert.equal(await advance(deployment), 'ssh');
      await refused(deployment, notFinished);
    });

    it('svccloud: databases, then the schema has to exist', async () => {
      const deployment = await created('svccloud');
      assert.equal(await advance(deployment), 'databases');
      assert.equal(await advance(deployment, 'schema'), 'schema');
      assert.match(await refused(deployment, notFinished), /'schema'/);
    });

    it('svccloud: the demo takes the place of the databases, and brings a model', async () => {
      const deployment = await created('svccloud');
      assert.equal(await advance(deployment, 'demo'), 'demo');
      assert.ok(Object.keys(await deployment.readFiles('main')).some((path) => path.startsWith('model/cubes/')));
      const build = await built(deployment);
      assert.equal(build.status, 'built', build.errorText ?? '');
      assert.equal(await stepOf(deployment), 'ready');
    });

    it('a step that is not next, or that the platform does not know, is refused', async () => {
      const deployment = await created('upload');
      for (const step of steps.filter((name) => name !== 'upload')) await refused(deployment, noStep, { step });
      const { params } = deployment;
      const unknown = await platform.sendRaw(operations.advanceCreationStep, { params, body: { step: 'party' } });
      assert.equal(unknown.status, 400);
    });
  });
}
