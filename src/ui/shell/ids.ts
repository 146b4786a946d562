/** The ids that package.json and the code share. A test compares this file with package.json. */

export const commandIds = [
  'dataModel.emulator.start',
  'dataModel.connection.add',
  'dataModel.connection.remove',
  'dataModel.folder.bind',
  'dataModel.folder.unbind',
  'dataModel.deployments.refresh',
  'dataModel.deployments.filter',
  'dataModel.deployments.clearFilter',
  'dataModel.deployments.loadMore',
  'dataModel.branch.create',
  'dataModel.branch.openDevMode',
  'dataModel.branch.leaveDevMode',
  'dataModel.branch.pull',
  'dataModel.branch.commit',
  'dataModel.branch.mergeToParent',
  'dataModel.branch.mergeToProduction',
  'dataModel.branch.delete',
  'dataModel.branch.enableStaging',
  'dataModel.branch.disableStaging',
  'dataModel.branch.openInWeb',
  'dataModel.branch.copyName',
  'dataModel.environment.copyUrl',
  'dataModel.environment.copySettings',
  'dataModel.environment.createToken',
  'dataModel.deployment.create',
  'dataModel.deployment.continueCreation',
  'dataModel.deployment.resetCreation',
  'dataModel.deployment.build',
  'dataModel.deployment.openSettings',
  'dataModel.deployment.delete',
  'dataModel.variable.add',
  'dataModel.variable.edit',
  'dataModel.variable.import',
  'dataModel.version.change',
  'dataModel.version.hold',
  'dataModel.version.endHold',
  'dataModel.auditLog.export',
  'dataModel.sync.refresh',
  'dataModel.sync.review',
  'dataModel.sync.push',
  'dataModel.sync.pull',
  'dataModel.sync.openDiff',
  'dataModel.sync.openMergeEditor',
  'dataModel.sync.takeLocal',
  'dataModel.sync.takeRemote',
  'dataModel.sync.keepBoth',
  'dataModel.sync.why',
  'dataModel.sync.restore',
  'dataModel.sync.history',
  'dataModel.review.open',
  'dataModel.review.openDiff',
  'dataModel.review.openChanges',
  'dataModel.review.discard',
  'dataModel.model.validate',
  'dataModel.build.refresh',
  'dataModel.logs.open',
  'dataModel.logs.tail',
  'dataModel.logs.stopTail',
  'dataModel.dashboard.open',
  'dataModel.dashboard.openApp',
  'dataModel.dashboard.openChat',
  'dataModel.dashboard.refresh',
  'dataModel.dashboard.openOutside',
  'dataModel.dashboard.export',
  'dataModel.dashboard.previewAs',
  'dataModel.dashboard.editProfiles',
  'dataModel.content.refresh',
  'dataModel.content.show',
  'dataModel.content.loadMore',
  'dataModel.content.open',
  'dataModel.content.openInWeb',
  'dataModel.content.copyId',
  'dataModel.content.rename',
  'dataModel.content.move',
  'dataModel.content.duplicate',
  'dataModel.content.delete',
  'dataModel.content.connect',
  'dataModel.content.changeAddress',
  'dataModel.content.markRefreshed',
  'dataModel.content.disconnect',
  'dataModel.resources.refresh',
  'dataModel.resources.loadMore',
  'dataModel.embedding.refresh',
  'dataModel.embedding.loadMore',
  'dataModel.embedding.createGroup',
  'dataModel.embedding.openGroup',
  'dataModel.embedding.deleteGroup',
  'dataModel.embedding.addMembers',
  'dataModel.embedding.removeMember',
  'dataModel.embedding.changeAccess',
  'dataModel.embedding.deleteTenant',
  'dataModel.dbt.start',
  'dataModel.dbt.cancel',
  'dataModel.dbt.openLog',
  'dataModel.dbt.review',
  'dataModel.dbt.accept',
  'dataModel.dbt.acceptAll',
  'dataModel.dbt.refresh',
  'dataModel.dbt.filter',
  'dataModel.dbt.chooseDeployment',
  'dataModel.dbt.loadMore',
  'dataModel.api.open',
  'dataModel.api.send',
  'dataModel.api.sendNextPage',
  'dataModel.api.copyAsCurl',
  'dataModel.references.show',
  'dataModel.health.check',
  'dataModel.health.copyReport',
  'dataModel.map.show',
  'dataModel.map.showLineage',
  'dataModel.map.export',
  'dataModel.query.run',
  'dataModel.query.ofMember',
  'dataModel.query.compare',
  'dataModel.query.export',
  'dataModel.query.openSql',
  'dataModel.status.show',
  'dataModel.log.show',
] as const;
export type CommandId = (typeof commandIds)[number];

