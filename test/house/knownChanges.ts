/** The commands and subscriptions that may change files and branches. A test compares these lists with the code. */

import type { Entry } from './callers.ts';

/** Entries that may change files. */
export const fileChanges = {
  commands: [
    'dataModel.branch.commit',
    'dataModel.branch.mergeToParent',
    'dataModel.branch.mergeToProduction',
    'dataModel.branch.openDevMode',
    'dataModel.branch.pull',
    'dataModel.dbt.accept',
    'dataModel.dbt.acceptAll',
    'dataModel.emulator.start',
    'dataModel.review.discard',
    'dataModel.status.show',
    'dataModel.sync.keepBoth',
    'dataModel.sync.pull',
    'dataModel.sync.push',
    'dataModel.sync.restore',
    'dataModel.sync.takeLocal',
    'dataModel.sync.takeRemote',
  ],
  others: [
    'ui/branches/branchActions.ts offerToOpen: then() callback',
    'ui/dbt/acceptFiles.ts write: then() callback',
    'ui/folders/fileEvents.ts FileEvents.constructor: workspace.onDidCreateFiles() callback',
    'ui/folders/fileEvents.ts FileEvents.constructor: workspace.onDidDeleteFiles() callback',
    'ui/folders/fileEvents.ts FileEvents.constructor: workspace.onDidRenameFiles() callback',
    'ui/folders/fileEvents.ts FileEvents.constructor: workspace.onDidSaveTextDocument() callback',
    'ui/sync/conflictActions.ts openMerges.merges: new',
  ],
};

/** Build production again: they merge a branch without commits, and delete it if that fails. */
const rebuilds: readonly Entry[] = ['dataModel.deployment.build', 'ui/operate/variables.ts send: then() callback'];

/** Operations that change branches or the dev-mode session, and the commands that call them. */
export const branchChanges: Record<string, readonly Entry[]> = {
  commit: ['dataModel.branch.commit'],
  pull: [
    'dataModel.branch.commit',
    'dataModel.branch.mergeToParent',
    'dataModel.branch.mergeToProduction',
    'dataModel.branch.pull',
  ],
  merge: ['dataModel.branch.mergeToParent', 'dataModel.branch.mergeToProduction'],
  mergeToDefault: ['dataModel.branch.mergeToParent', 'dataModel.branch.mergeToProduction', ...rebuilds].sort(),
  deleteBranch: ['dataModel.branch.delete', ...rebuilds],
  setStagingEnvironment: ['dataModel.branch.disableStaging', 'dataModel.branch.enableStaging'],
};

/** Operations that need no guard, because they change no file and no existing branch. */
export const unguarded: Record<string, string> = {
  createBranch: 'creates a branch; the platform refuses an existing name',
  startDevMode: 'forks a branch or selects the dev branch of the session, which the guard checks before each write',
  stopDevMode: 'ends the session; the branch keeps its files, and the guard stops later writes',
};

/** Commands that send a request of the user's own, which may be a write; they ask first. */
export const ownRequests: readonly Entry[] = ['dataModel.api.send', 'dataModel.api.sendNextPage'];

/** Commands that change embed tenants, their groups and their access to workbooks; each is confirmed or selected in a dialog. */
export const embedChanges: readonly Entry[] = [
  'dataModel.embedding.addMembers',
  'dataModel.embedding.changeAccess',
  'dataModel.embedding.createGroup',
  'dataModel.embedding.deleteGroup',
  'dataModel.embedding.deleteTenant',
  'dataModel.embedding.removeMember',
];
/** Operations that change a deployment itself or issue a token of it, and the commands that call them. */
export const deploymentChanges: Record<string, readonly Entry[]> = {
  createDeployment: ['dataModel.deployment.create'],
  advanceCreationStep: ['dataModel.deployment.continueCreation', 'dataModel.deployment.create'],
  resetCreationStep: [
    'dataModel.deployment.continueCreation',
    'dataModel.deployment.create',
    'dataModel.deployment.resetCreation',
  ],
  connectGithub: ['dataModel.deployment.continueCreation', 'dataModel.deployment.create'],
  deleteDeployment: ['dataModel.deployment.delete'],
  setEnvVars: ['dataModel.variable.add', 'dataModel.variable.edit', 'dataModel.variable.import'],
  updateDeployment: ['dataModel.version.change', 'dataModel.version.endHold', 'dataModel.version.hold'],
  createMetaSyncToken: ['dataModel.environment.createToken'],
};

/** Commands that change the workspace of a deployment. */
export const contentChanges: readonly Entry[] = [
  'dataModel.content.changeAddress',
  'dataModel.content.connect',
  'dataModel.content.delete',
  'dataModel.content.disconnect',
  'dataModel.content.duplicate',
  'dataModel.content.markRefreshed',
  'dataModel.content.move',
  'dataModel.content.rename',
];

/** Commands that start or cancel a dbt sync, which changes no file and no existing branch. */
export const dbtChanges: readonly Entry[] = ['dataModel.dbt.cancel', 'dataModel.dbt.start'];

/** Commands that change only local state or the display. Add each new command here or above. */
export const reading = [
  'dataModel.api.copyAsCurl',
  'dataModel.api.open',
  'dataModel.auditLog.export',
  'dataModel.branch.copyName',
  'dataModel.branch.openInWeb',
  'dataModel.build.refresh',
  'dataModel.connection.add',
  'dataModel.connection.remove',
  'dataModel.dashboard.editProfiles',
  'dataModel.content.copyId',
  'dataModel.content.open',
  'dataModel.content.openInWeb',
  'dataModel.content.show',
  'dataModel.dashboard.export',
  'dataModel.dashboard.open',
  'dataModel.dashboard.openApp',
  'dataModel.dashboard.openChat',
  'dataModel.dashboard.openOutside',
  'dataModel.dashboard.previewAs',
  'dataModel.dashboard.refresh',
  'dataModel.dbt.show',
  'dataModel.dbt.openLog',
  'dataModel.dbt.review',
  'dataModel.embedding.openGroup',
  'dataModel.deployment.openSettings',
  'dataModel.environment.copySettings',
  'dataModel.environment.copyUrl',
  'dataModel.folder.bind',
  'dataModel.folder.unbind',
  'dataModel.health.check',
  'dataModel.health.copyReport',
  'dataModel.log.show',
  'dataModel.logs.open',
  'dataModel.logs.stopTail',
  'dataModel.logs.tail',
  'dataModel.map.export',
  'dataModel.map.show',
  'dataModel.map.showLineage',
  'dataModel.model.validate',
  'dataModel.query.compare',
  'dataModel.query.export',
  'dataModel.query.ofMember',
  'dataModel.query.openSql',
  'dataModel.query.run',
  'dataModel.references.show',
  'dataModel.resources.open',
  'dataModel.resources.search',
  'dataModel.review.open',
  'dataModel.review.openChanges',
  'dataModel.review.openDiff',
  'dataModel.sync.history',
  'dataModel.sync.openDiff',
  'dataModel.sync.openMergeEditor',
  'dataModel.sync.refresh',
  'dataModel.sync.review',
  'dataModel.sync.why',
  'dataModel.view.filter',
  'dataModel.view.loadMore',
  'dataModel.view.refresh',
  'dataModel.view.refreshRow',
];
/** Reached through a button that the user presses: it opens dev mode again and repeats the command. */
export const remedies = ['dataModel.sync.refresh', 'ui/sync/conflictActions.ts openMerges.merges: new'];
