/** The ids that package.json and the code share, except those of commands. A test compares this file with package.json. */

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
/** View type of the health of a connection. */
export const healthPanelType = 'dataModel.health';
export const profilePanelType = 'dataModel.profile';
export const whyPanelType = 'dataModel.why';
/** View type of the results of queries. */
export const queryPanelType = 'dataModel.query';

/** The provider of the servers of tools for assistants. */
export const assistantServersId = 'dataModel.assistants';

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
  /** `off`, `read` or `edit`. */
  'dataModel.assistants.access': string;
  /** `full`, `aggregates` or `none`. */
  'dataModel.assistants.rows': string;
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
  'dataModel.assistants.access': 'off',
  'dataModel.assistants.rows': 'aggregates',
};

/** The type of each context key. `contextKeys.ts` sets them. */
export interface ContextKeyTypes {
  /** At least one connection exists. */
  'dataModel.connected': boolean;
  /** A workspace folder is bound to a deployment. */
  'dataModel.bound': boolean;
  /** A workspace folder is bound to an emulator of this machine. */
  'dataModel.boundToEmulator': boolean;
  /** A dev branch is open for a bound folder. */
  'dataModel.devMode': boolean;
  /** A branch that a folder follows was deleted. */
  'dataModel.branchGone': boolean;
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
  'dataModel.boundToEmulator',
  'dataModel.devMode',
  'dataModel.branchGone',
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
/** URI scheme of documents that are not files of the user: scratch queries and API requests. */
export const scratchScheme = 'datamodelscratch';
/** URI scheme of resources. Without a hyphen, because patterns of JSON schemas allow none in a scheme. */
export const resourceScheme = 'datamodelresource';
/** URI scheme of the results of merges. */
export const mergeScheme = 'datamodelmerge';
