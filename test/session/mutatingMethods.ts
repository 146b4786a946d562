/**
 * The doors: every method of the sessions and the engine through which something of a branch or of the person's files can be
 * changed, each with how a test goes through it. The house test holds this list against the code.
 */

import type { DeploymentSession } from '../../src/session/deploymentSession.ts';
import type { FolderSession } from '../../src/session/folderSession.ts';
import type { SyncEngine } from '../../src/sync/syncEngine.ts';

/** What a door leads to: a folder in step with its dev branch once, then changed on both sides. */
export interface Fixture {
  engine: SyncEngine;
  session: FolderSession;
  deployment: DeploymentSession;
  /** The branch the door is told to act on: the dev branch, or in some dangers another one. */
  branch: string;
  /** The shared branch that the dev branch was forked from. */
  parent: string;
  production: string;
  /** Changed here only; changed on both sides. */
  changed: string;
  conflict: string;
  /** A name that no branch has. */
  fresh: string;
}

export type Danger =
  | 're-pointed'
  | 'left'
  | 'production'
  | 'foreign'
  | 'remote moved'
  | 'unsaved'
  | 'locked'
  | 'git merge';

export interface MutatingMethod {
  /** `Class.method` */
  name: string;
  /** Which of several ways through it. */
  way?: string;
  open(scene: Fixture): Promise<unknown>;
  /** Where nothing may change on any branch or in the folder, and a reason is given. */
  stopped: readonly Danger[];
  /** Of these, where not even a request that could change something is sent. */
  unsent: readonly Danger[];
  /** The branches that may change where it is not stopped. */
  mayChange(scene: Fixture): readonly string[];
  /** Whether the person's files may change where it is not stopped. */
  writesFiles?: true;
}

const elsewhere: readonly Danger[] = ['re-pointed', 'left', 'production', 'foreign'];
const own = ({ branch }: Fixture) => [branch];
const nothing = () => [];
const push = (open: MutatingMethod['open'], more: Partial<MutatingMethod> = {}): Omit<MutatingMethod, 'name'> => {
  const stopped: readonly Danger[] = [...elsewhere, 'locked', 'git merge'];
  return { open, stopped, unsent: stopped, mayChange: own, ...more };
};
const pull = (open: MutatingMethod['open'], more: Partial<MutatingMethod> = {}): Omit<MutatingMethod, 'name'> => {
  const stopped: readonly Danger[] = ['unsaved', 'locked', 'git merge'];
  return { open, stopped, unsent: [...elsewhere, ...stopped], mayChange: nothing, writesFiles: true, ...more };
};
const options = { message: 'A change', keepBranch: true };
const merged = { message: 'A change', keepBranch: false };

