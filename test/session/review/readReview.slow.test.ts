/** Reviews of real branches on the emulator. */

import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { compilerVersion } from '../../../src/compiler/compilerVersion.ts';
import { operations } from '../../../src/contract/operations.ts';
import { sourceCompiler } from '../../../src/local/compiledSide.ts';
import { withValues } from '../../../src/review/certificate/certificate.ts';
import { compiledHereMessages } from '../../../src/review/compiled/compiledReview.ts';
import { reviewTexts } from '../../../src/review/model/reviewTexts.ts';
import type { DeploymentSession } from '../../../src/session/deploymentSession.ts';
import { BranchReview, forkOf } from '../../../src/session/review/branchReview.ts';
import { ForkPoints, isSameTree } from '../../../src/session/review/forkPoints.ts';
import { ListedBranches } from '../../../src/session/review/listedBranches.ts';
import { type CompiledSides, readCompiled } from '../../../src/session/review/readCompiled.ts';
import { readReview } from '../../../src/session/review/readReview.ts';
import { sendReviewed, unshownChanges } from '../../../src/session/review/sendReviewed.ts';
import type { SourceCompiler } from '../../../src/session/review/sourceCompiler.ts';
import type { PlatformCaller } from '../../../src/sync/remote/remoteBranch.ts';
import { sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import { waitFor } from '../../run/waitFor.ts';
import { type TemporaryFolder, temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { orders, useSessionFixture } from '../folderSession/sessionFixture.ts';
import { clientOf } from '../workbench.ts';

const missing = { kind: 'missing', reason: reviewTexts.message('not-built', ['x']) } as const;
const notRead: CompiledSides = { before: missing, after: missing, dispose() {} };

describe('a review of a dev branch', () => {
  const fixture = useSessionFixture();
  let storage: TemporaryFolder;
  let branches: ListedBranches;
  let forkPoints: ForkPoints;

  beforeEach(() => {
    storage = temporaryFolder('review');
    branches = new ListedBranches();
    forkPoints = new ForkPoints(storage.path);
  });
  afterEach(() => storage.remove());

  const deployment = () => fixture.bench.session.deployment();
  const follow = async () => {
    const { bench } = fixture;
    const engine = bench.session.sync.value!;
    const branchName = bench.session.branchName!;
    const failures: unknown[] = [];
    const review = new BranchReview({
      deployment: await deployment(),
      branchName,
      engine,
      branches,
      forkPoints,
      onFailure: (failure) => failures.push(failure),
    });
    await waitFor(
      'the branch is compared with its parent',
      () => review.changes.value !== undefined,
      () => failures,
    );
    const parent = review.changes.value!.parent.branchName;
    await waitFor('the fork is recorded', async () => (await readFork(parent)) !== undefined);
    return { review, engine, branchName, parent };
  };
  const readFork = async (parent: string) =>
    new ForkPoints(storage.path).read(forkOf(await deployment(), fixture.bench.session.branchName!, parent));
  /** The deployment, whose requests are noted without those that the sync of the folder sends at the same time. */
  const noting = async (calls: string[]) => {
    const { id, client, caller } = await deployment();
    const noted: PlatformCaller<'nothing'> = {
      call: (operation, ...rest) => {
        calls.push(operation.id);
        return caller.call(operation, ...rest);
      },
    };
    return { id, client, caller: noted } as DeploymentSession;
  };
  const read = async (
    parent: string,
    {
      known = true,
      metaMs = 0,
      calls,
      sides = notRead,
      openCompiler,
    }: {
      known?: boolean;
      metaMs?: number;
      calls?: string[];
      sides?: CompiledSides;
      openCompiler?: () => SourceCompiler;
    } = {},
  ) => {
    const { session, client } = fixture.bench;
    const reviewed = calls ? await noting(calls) : await deployment();
    return readReview({
      source: branches.of(reviewed, session.branchName!),
      target: branches.of(reviewed, parent),
      modelFolder: 'model',
      known: known ? session.model.project.saved : undefined,
      readFork: () => readFork(parent),
      textOf: async (hash) => {
        const kept = await session.sync.value!.keptContent(hash);
        return kept && new TextDecoder().decode(kept);
      },
      uses: [],
      readCompiled: async (signal) => {
        const branches = { source: session.branchName!, target: parent };
        const request = { client, deploymentId: fixture.emulator.deploymentId, ...branches, log: silentLog };
        return metaMs > 0 ? readCompiled({ ...request, deadlineMs: metaMs }, signal) : sides;
      },
      sqlBudget: { statements: 100, ms: 60_000 },
      openCompiler,
      certificate: openCompiler && {
        budget: { slices: 1_000, statements: 2_000, ms: 60_000, values: 0 },
        ...{ planner: null, compiler: null, always: false },
      },
    });
  };
  /** Another user changes the parent. */
  const commitToParent = async (parent: string, content: string) => {
    const { url, adminApiKey, deploymentId } = fixture.emulator;
    const client = clientOf({ url, apiKey: adminApiKey });
    const params = { deploymentId };
    const { branchName } = await client.call(operations.startDevMode, { params, body: { branchName: parent } });
    await client.call(operations.putFiles, { params, body: { branchName, files: [{ path: orders, content }] } });
    await client.call(operations.commit, { params, body: { branchName, message: 'theirs' } });
    client.dispose();
  };

  it('lists the changed file and member, with one listing of each branch and one request for its contents', async () => {
    const { review, parent } = await follow();
    await fixture.bench.save(orders, fixture.sound.replace('title: Orders', 'title: All orders'));
    assert.deepEqual(
      review.changes.value!.files.map(({ path, status }) => [path, status]),
      [[orders, 'changed']],
    );
    const calls: string[] = [];
    const found = await read(parent, { calls });
    assert.deepEqual(calls.sort(), ['getFileHashes', 'getFileHashes', 'listFiles', 'listFiles']);
    assert.deepEqual(
      found.review.files.map(({ path }) => path),
      [orders],
    );
    assert.deepEqual(
      found.review.model.map(({ kind, name, change }) => `${change} ${kind} ${name}`),
      ['changed cube orders'],
    );
    assert.deepEqual(found.moved, []);
    assert.deepEqual(found.review.conflicts, []);
    review.dispose();
  });

  it('finds the same without a folder, whose sources are parsed already', async () => {
    const { review, parent } = await follow();
    await fixture.bench.save(orders, fixture.sound.replace('title: Orders', 'title: All orders'));
    const withFolder = await read(parent);
    branches = new ListedBranches();
    assert.deepEqual((await read(parent, { known: false })).review, withFolder.review);
    review.dispose();
  });

  it('lists what only the compiled metadata shows, and goes on without it if a branch is not built or does not answer', async () => {
    const { review, branchName } = await follow();
    review.dispose();
    const file = 'model/cubes/generated.yml';
    const measures = "{% for n in ['a', 'b'] %}\n      - name: {{ 'n_' ~ n }}\n        type: count\n{% endfor %}\n";
    const { bench } = fixture;
    await bench.save(file, `cubes:\n  - name: {{ 'made' }}\n    sql: SELECT 1\n    measures:\n${measures}`);
    const shown = async (metaMs: number) => {
      const { review: found } = await read('main', { metaMs });
      const { missing, errors } = found.compiled;
      const texts = [
        ...missing.map(({ message }) => message),
        ...errors.map(({ side, branch, file, range, message }) => [side, branch, file, range.start.line, message]),
      ];
      return [texts, ...found.model.map(({ kind, name, change }) => `${change} ${kind} ${name}`)];
    };
    const { builds } = await deployment();
    const ends = (name: string, status: string) =>
      waitFor(`the build of ${name} is ${status}`, async () => (await builds.read(name)).status === status);
    await Promise.all([ends('main', 'built'), ends(branchName, 'built')]);
    assert.deepEqual(await shown(60_000), [[], 'added cube made']);
    const late = ['main', branchName].map((name) => `The platform did not answer for ${name} in time.`);
    assert.deepEqual(await shown(1), [late]);

    await bench.client.call(operations.putFiles, {
      params: { deploymentId: fixture.emulator.deploymentId },
      body: { branchName, files: [{ path: file, content: 'cubes:\n  - name: made\n    sqll: SELECT 1\n' }] },
    });
    const [[error], ...model] = (await shown(60_000)) as [unknown[][], ...string[]];
    assert.deepEqual(error!.slice(0, 4), ['after', branchName, file, 2], JSON.stringify(error));
    assert.deepEqual(model, ['added cube made'], 'from the sources');
  });

  it('compiles both models here if the platform has not built one, and says why', async () => {
    const { review, parent } = await follow();
    review.dispose();
    await fixture.bench.save(orders, fixture.sound.replace('type: sum', 'type: max'));
    let open = 0;
    const openCompiler = (): SourceCompiler => {
      open += 1;
      const dispose = () => {
        open -= 1;
      };
      return { ...sourceCompiler(sharedCompiler()), dispose };
    };
    const { review: found, certified } = await read(parent, { openCompiler });
    assert.equal(open, 0);
    assert.deepEqual(found.compiled.missing, []);
    assert.deepEqual(
      compiledHereMessages(found.compiled).map(({ message }) => message),
      [
        'This computer compiled both models, because the platform does not have them.',
        'x is not built.',
        'x is not built.',
      ],
    );
    const { slices, notCompared, planner, compiler } = found.certificate!;
    assert.ok(slices.equal > 0 && slices.notCompared > 0, JSON.stringify(slices));
    assert.ok(notCompared.every(({ reason }) => reason === 'sql-differs'));
    assert.deepEqual([planner, compiler, certified!.open], ['javascript', compilerVersion, []]);
    const values = () => Promise.reject(new Error('the platform has none'));
    const { signal } = new AbortController();
    const budget = { values: 10, ms: 60_000 };
    assert.deepEqual(await withValues(certified!, { values, renames: new Map(), signal, budget }), found.certificate);
    assert.deepEqual(found.access, { changes: [], unknown: [] });
    // What the platform cannot build is not made good by another compiler.
    const sides = { ...notRead, after: { ...missing, hasFailed: true } };
    const failed = await read(parent, { openCompiler, sides });
    assert.deepEqual([failed.review.compiled.compiledHere, failed.review.compiled.missing.length], [[], 2]);
    const refusing = () => ({ ...openCompiler(), compile: () => Promise.reject(new UserError('no memory')) });
    const { compiled } = (await read(parent, { openCompiler: refusing })).review;
    assert.equal(compiled.missing.at(-1)!.message, 'This computer cannot compile the models, either: no memory');
  });

  it('knows without the compiled models that no group sees more if only documents differ', async () => {
    const { review, parent } = await follow();
    review.dispose();
    await fixture.bench.save('queries/top.query.yml', 'measures: [orders.count]\n');
    const openCompiler = () => sourceCompiler(sharedCompiler());
    const { review: found } = await read(parent, { openCompiler });
    assert.equal(found.files.length, 1);
    assert.deepEqual(found.access, { changes: [], unknown: [] });
  });

  it('adds no request to saves', async () => {
    const { review, parent } = await follow();
    const { client } = fixture.bench;
    const calls: { id: string; branchName: unknown }[] = [];
    const call = client.call.bind(client) as (...args: unknown[]) => Promise<unknown>;
    client.call = ((...args: [{ id: string }, { query?: { branchName?: unknown } }]) => {
      calls.push({ id: args[0].id, branchName: args[1]?.query?.branchName });
      return call(...args);
    }) as typeof client.call;
    for (const title of ['One', 'Two', 'Three']) {
      await fixture.bench.save(orders, fixture.sound.replace('title: Orders', `title: ${title}`));
      assert.equal(review.changes.value!.files.length, 1);
    }
    await fixture.bench.save(orders, fixture.sound);
    assert.deepEqual(review.changes.value!.files, []);
    assert.ok(calls.some(({ id }) => id === 'getFileHashes'));
    const own = calls.filter(({ id, branchName }) => branchName === parent || id === 'listBranches');
    assert.deepEqual(own, [], 'nothing about the parent');
    review.dispose();
  });

  it('predicts what the platform’s merge says when both branches changed', async () => {
    for (const [theirs, isConflict] of [
      ['title: Their orders', true],
      ['title: Orders', false],
    ] as const) {
      const { review, parent, branchName } = await follow();
      const params = { deploymentId: fixture.emulator.deploymentId };
      await fixture.bench.save(orders, fixture.sound.replace('title: Orders', 'title: My orders'));
      await commitToParent(parent, `${fixture.sound.replace('title: Orders', theirs)}\n# theirs\n`);
      const { moved, review: found } = await read(parent);
      assert.deepEqual(
        moved?.map(({ path }) => path),
        [orders],
      );
      assert.deepEqual(found.conflicts, isConflict ? [orders] : []);
      const commit = fixture.bench.client.call(operations.commit, { params, body: { branchName, message: 'mine' } });
      if (isConflict) await assert.rejects(commit, (failure) => (failure as { kind?: string }).kind === 'conflict');
      else await commit;
      review.dispose();
      await fixture.bench.open(await fixture.createBranch());
      storage.remove();
      storage = temporaryFolder('review');
      forkPoints = new ForkPoints(storage.path);
      branches = new ListedBranches();
    }
  });

  it('sends nothing when a branch moved, and shows what was merged besides the review', async () => {
    const { review, parent, branchName } = await follow();
    await fixture.bench.save(orders, fixture.sound.replace('title: Orders', 'title: Mine'));
    const sides = {
      source: branches.of(await deployment(), branchName),
      target: branches.of(await deployment(), parent),
    };
    const commit = async () => {
      const body = { branchName, message: 'mine' };
      await fixture.bench.client.call(operations.commit, {
        params: { deploymentId: fixture.emulator.deploymentId },
        body,
      });
      return 'sent';
    };
    const first = await read(parent);
    await commitToParent(parent, `${fixture.sound}# theirs\n`);
    assert.equal(await sendReviewed(sides, first, commit), undefined);
    const moved = await read(parent);
    await fixture.bench.save(orders, fixture.sound.replace('title: Orders', 'title: Newer'));
    assert.equal(await sendReviewed(sides, moved, commit), undefined);
    assert.ok(isSameTree(await sides.target.list(), moved.before), 'nothing was committed');

    const shown = await read(parent);
    // Another window saves, and another user commits, after the last look at both branches.
    const written = { 'model/window.yml': 'cubes: []\n' };
    const committed = { 'model/user.yml': 'cubes: [] # theirs\n' };
    const rule = { kind: 'another-writer', operation: 'commit' } as const;
    fixture.emulator.faults.set([{ ...rule, branch: branchName, files: written }]);
    assert.deepEqual(await sendReviewed(sides, shown, commit), { done: 'sent' });
    const unshown = async () => unshownChanges(shown, await sides.target.list());
    assert.deepEqual(await unshown(), [{ path: 'model/window.yml', status: 'added' }]);
    fixture.emulator.faults.set([{ ...rule, branch: parent, files: committed }]);
    await commit();
    assert.deepEqual(
      (await unshown()).map(({ path }) => path),
      ['model/user.yml', 'model/window.yml'],
    );
    review.dispose();
  });

  it('predicts nothing without a known base', async () => {
    const { review, parent } = await follow();
    review.dispose();
    storage.remove();
    storage = temporaryFolder('review');
    const { moved, review: found } = await read(parent);
    assert.equal(moved, undefined);
    assert.equal(found.conflicts, null);
  });
});
