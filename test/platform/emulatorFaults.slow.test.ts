import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Limit } from '../../src/base/async.ts';
import { readFileHashes } from '../../src/contract/dataModel/dataModel.ts';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import type { RunningEmulator } from '../../src/emulator/emulator.ts';
import type { CallArguments, Client } from '../../src/platform/client.ts';
import type { FailureKind } from '../../src/platform/errors.ts';
import type { AnyInput } from '../../src/platform/request.ts';
import { startTestEmulator } from '../emulator/emulatorUnderTest.ts';
import { clientOf, closeAll, failureOf } from './clientUnderTest.ts';
import { certificate, certificateFiles } from './http/testServer.ts';
import { validInput } from './validInputs.ts';

const kinds = {
  html: ['not-json'],
  status: ['server'],
  'wrong-shape': ['unexpected-shape'],
  hang: ['timeout'],
  'reset-before': ['reset'],
  'reset-after': ['reset'],
  truncate: ['reset'],
} satisfies Record<string, FailureKind[]>;
type FaultKind = keyof typeof kinds;

/** Makes a call during a fault of this kind and checks the kind of the failure. */
async function failDuringFault(client: Client, id: OperationId, input: AnyInput, kind: FaultKind) {
  const operation = operations[id] as Operation;
  const call = client.call(operation, ...([input] as unknown as CallArguments<Operation>));
  // An operation without a response schema accepts any response.
  if (kind === 'wrong-shape' && operation.response.safeParse([{}]).success) return void (await call);
  const failure = await failureOf(call);
  // These faults occur after the operation, so a refusal of the platform arrives unchanged.
  if ((kind === 'reset-after' || kind === 'truncate') && (failure.status ?? 0) >= 400) return failure;
  assert.ok((kinds[kind] as FailureKind[]).includes(failure.kind), `${id} under ${kind}: ${failure.describe()}`);
  return failure;
}

