/**
 * Everything that changes the platform or the user's files, found in the code: the contract lists the operations that change
 * something, and the language server finds their callers. A new command, subscription or operation fails here until it is listed.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { operations } from '../../src/contract/operations.ts';
import { commandTable } from '../../src/ui/manifest/commandTable.ts';
import { mutatingMethodNames } from '../session/mutatingMethods.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';
import { type Callable, Callers, type Entry } from './callers.ts';
import {
  branchChanges,
  contentChanges,
  dbtChanges,
  deploymentChanges,
  embedChanges,
  fileChanges,
  ownRequests,
  reading,
  remedies,
  unguarded,
} from './knownChanges.ts';
import { LanguageServer } from './languageServer.ts';

const saves = 'sync/syncEngine.ts SyncEngine.#saves';
/** Chains in which one function names another without calling it; each with the reason. */
const cuts = [
  // Stops the retries after an answer of the platform; starts no push.
  `sync/syncEngine.ts SyncEngine.#turns > ${saves}`,
  // These read the state of the queue; only `save` adds to it.
  `sync/syncEngine.ts SyncEngine.onPushSaved > ${saves}`,
];

const isCommand = (entry: Entry) => entry.startsWith('dataModel.');
const changing = Object.values(operations).filter(({ method }) => method !== 'GET');
const build = '/build/api/v1/deployments/{deploymentId}';
const fileWrites = changing.filter(({ path: route }) => route.startsWith(`${build}/data-model/`)).map(({ id }) => id);
const branchWrites = changing
  .filter(({ path: route }) =>
    new RegExp(`^${build.replace(/[{}]/g, '\\$&')}/(branches|dev-mode|commit|pull|merge)`).test(route),
  )
  .map(({ id }) => id);

