import assert from 'node:assert/strict';
import { Value } from '../../../src/base/event.ts';
import type { Branch } from '../../../src/contract/dataModel/branches.ts';
import type { DeploymentSession, DevMode } from '../../../src/session/deploymentSession.ts';
import type { Loaded } from '../../../src/session/lazyList.ts';
import { BranchReview } from '../../../src/session/review/branchReview.ts';
import { ForkPoints } from '../../../src/session/review/forkPoints.ts';
import { ListedBranches } from '../../../src/session/review/listedBranches.ts';
import type { Plan } from '../../../src/sync/plan/planTypes.ts';
import type { Tree } from '../../../src/sync/plan/tree.ts';
import type { SyncState } from '../../../src/sync/syncTypes.ts';
import { type TemporaryFolder, temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

const branchName = 'dev-kim';
const hash = (letter: string) => letter.repeat(40);
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the changes on a followed dev branch', () => {
  let storage: TemporaryFolder;
  let main: Record<string, string>;
  /** Requests for the listing of the parent. */
  let listings: number;
  let branches: Value<Loaded<Branch>>;
  let devMode: Value<DevMode>;
  let state: Value<SyncState>;
  let failures: unknown[];
  let isOffline: boolean;
  let review: BranchReview | undefined;

  const loaded = (lastHash: string): Loaded<Branch> => ({
    phase: 'ready',
    items: [
      { id: 1, name: 'main', lastHash },
      { id: 2, name: branchName, parentBranch: 'main' },
    ],
    hasMore: false,
    failure: undefined,
  });
  const show = (files: Record<string, string>) =>
    state.set({ ...state.value, plan: { listed: new Map(Object.entries(files)) as Tree } as Plan });
  const start = () => {
    const call = async () => {
      listings += 1;
      if (isOffline) throw new Error('offline');
      return Object.fromEntries(Object.entries(main).map(([path, hash]) => [`/${path}`, { hash }]));
    };
    const deployment = {
      id: '1',
      client: { baseUrl: 'https://acme.example.com' },
      caller: { call },
      branches,
      devMode,
      parentOf: async () => {
        branches.set(loaded('c1'));
        return 'main';
      },
    } as unknown as DeploymentSession;
    // Storing a common base may end after the test, whose folder is gone then.
    const found = failures;
    review = new BranchReview({
      deployment,
      branchName,
      engine: { state },
      branches: new ListedBranches(),
      forkPoints: new ForkPoints(storage.path),
      onFailure: (failure) => found.push(failure),
    });
    return review;
  };
  const files = () => review!.changes.value?.files.map(({ path, status }) => `${status} ${path}`);

  beforeEach(() => {
    storage = temporaryFolder('branch-review');
    main = { 'a.yml': hash('a'), 'b.yml': hash('b'), 'c.yml': hash('c') };
    listings = 0;
    failures = [];
    isOffline = false;
    branches = new Value(loaded('c1'));
    devMode = new Value<DevMode>({ known: true, branchName, parentBranch: 'main' });
    state = new Value<SyncState>({ phase: 'idle', local: 0, remote: 0, conflicts: [] });
  });
  afterEach(() => {
    review?.dispose();
    storage.remove();
  });

  it('sends nothing before the folder is compared, then one listing', async () => {
    start();
    await settled();
    assert.equal(listings, 0);
    show({ 'a.yml': hash('x'), 'b.yml': hash('b'), 'd.yml': hash('c') });
    await settled();
    assert.equal(listings, 1);
    assert.deepEqual(files(), ['changed a.yml', 'renamed d.yml']);
  });

  it('follows each listing of the branch without a request', async () => {
    start();
    show({ ...main });
    await settled();
    assert.deepEqual(files(), []);
    for (const letter of ['x', 'y', 'z']) {
      show({ ...main, 'a.yml': hash(letter) });
      assert.deepEqual(files(), ['changed a.yml']);
    }
    show({ ...main });
    assert.deepEqual(files(), []);
    await settled();
    assert.equal(listings, 1);
  });

  it('lists the parent again when the list of branches shows another commit of it, and only then', async () => {
    start();
    show({ ...main });
    await settled();
    branches.set(loaded('c1'));
    await settled();
    assert.equal(listings, 1);
    main = { ...main, 'b.yml': hash('n') };
    branches.set(loaded('c2'));
    await settled();
    assert.equal(listings, 2);
    assert.deepEqual(files(), ['changed b.yml']);
  });

  it('finds the parent in the list of branches if dev mode does not name it', async () => {
    devMode.set({ known: false });
    branches.set({ phase: 'idle', items: [], hasMore: false, failure: undefined });
    start();
    show({ 'a.yml': hash('a') });
    await settled();
    assert.deepEqual(files(), ['removed b.yml', 'removed c.yml']);
  });

  it('asks once while the platform refuses, and again when the user looks', async () => {
    isOffline = true;
    start();
    for (const letter of ['x', 'y', 'z']) {
      show({ ...main, 'a.yml': hash(letter) });
      await settled();
    }
    assert.equal(listings, 1);
    assert.equal(failures.length, 1);
    assert.equal(files(), undefined);
    isOffline = false;
    review!.look();
    await settled();
    assert.deepEqual(files(), ['changed a.yml']);
  });

  it('records the common base when both branches are equal', async () => {
    start();
    show({ ...main });
    await settled();
    const fork = { origin: 'https://acme.example.com', deploymentId: '1', branchName, parent: 'main' };
    const read = () => new ForkPoints(storage.path).read(fork);
    while (!(await read())) await settled();
    assert.deepEqual([...(await read())!], Object.entries(main));
    show({ ...main, 'a.yml': hash('x') });
    await settled();
    assert.deepEqual([...(await read())!], Object.entries(main));
  });
});
