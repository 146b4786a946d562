/** Every method of the sessions and the engine that can change a branch or the user's files, with a call for tests. */

import type { DeploymentSession } from '../../src/session/deploymentSession.ts';
import type { FolderSession } from '../../src/session/folderSession.ts';
import type { SyncEngine } from '../../src/sync/syncEngine.ts';

/** A folder that was in sync with its dev branch and then changed on both sides. */
export interface Fixture {
  engine: SyncEngine;
  session: FolderSession;
  deployment: DeploymentSession;
  /** The branch the method acts on: the dev branch, or in some dangers another one. */
  branch: string;
  /** The shared branch that the dev branch was forked from. */
  parent: string;
  production: string;
  /** The path of a file that changed in the folder only, and of one that changed on both sides. */
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

type Methods<Class extends string, T> = {
  [Name in keyof T & string]: T[Name] extends (...args: never[]) => unknown ? `${Class}.${Name}` : never;
}[keyof T & string];
type Method =
  | Methods<'SyncEngine', SyncEngine>
  | Methods<'FolderSession', FolderSession>
  | Methods<'DeploymentSession', DeploymentSession>;

/** Methods that change no branch and no file of the user. */
type Reading =
  | `SyncEngine.${'onDidPush' | 'onPushSaved' | 'refresh' | 'requestRescan' | 'watch' | 'dispose'}`
  | `SyncEngine.${'startOver' | 'startFrom' | 'remoteContent' | 'baseContent' | 'keptContent' | 'why' | 'history' | 'trash'}`
  | `FolderSession.${'deployment' | 'loadModel' | 'reloadModel' | 'resume' | 'unfollow' | 'changedOnDisk' | 'validate' | 'dispose'}`
  | `DeploymentSession.${'deployBranch' | 'probeDevMode' | 'parentOf' | 'findDeletion' | 'haveSameFiles' | 'refresh' | 'dispose'}`;

export interface MutatingMethod {
  name: Method;
  /** Distinguishes several calls of one method. */
  variant?: string;
  call(fixture: Fixture): Promise<unknown>;
  /** The dangers in which nothing may change, and a reason is given. */
  stopped: readonly Danger[];
  /** The dangers in which no mutating request is sent. */
  unsent: readonly Danger[];
  /** The branches that may change when the call is not stopped. */
  mayChange(fixture: Fixture): readonly string[];
  /** Whether the user's files may change when the call is not stopped. */
  writesFiles?: true;
}

const elsewhere: readonly Danger[] = ['re-pointed', 'left', 'production', 'foreign'];
const own = ({ branch }: Fixture) => [branch];
const nothing = () => [];
const push = (open: MutatingMethod['call'], more: Partial<MutatingMethod> = {}): Omit<MutatingMethod, 'name'> => {
  const stopped: readonly Danger[] = [...elsewhere, 'locked', 'git merge'];
  return { call: open, stopped, unsent: stopped, mayChange: own, ...more };
};
const pull = (open: MutatingMethod['call'], more: Partial<MutatingMethod> = {}): Omit<MutatingMethod, 'name'> => {
  const stopped: readonly Danger[] = ['unsaved', 'locked', 'git merge'];
  return { call: open, stopped, unsent: [...elsewhere, ...stopped], mayChange: nothing, writesFiles: true, ...more };
};
const options = { message: 'A change', keepBranch: true };
const merged = { message: 'A change', keepBranch: false };

const listed = [
  { name: 'SyncEngine.push', ...push(({ engine }) => engine.push()) },
  {
    name: 'SyncEngine.push',
    variant: 'as confirmed a moment before',
    ...push(async ({ engine }) => engine.push({ confirmed: true, plan: engine.state.value.plan! }), {
      // An unfinished merge can be confirmed; the files are pushed as they are.
      stopped: [...elsewhere, 'locked'],
      unsent: [...elsewhere, 'locked'],
    }),
  },
  { name: 'SyncEngine.save', ...push(({ engine, changed }) => engine.save([changed])) },
  { name: 'SyncEngine.pull', ...pull(({ engine }) => engine.pull()) },
  {
    name: 'SyncEngine.resolve',
    variant: 'with the local version',
    ...push(({ engine, conflict }) => engine.resolve(conflict, 'local'), {
      // The user resolves one visible file; an unfinished merge does not matter.
      stopped: [...elsewhere, 'locked'],
      unsent: [...elsewhere, 'locked'],
      writesFiles: true,
    }),
  },
  {
    name: 'SyncEngine.resolve',
    variant: 'with the branch’s version',
    ...pull(({ engine, conflict }) => engine.resolve(conflict, 'remote'), { stopped: ['unsaved', 'locked'] }),
  },
  {
    name: 'SyncEngine.resolve',
    variant: 'with both versions',
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
      // A save returns no result; the session shows the reason.
      return session.changes.value.failed?.failure ?? { halt: session.sync.value?.state.value.halt };
    }),
  },
  {
    name: 'FolderSession.openDevMode',
    call: ({ session, branch }) => session.openDevMode(branch),
    stopped: ['foreign'],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'FolderSession.createAgain',
    variant: 'while the branch exists',
    call: ({ session }) => session.createAgain(),
    stopped: ['re-pointed', 'left', 'production', 'foreign', 'remote moved', 'unsaved', 'locked', 'git merge'],
    unsent: ['re-pointed', 'left', 'production', 'foreign', 'remote moved', 'unsaved', 'locked', 'git merge'],
    mayChange: nothing,
  },
  {
    name: 'FolderSession.leaveDevMode',
    call: ({ session }) => session.leaveDevMode(),
    stopped: [],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'DeploymentSession.startDevMode',
    call: ({ deployment, branch }) => deployment.startDevMode(branch),
    stopped: ['foreign'],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'DeploymentSession.stopDevMode',
    call: ({ deployment }) => deployment.stopDevMode(),
    stopped: [],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'DeploymentSession.createBranch',
    call: ({ deployment, fresh, parent }) => deployment.createBranch(fresh, parent),
    stopped: [],
    unsent: [],
    mayChange: ({ fresh }) => [fresh],
  },
  {
    name: 'DeploymentSession.createBranch',
    variant: 'under a name there is',
    call: ({ deployment, branch, parent }) => deployment.createBranch(branch, parent),
    stopped: ['re-pointed', 'left', 'production', 'foreign', 'remote moved', 'unsaved', 'locked', 'git merge'],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'DeploymentSession.setStaging',
    call: ({ deployment, branch }) => deployment.setStaging(branch, true),
    // Only shared branches have staging, not the dev branch or the production branch.
    stopped: ['re-pointed', 'left', 'production', 'foreign', 'remote moved', 'unsaved', 'locked', 'git merge'],
    unsent: [],
    mayChange: nothing,
  },
  {
    name: 'DeploymentSession.commit',
    call: ({ deployment, branch }) => deployment.commit(branch, 'A change'),
    stopped: elsewhere,
    unsent: elsewhere,
    mayChange: ({ parent }) => [parent],
  },
  {
    name: 'DeploymentSession.pull',
    call: ({ deployment, branch }) => deployment.pull(branch),
    // The production branch has no parent.
    stopped: ['re-pointed', 'left', 'foreign'],
    unsent: ['re-pointed', 'left', 'foreign'],
    mayChange: own,
  },
  {
    name: 'DeploymentSession.mergeToParent',
    call: ({ deployment, branch }) => deployment.mergeToParent(branch, options),
    stopped: ['production', 'foreign'],
    unsent: [],
    mayChange: ({ parent }) => [parent],
  },
  {
    name: 'DeploymentSession.mergeToParent',
    variant: 'and the branch goes',
    call: ({ deployment, branch }) => deployment.mergeToParent(branch, merged),
    stopped: ['production', 'foreign'],
    unsent: [],
    mayChange: ({ parent, branch }) => [parent, branch],
  },
  {
    name: 'DeploymentSession.mergeToProduction',
    call: ({ deployment, branch }) => deployment.mergeToProduction(branch, options),
    stopped: ['production', 'foreign'],
    unsent: [],
    mayChange: ({ production }) => [production],
  },
  {
    name: 'DeploymentSession.deleteBranch',
    call: ({ deployment, branch }) => deployment.deleteBranch(branch, false),
    stopped: ['production', 'foreign'],
    unsent: [],
    mayChange: own,
  },
] as const satisfies readonly MutatingMethod[];

/** A new method does not compile until it is in `Reading` or has a call here. */
({}) satisfies Record<Exclude<Method, Reading | (typeof listed)[number]['name']>, never>;

export const mutatingMethods: readonly MutatingMethod[] = listed;