export const mutatingMethods: readonly MutatingMethod[] = [
  { name: 'SyncEngine.push', ...push(({ engine }) => engine.push()) },
  {
    name: 'SyncEngine.push',
    way: 'as confirmed a moment before',
    ...push(async ({ engine }) => engine.push({ confirmed: true, plan: engine.state.value.plan! }), {
      // An unfinished merge may be confirmed: the files go as they are.
      stopped: [...elsewhere, 'locked'],
      unsent: [...elsewhere, 'locked'],
    }),
  },
  { name: 'SyncEngine.save', ...push(({ engine, changed }) => engine.save([changed])) },
  { name: 'SyncEngine.pull', ...pull(({ engine }) => engine.pull()) },
  {
    name: 'SyncEngine.resolve',
    way: 'with the local version',
    ...push(({ engine, conflict }) => engine.resolve(conflict, 'local'), {
      // One file, chosen in sight of it: an unfinished merge elsewhere is no reason against it.
      stopped: [...elsewhere, 'locked'],
      unsent: [...elsewhere, 'locked'],
      writesFiles: true,
    }),
  },
  {
    name: 'SyncEngine.resolve',
    way: 'with the branch’s version',
    ...pull(({ engine, conflict }) => engine.resolve(conflict, 'remote'), { stopped: ['unsaved', 'locked'] }),
  },
  {
    name: 'SyncEngine.resolve',
    way: 'with both versions',
    ...pull(({ engine, conflict }) => engine.resolve(conflict, 'both'), { stopped: ['locked'] }),
  },
  {
    name: 'SyncEngine.restore',
    ...pull(async ({ engine }) => engine.restore((await engine.trash())[0]!), { stopped: ['unsaved', 'locked'] }),
  },
  {
    name: 'FolderSession.saved',
    ...push(async ({ session, changed }) => {
      await session.saved(changed);
      // Nobody waits for a save: the reason stands where the person looks.
      return session.failure.value ?? { halt: session.sync.value?.state.value.halt };
    }),
  },
  {
    name: 'FolderSession.openDevMode',
    open: ({ session, branch }) => session.openDevMode(branch),
    stopped: ['foreign'],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'FolderSession.leaveDevMode',
    open: ({ session }) => session.leaveDevMode(),
    stopped: [],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'DeploymentSession.startDevMode',
    open: ({ deployment, branch }) => deployment.startDevMode(branch),
    stopped: ['foreign'],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'DeploymentSession.stopDevMode',
    open: ({ deployment }) => deployment.stopDevMode(),
    stopped: [],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'DeploymentSession.createBranch',
    open: ({ deployment, fresh, parent }) => deployment.createBranch(fresh, parent),
    stopped: [],
    unsent: [],
    mayChange: ({ fresh }) => [fresh],
  },
  {
    name: 'DeploymentSession.createBranch',
    way: 'under a name there is',
    open: ({ deployment, branch, parent }) => deployment.createBranch(branch, parent),
    stopped: ['re-pointed', 'left', 'production', 'foreign', 'remote moved', 'unsaved', 'locked', 'git merge'],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'DeploymentSession.setStaging',
    open: ({ deployment, branch }) => deployment.setStaging(branch, true),
    // It is for shared branches: never the dev branch, nor the production branch.
    stopped: ['re-pointed', 'left', 'production', 'foreign', 'remote moved', 'unsaved', 'locked', 'git merge'],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'DeploymentSession.commit',
    open: ({ deployment, branch }) => deployment.commit(branch, 'A change'),
    stopped: elsewhere,
    unsent: elsewhere,
    mayChange: ({ parent }) => [parent],
  },
  {
    name: 'DeploymentSession.pull',
    open: ({ deployment, branch }) => deployment.pull(branch),
    // The production branch has no parent to be pulled from.
    stopped: ['re-pointed', 'left', 'foreign'],
    unsent: ['re-pointed', 'left', 'foreign'],
    mayChange: own,
  },
  {
    name: 'DeploymentSession.mergeToParent',
    open: ({ deployment, branch }) => deployment.mergeToParent(branch, options),
    stopped: ['production', 'foreign'],
    unsent: [],
    mayChange: ({ parent }) => [parent],
  },
  {
    name: 'DeploymentSession.mergeToParent',
    way: 'and the branch goes',
    open: ({ deployment, branch }) => deployment.mergeToParent(branch, merged),
    stopped: ['production', 'foreign'],
    unsent: [],
    mayChange: ({ parent, branch }) => [parent, branch],
  },
  {
    name: 'DeploymentSession.mergeToProduction',
    open: ({ deployment, branch }) => deployment.mergeToProduction(branch, options),
    stopped: ['production', 'foreign'],
    unsent: [],
    mayChange: ({ production }) => [production],
  },
  {
    name: 'DeploymentSession.deleteBranch',
    open: ({ deployment, branch }) => deployment.deleteBranch(branch, false),
    stopped: ['production', 'foreign'],
    unsent: [],
    mayChange: own,
  },
];

export const mutatingMethodNames: readonly string[] = [...new Set(mutatingMethods.map(({ name }) => name))];