describe('mutating calls', () => {
  let server: LanguageServer;
  let callers: Callers;

  before(async () => {
    server = new LanguageServer();
    await server.start();
    callers = new Callers(server, cuts);
  });
  after(() => server.dispose());

  const source = path.join(repository, 'src');
  /** Finds an operation in the contract's table. */
  const operation = (id: string): Callable => {
    for (const file of filesBelow(path.join(source, 'contract'))) {
      const lines = readFileSync(path.join(source, 'contract', file), 'utf8').split('\n');
      const line = lines.findIndex((each) => each.startsWith(`  ${id}: operation({`));
      if (line >= 0) return { file: `src/contract/${file}`, at: { line, character: 2 }, name: `operations.${id}` };
    }
    throw new Error(`The contract has no ${id}`);
  };
  const namesOf = async (what: Callable) =>
    (await callers.direct(what)).map((each) => (typeof each === 'string' ? each : each.name)).sort();
  const port = (member: string) => callers.callable('src/sync/remote/branchPort.ts', `BranchWrites.${member}`);
  const writes = ['put', 'remove', 'rename', 'startUpload', 'uploadFile', 'finishUpload'];

  /** Returns every entry that reaches a write of files, and every step between. */
  const reachFiles = async () => {
    const steps = new Map<string, Callable>();
    const entries = new Map<Entry, string>();
    const local = ['write', 'remove'].map((member) =>
      callers.callable('src/sync/local/localFolder.ts', `LocalFolder.${member}`),
    );
    for (const what of await Promise.all([...writes.map(port), ...local])) {
      for (const [entry, chain] of await callers.entries(what, (step) => steps.set(step.name, step))) {
        entries.set(entry, chain);
      }
    }
    return { steps, entries };
  };

  it('are listed in the contract', () => {
    assert.deepEqual([...fileWrites].sort(), [
      'deleteFiles',
      'finishUpload',
      'putFiles',
      'renameFiles',
      'startUpload',
      'uploadFile',
    ]);
    assert.deepEqual([...branchWrites].sort(), [...Object.keys(branchChanges), ...Object.keys(unguarded)].sort());
  });

  it('to the files of a branch are sent only by the port', async () => {
    for (const id of fileWrites) {
      const names = await namesOf(operation(id));
      assert.equal(names.length, 1, `${id}: ${names}`);
      assert.match(names[0]!, /^sync\/remote\/remoteBranch\.ts RemoteBranch\./);
    }
  });

  it('to the files of a branch reach the port only through the guard', async () => {
    const { children } = (await server.declarationsIn('src/sync/remote/branchPort.ts')).find(
      ({ name }) => name === 'BranchWrites',
    )!;
    assert.deepEqual(children!.map(({ name }) => name).sort(), [...writes].sort());
    for (const member of writes) {
      for (const name of await namesOf(await port(member)))
        assert.match(name, /^sync\/remote\/guard\.ts Guard\.(#send|open|stage)$/);
    }
    const send = await callers.callable('src/sync/remote/guard.ts', 'Guard.#send');
    assert.deepEqual(await namesOf(send), ['sync/remote/guard.ts Guard.write']);
  });

  it('to the files of a branch never remove files that they do not name', () => {
    const found = filesBelow(source)
      .filter((file) => /\.tsx?$/.test(file) && !/^(contract|emulator)\//.test(file))
      .flatMap((file) => {
        const mentions = readFileSync(path.join(source, file), 'utf8').match(/autoRemoveFiles[^,}]*/g) ?? [];
        return mentions.map((mention) => `${file} ${mention.trim()}`);
      });
    assert.deepEqual(found, ['sync/remote/remoteBranch.ts autoRemoveFiles: false']);
  });

  it('to branches pass the guard or cannot change a file', async () => {
    for (const id of branchWrites) {
      const direct = (await namesOf(operation(id))).filter((name) => name !== 'sync/remote/guardedCall.ts guardedCall');
      for (const name of direct)
        assert.match(name, /^(session\/deploymentSession\.ts DeploymentSession\.|cli\/sync\/run\.ts)/);
      if (id in unguarded) continue;
      assert.equal(direct.length, 1, `${id}: ${direct}`);
      const text = readFileSync(path.join(source, 'session/deploymentSession.ts'), 'utf8');
      assert.match(
        text,
        new RegExp(`#change\\([^;]*branchOperations\\.${id}\\b`),
        `${id} does not go through the guard`,
      );
    }
    const change = await callers.callable('src/sync/remote/guardedCall.ts', 'guardedCall');
    assert.deepEqual(await namesOf(change), ['session/deploymentSession.ts DeploymentSession.#change']);
  });

  it('to deployments come only from these commands', async () => {
    for (const [id, expected] of Object.entries(deploymentChanges)) {
      assert.deepEqual([...(await callers.entries(operation(id))).keys()].sort(), expected, id);
    }
  });

  it('to anything else concern only dashboards, tokens and the workspace', async () => {
    const rest = changing.filter(({ id }) => !fileWrites.includes(id) && !branchWrites.includes(id));
    const called: string[] = [];
    for (const { id } of rest) if ((await namesOf(operation(id))).length > 0) called.push(id);
    const others = called.filter((id) => !(id in deploymentChanges)).sort();
    // Sessions, tokens, comments and exports of dashboards; embed tenants and access to workbooks; the workspace; dbt syncs.
    assert.deepEqual(others, [
      'addEmbedGroupUsers',
      'bulkDeleteWorkspace',
      'bulkMoveWorkspace',
      'cancelDbtSync',
      'connectReport',
      'createDashboardComment',
      'createDeploymentToken',
      'createEmbedGroup',
      'deleteDashboardComment',
      'deleteEmbedGroup',
      'deleteEmbedTenant',
      'disconnectReport',
      'duplicateWorkbook',
      'exchangeEmbedSession',
      'generateEmbedSession',
      'refreshReport',
      'removeEmbedGroupUsers',
      'resolveDashboardComment',
      'setDashboardEmbedding',
      'setEmbedAccess',
      'startDashboardExport',
      'startDbtSync',
      'updateDashboardComment',
      'upsertReport',
      'upsertWorkbook',
    ]);
  });

  it('to files come only from these commands, subscriptions and programs', async () => {
    const { entries } = await reachFiles();
    const expected = [...fileChanges.commands, ...fileChanges.others].sort();
    const found = [...entries.keys()].sort();
    const unknown = found.filter((entry) => !expected.includes(entry)).map((entry) => entries.get(entry));
    assert.deepEqual(unknown, [], 'these are not listed');
    assert.deepEqual(found, expected);
  });

  it('use the name of the method, except in the command line, which selects push or pull', () => {
    const computed = filesBelow(source)
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) =>
        /\b(engine|deployment|port)[?!]?\.?\[(?!['"])/.test(readFileSync(path.join(source, file), 'utf8')),
      );
    assert.deepEqual(computed, ['cli/syncRun.ts']);
  });

  it('to local files are in these modules, and only resources of the platform are files that can be saved', () => {
    const writes = /from 'node:fs(\/promises)?'|\bapplyEdit\(|\bfs\.(writeFile|delete|rename|copy|createDirectory)\(/;
    const does =
      /\b(writeFile|writeFileSync|appendFile|copyFile|rename|unlink|applyEdit|mkdir|rm|rmSync)\(|\bfs\.delete\(/;
    const found = filesBelow(source)
      .filter((file) => /\.tsx?$/.test(file) && !/^(emulator|webview|contract|compiler)\//.test(file))
      .filter((file) => {
        const text = readFileSync(path.join(source, file), 'utf8');
        return writes.test(text) && does.test(text);
      });
    assert.deepEqual(found, [
      // The JUnit file that the user names.
      'cli/testModel.ts',
      // The common base of a branch and its parent, in the editor's storage.
      'session/review/forkPoints.ts',
      // The disk of sync. The tests above list its callers.
      'base/nodeDisk.ts',
      // A new request, the parameters of its next page, and the file that the user names for an answer.
      'ui/api/apiRequests.ts',
      // Data of the emulator, in the editor's storage.
      'ui/connections/emulatorRecord.ts',
      'ui/connections/localEmulator.ts',
      // The files that the user names for exported pictures.
      'ui/dashboard/preview/exportDashboard.ts',
      'ui/map/mapPanel.ts',
      // The file that the user names for an export.
      'ui/operate/fileDownload.ts',
      // The file that the user names for the rows of a query.
      'ui/query/exportResult.ts',
      // The result of a merge that the user accepted. The editor can undo it.
      'ui/sync/openMerges.ts',
      // A new folder for the sample. Existing files are kept.
      'ui/trial/sampleFolder.ts',
    ]);
    for (const file of filesBelow(source)) {
      if (!file.startsWith('ui/')) continue;
      const text = readFileSync(path.join(source, file), 'utf8');
      // It asks before each write and shows what it sends.
      if (file === 'ui/resources/resourceFileSystem.ts') continue;
      assert.ok(!/registerFileSystemProvider\((?![^;]*isReadonly: true)/.test(text), `${file} allows writes`);
    }
  });

  it('to branches come only from these commands', async () => {
    const dataSteps = new Map<string, readonly string[]>();
    for (const [id, expected] of Object.entries(branchChanges)) {
      // Start at the method, because the guard uses some operations, too.
      const direct = (await callers.direct(operation(id))).filter((each) => typeof each !== 'string');
      const method = direct.find(({ name }) => !name.startsWith('sync/remote/guard'))!;
      dataSteps.set(id, [...(await callers.entries(method)).keys()].sort());
      assert.deepEqual(dataSteps.get(id), expected, id);
    }
  });

  it('that a user wrote come only from these commands', async () => {
    const exchange = await callers.callable('src/platform/client.ts', 'Client.exchange');
    assert.deepEqual([...(await callers.entries(exchange)).keys()].sort(), [...ownRequests]);
  });

  it('come from commands that are listed as changing', async () => {
    const found = new Set<Entry>((await reachFiles()).entries.keys());
    for (const id of [...Object.keys(branchChanges), ...Object.keys(unguarded)]) {
      for (const direct of await callers.direct(operation(id))) {
        if (typeof direct === 'string' || direct.name.startsWith('sync/remote/guard')) continue;
        for (const entry of (await callers.entries(direct)).keys()) found.add(entry);
      }
    }
    const changes = [...found].filter((entry) => isCommand(entry) && !remedies.includes(entry)).sort();
    const operating = Object.values(deploymentChanges).flat();
    const listed = [...reading, ...ownRequests, ...dbtChanges, ...embedChanges, ...contentChanges, ...operating];
    const known = [...new Set([...listed, ...changes])].sort();
    const commandIds = Object.keys(commandTable);
    assert.ok(isDeepStrictEqual(known, [...commandIds].sort()), difference(known, commandIds));
  });

  it('do not take part in a save', () => {
    const root = path.join(repository, 'src');
    // Only what a listener gives to `waitUntil` delays the save or changes it.
    const taking = filesBelow(root).filter((file) => {
      const text = file.endsWith('.ts') ? readFileSync(path.join(root, file), 'utf8') : '';
      return /\bonWillSave/.test(text) && /\bwaitUntil\b/.test(text);
    });
    assert.deepEqual(taking, []);
  });

  it('of the sessions and the engine are all tested with faults', async () => {
    const { steps } = await reachFiles();
    for (const id of branchWrites) {
      for (const direct of await callers.direct(operation(id))) {
        if (typeof direct === 'string' || direct.name.startsWith('sync/remote/guard')) continue;
        await callers.entries(direct, (step) => steps.set(step.name, step));
      }
    }
    const methods = [...steps.keys()]
      .filter((name) => /^(session|sync)\/\w+\.ts (SyncEngine|FolderSession|DeploymentSession)\.\w+$/.test(name))
      .map((name) => name.split(' ')[1]!)
      .sort();
    assert.deepEqual(methods, [...mutatingMethodNames].sort());
  });
});

function difference(a: readonly string[], b: readonly string[]): string {
  const [left, right] = [a.filter((each) => !b.includes(each as never)), b.filter((each) => !a.includes(each))];
  return `listed, but no command: ${left}; commands that are not listed: ${right}`;
}
