/** User settings for a VS Code that tests or `npm start` open. */

/** Without updates, prompts, experiments, telemetry or requests to other machines. */
const quietSettings: Readonly<Record<string, unknown>> = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  // On in the web build, off in the desktop editor. Tests and users decide when a file is saved.
  'files.autoSave': 'off',
  'npm.fetchOnlinePackageInfo': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.settings.enableNaturalLanguageSearch': false,
  'workbench.startupEditor': 'none',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

export const testSettings: Readonly<Record<string, unknown>> = {
  ...quietSettings,
  'editor.accessibilitySupport': 'off',
  'git.enabled': false,
  'window.commandCenter': false,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are VS Code's own variables.
  'window.title': '${dirty}${activeEditorShort}${separator}${rootName}',
  // A click on the icon of the open container would close the side bar.
  'workbench.activityBar.iconClickBehavior': 'focus',
  'workbench.tips.enabled': false,
};

/** For the window that `npm start` opens. */
export const startSettings: Readonly<Record<string, unknown>> = {
  ...quietSettings,
  // The folder may be in a repository that is not about the model.
  'git.openRepositoryInParentFolders': 'never',
  // The emulator and the debug ports of this machine would be announced, each with a toast.
  'remote.autoForwardPorts': false,
  // The web build is light by default, also on a dark desktop.
  'window.autoDetectColorScheme': true,
};