export const viewContainerId = 'dataModel';
export const viewIds = [
  'dataModel.deployments',
  'dataModel.content',
  'dataModel.resources',
  'dataModel.embedding',
  'dataModel.dbtSyncs',
] as const;
/** View type of dashboard tabs. */
export const panelType = 'dataModel.dashboard';
/** View type of model maps. */
export const mapPanelType = 'dataModel.map';
/** View type of the results of queries. */
export const queryPanelType = 'dataModel.query';

/** The files with tests of a model. */
export const testPattern = '**/*.test.{yml,yaml}';
/** View type of the review before a commit or merge. */
export const reviewPanelType = 'dataModel.review';
export type ViewId = (typeof viewIds)[number];

/** The type of each setting. `settings.ts` reads them. */
export interface SettingTypes {
  'dataModel.platform.url': string;
  'dataModel.deployment.id': string | number;
  'dataModel.project.folder': string;
  'dataModel.model.folder': string;
  'dataModel.sync.pushOnSave': boolean;
  'dataModel.validate.onSave': boolean;
  /** `parent` or `branch`. */
  'dataModel.quickDiff.compareWith': string;
  'dataModel.logs.pollSeconds': number;
  'dataModel.dashboard.publicId': string;
  'dataModel.dashboard.mode': string;
  'dataModel.dashboard.embedTenant': string;
  /** Preview profiles by name. */
  'dataModel.dashboard.profiles': Readonly<Record<string, unknown>>;
  'dataModel.dashboard.messagePrefix': string;
  'dataModel.dashboard.refreshOnSave': boolean;
  'dataModel.dashboard.followDrilldown': boolean;
  'dataModel.rename.keepViewNames': boolean;
  'dataModel.codeLens.enabled': boolean;
  'dataModel.codeLens.query': boolean;
  'dataModel.inlayHints.enabled': boolean;
}
export type SettingId = keyof SettingTypes;
export const settingDefaults: SettingTypes = {
  'dataModel.platform.url': '',
  'dataModel.deployment.id': '',
  'dataModel.project.folder': '.',
  'dataModel.model.folder': 'model',
  'dataModel.sync.pushOnSave': true,
  'dataModel.validate.onSave': true,
  'dataModel.quickDiff.compareWith': 'parent',
  'dataModel.logs.pollSeconds': 5,
  'dataModel.dashboard.publicId': '',
  'dataModel.dashboard.mode': 'signed',
  'dataModel.dashboard.embedTenant': '',
  'dataModel.dashboard.profiles': {},
  'dataModel.dashboard.messagePrefix': 'svc',
  'dataModel.dashboard.refreshOnSave': true,
  'dataModel.dashboard.followDrilldown': true,
  'dataModel.rename.keepViewNames': false,
  'dataModel.codeLens.enabled': true,
  'dataModel.codeLens.query': true,
  'dataModel.inlayHints.enabled': false,
};

/** The type of each context key. `contextKeys.ts` sets them. */
export interface ContextKeyTypes {
  /** At least one connection exists. */
  'dataModel.connected': boolean;
  /** A workspace folder is bound to a deployment. */
  'dataModel.bound': boolean;
  /** A dev branch is open for a bound folder. */
  'dataModel.devMode': boolean;
  /** The deployments tree is filtered. */
  'dataModel.filtered': boolean;
  /** Logs are followed. */
  'dataModel.tailing': boolean;
  /** A view has nothing for the user. */
  'dataModel.hidden.content': boolean;
  'dataModel.hidden.resources': boolean;
  'dataModel.hidden.embedding': boolean;
  'dataModel.hidden.dbtSyncs': boolean;
}
export type ContextKeyId = keyof ContextKeyTypes;
export const contextKeyIds: readonly ContextKeyId[] = [
  'dataModel.connected',
  'dataModel.bound',
  'dataModel.devMode',
  'dataModel.filtered',
  'dataModel.tailing',
  'dataModel.hidden.content',
  'dataModel.hidden.resources',
  'dataModel.hidden.embedding',
  'dataModel.hidden.dbtSyncs',
];

/** Theme colors that the extension contributes. */
export const colorIds = [
  'dataModel.changedResourceForeground',
  'dataModel.incomingResourceForeground',
  'dataModel.conflictResourceForeground',
] as const;
export type ColorId = (typeof colorIds)[number];

export const authenticationProviderId = 'data-model-workbench';
/** URI scheme of read-only documents. `readOnlyDocuments.ts` lists their kinds. */
export const documentScheme = 'data-model';
/** URI scheme of resources. Without a hyphen, because patterns of JSON schemas allow none in a scheme. */
export const resourceScheme = 'datamodelresource';
