/** What sets off changes of files and branches, as somebody has thought it through; held against the code beside this file. */

import type { Entry } from './callers.ts';

/** What a person or the editor sets off, and what it may change. */
export const fileChanges = {
  commands: [
    'dataModel.branch.commit',
    'dataModel.branch.mergeToParent',
    'dataModel.branch.mergeToProduction',
    'dataModel.branch.openDevMode',
    'dataModel.branch.pull',
    'dataModel.emulator.start',
    'dataModel.status.show',
    'dataModel.sync.keepBoth',
    'dataModel.sync.pull',
    'dataModel.sync.push',
    'dataModel.sync.restore',
    'dataModel.sync.takeLocal',
    'dataModel.sync.takeRemote',
  ],
  others: [
    'session/folderSession.ts FolderSession.#follow: engine.onDidPush() callback',
    'ui/branches/branchCommands.ts offerToOpen: then() callback',
    'ui/folders/fileEvents.ts FileEvents.constructor: workspace.onDidCreateFiles() callback',
    'ui/folders/fileEvents.ts FileEvents.constructor: workspace.onDidDeleteFiles() callback',
    'ui/folders/fileEvents.ts FileEvents.constructor: workspace.onDidRenameFiles() callback',
    'ui/folders/fileEvents.ts FileEvents.constructor: workspace.onDidSaveTextDocument() callback',
    'ui/sync/syncCommands.ts syncCommands.merges: new',
  ],
};

/** Changes of branches and of the dev-mode session that are no sync of files. */
export const branchChanges: Record<string, readonly Entry[]> = {
  commit: ['dataModel.branch.commit'],
  pull: ['dataModel.branch.pull'],
  merge: ['dataModel.branch.mergeToParent', 'dataModel.branch.mergeToProduction'],
  mergeToDefault: ['dataModel.branch.mergeToParent', 'dataModel.branch.mergeToProduction'],
  deleteBranch: ['dataModel.branch.delete'],
  setStagingEnvironment: ['dataModel.branch.disableStaging', 'dataModel.branch.enableStaging'],
};

/** Changes that need no guard, because no file of any branch and no branch that exists is any other afterwards. */
export const unguarded: Record<string, string> = {
  createBranch: 'makes a branch under a new name; the platform refuses one that there is',
  startDevMode: 'forks a branch or points the session: the very thing that the guard asks about before each write',
  stopDevMode: 'points the session nowhere; what the branch holds stays, and writes stop at the guard',
};

/** Commands that change nothing but what this machine remembers or shows. A new command is put here or above, knowingly. */
export const reading = [
  'dataModel.branch.copyName',
  'dataModel.branch.openInWeb',
  'dataModel.build.refresh',
  'dataModel.connection.add',
  'dataModel.connection.remove',
  'dataModel.dashboard.export',
  'dataModel.dashboard.open',
  'dataModel.dashboard.openApp',
  'dataModel.dashboard.openChat',
  'dataModel.dashboard.openOutside',
  'dataModel.dashboard.refresh',
  'dataModel.deployments.clearFilter',
  'dataModel.deployments.filter',
  'dataModel.deployments.loadMore',
  'dataModel.deployments.refresh',
  'dataModel.environment.copyUrl',
  'dataModel.folder.bind',
  'dataModel.folder.unbind',
  'dataModel.log.show',
  'dataModel.logs.open',
  'dataModel.logs.stopTail',
  'dataModel.logs.tail',
  'dataModel.model.validate',
  'dataModel.sync.history',
  'dataModel.sync.openDiff',
  'dataModel.sync.openMergeEditor',
  'dataModel.sync.refresh',
  'dataModel.sync.review',
  'dataModel.sync.why',
];
/** Reached with a remedy in between that the person presses: dev mode is opened again, then the command starts anew. */
export const remedies = ['dataModel.sync.refresh', 'ui/sync/syncCommands.ts syncCommands.merges: new'];