for (const http2 of [false, true])
  describe(`faults of the platform over ${http2 ? 'HTTP/2' : 'HTTP/1.1'}`, () => {
    let emulator: RunningEmulator;
    const unhandled: unknown[] = [];
    const record = (reason: unknown) => unhandled.push(reason);
    before(async () => {
      process.prependListener('unhandledRejection', record);
      emulator = await startTestEmulator({ buildMs: 20, ...(http2 && { certificate: certificateFiles }) });
    });
    after(async () => {
      await emulator.close();
      process.off('unhandledRejection', record);
    });
    afterEach(async () => {
      await closeAll();
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(unhandled, [], 'no unhandled rejection');
    });

    const connect = (shortTimeout = false) =>
      clientOf(emulator.url, {
        credential: { token: emulator.apiKey },
        retry: { attempts: 1 },
        transport: { certificates: [certificate], ...(shortTimeout && { headersMs: 100 }) },
      });

    for (const kind of Object.keys(kinds) as FaultKind[]) {
      it(`${kind}: every call fails with a named error`, async () => {
        const client = connect(kind === 'hang');
        // Some faults occur after the operation, so it is another deployment that is deleted.
        const { id: spare } = await connect().call(operations.createDeployment, { body: { name: 'spare' } });
        // Calls that only wait do so together.
        const limit = new Limit(kind === 'hang' ? 16 : 1);
        const fail = (id: OperationId) => {
          const deploymentId = id === 'deleteDeployment' ? spare : emulator.deploymentId;
          return failDuringFault(client, id, validInput(id, deploymentId, 'main'), kind);
        };
        emulator.faults.set([{ kind, times: 0 }]);
        try {
          await Promise.all((Object.keys(operations) as OperationId[]).map((id) => limit.run(() => fail(id))));
        } finally {
          emulator.faults.clear();
        }
      });
    }

    describe('never leaves a partial change, and never denies a change that happened', () => {
      let client: Client;
      let deploymentId: string | number;
      beforeEach(async () => {
        client = connect();
        ({ id: deploymentId } = await client.call(operations.createDeployment, { body: { name: 'tree' } }));
      });

      interface Fixture {
        input: AnyInput;
        /** The files of every branch that the call may change. */
        state(): Promise<string>;
      }
      const texts = (...names: string[]) =>
        names.map((name) => ({ path: `model/${name}.yml`, content: `# ${name}\n` }));
      let fixtures = 0;

      /** A shared branch and its dev branch, each with changes. */
      async function createFixture(id: OperationId): Promise<Fixture> {
        fixtures += 1;
        const params = { deploymentId };
        const shared = `shared-${fixtures}`;
        await client.call(operations.createBranch, { params, body: { name: shared } });
        const fork = async (files: { path: string; content: string }[]) => {
          const { branchName } = await client.call(operations.startDevMode, { params, body: { branchName: shared } });
          await client.call(operations.putFiles, { params, body: { branchName, files } });
          return branchName;
        };
        const first = await fork(texts('base-1', 'base-2'));
        await client.call(operations.commit, { params, body: { branchName: first } });
        await client.call(operations.deleteBranch, { params, query: { branchName: first } });
        const dev = await fork(texts('edit-1', 'edit-2', 'edit-3'));
        const state = async () => {
          const hashes = async (branchName: string) =>
            [...readFileHashes(await client.call(operations.getFileHashes, { params, query: { branchName } }))].sort();
          return JSON.stringify([await hashes(dev), await hashes(shared)]);
        };
        return { state, input: await inputOf(id, dev, shared) };
      }

      async function inputOf(id: OperationId, dev: string, shared: string): Promise<AnyInput> {
        const params = { deploymentId };
        switch (id) {
          case 'putFiles':
            return { params, body: { branchName: dev, files: texts('base-1', 'new-1', 'new-2') } };
          case 'deleteFiles':
            return {
              params,
              body: { branchName: dev, files: texts('base-1', 'edit-1').map(({ path }) => ({ path })) },
            };
          case 'renameFiles': {
            const files = texts('base-1', 'edit-1').map(({ path }) => ({ path, newPath: `${path}.moved.yml` }));
            return { params, body: { branchName: dev, files } };
          }
          case 'finishUpload': {
            const { transaction } = await client.call(operations.startUpload, { params, query: { branchName: dev } });
            const files: Record<string, { hash: string }> = {};
            for (const { path, content } of texts('edit-2', 'up-1', 'up-2')) {
              const file = Buffer.from(content);
              files[path] = { hash: createHash('sha1').update(file).digest('hex') };
              await client.call(operations.uploadFile, {
                params,
                query: { branchName: dev },
                body: { transaction: JSON.stringify(transaction), fileName: path, file },
              });
            }
            return { params, query: { branchName: dev }, body: { transaction, files } };
          }
          case 'merge':
            return { params, body: { branchName: shared } };
          default:
            return { params, body: { branchName: dev } };
        }
      }

      // The behaviour above the connection does not depend on its version.
      const ofConnection: readonly FaultKind[] = ['hang', 'reset-before', 'reset-after', 'truncate'];
      const tried = http2 ? ofConnection : (Object.keys(kinds) as FaultKind[]);
      const writes: OperationId[] = [
        'putFiles',
        'deleteFiles',
        'renameFiles',
        'finishUpload',
        'commit',
        'pull',
        'merge',
      ];
      for (const id of writes) {
        it(id, async () => {
          const reference = await createFixture(id);
          await client.call(operations[id] as Operation, ...([reference.input] as unknown as CallArguments<Operation>));
          const applied = await reference.state();
          for (const kind of tried) {
            const { input, state } = await createFixture(id);
            const before = await state();
            emulator.faults.set([{ operation: id, kind, times: 0 }]);
            const caller = kind === 'hang' ? connect(true) : client;
            const failure = await failDuringFault(caller, id, input, kind).finally(() => emulator.faults.clear());
            const after = await state();
            assert.ok(after === before || after === applied, `${id} under ${kind} left a partial change`);
            if (failure && failure.writeState !== 'unknown')
              assert.equal(after, before, `${id} under ${kind} happened`);
          }
        });
      }
    });
  });
