/** The failures of sessions, in English. */

import { errorCatalog } from '../base/errors.ts';

export const sessionErrors = errorCatalog({
  'project-outside-workspace': {
    message: 'The setting “dataModel.project.folder” points outside the workspace folder.',
    action: 'Set it to a path inside the folder, such as “.” or “analytics”.',
  },
  'model-outside-project': {
    message: 'The setting “dataModel.model.folder” points outside the project folder.',
    action: 'Set it to a path inside the project, such as “model”.',
  },
  'not-connected': {
    message: 'There is no connection to a platform.',
    action: 'Connect to a platform, or try it on this machine.',
  },
  /** `{0}`: the connection's id. */
  'no-connection': {
    message: 'There is no connection to {0}.',
    action: 'Connect to the platform, or bind the folder to another deployment.',
  },
  'emulator-stopped': {
    message: 'The local emulator of this folder is stopped.',
    action: 'Start it. Its branches are kept.',
  },
  'folder-not-bound': {
    message: 'The workspace folder is not bound to a deployment.',
    action: 'Bind the folder to a deployment first.',
  },
  'database-not-trusted': {
    message: 'In a folder that is not trusted, no database is opened.',
    action: 'Trust the folder first.',
  },
  'model-not-trusted': {
    message: 'Tests with rows of their own run the code of the model, and this workspace is not trusted.',
    action: 'Trust the workspace, then try again.',
  },
  'no-data-source': {
    message: 'The project has no data source.',
    action: 'Choose a data source, or name the database in the .env file of the project.',
  },
  'no-env-source': {
    message: 'The project has no .env file with CUBEJS_DB_TYPE.',
    action: 'Add one, or choose another data source.',
  },
  'empty-key': { message: 'The key is empty.', action: 'Paste the key from the platform.' },
  /** `{0}`: the connection's label. */
  'key-not-stored': {
    message: 'The key for {0} is not stored on this machine.',
    action: 'Connect to the platform again.',
  },
  /** `{0}`: the connection's label. */
  'no-admin-key': {
    message: '{0} does not report the user of this key as an administrator.',
    action: 'Enter the key of an administrator.',
  },
  /** `{0}`: the connection's label. */
  'admin-key-not-known': {
    message: 'There is no administrator’s key for {0} on this machine.',
    action: 'Enter the key of an administrator.',
  },
  /** `{0}`: the host. */
  'workbooks-need-admin': {
    message: '{0} lists workbooks only to administrators, for each embed tenant.',
    action: 'Sign in with the key of an administrator, or use the dashboards and reports of this view.',
  },
  /** `{0}`: the branch for which dev mode was started. */
  'no-dev-branch': {
    message: 'The platform opened no dev branch for {0}.',
    action: 'Open another branch in dev mode.',
  },
  'no-followed-branch': { message: 'This folder follows no dev branch.', action: 'Open a branch in dev mode first.' },
  'branch-not-gone': {
    message: 'The branch that this folder follows was not deleted.',
    action: 'Compare with the branch to see its state.',
  },
  /** `{0}`: the dev branch. */
  'no-parent-branch': {
    message: 'The parent branch of {0} is not known.',
    action: 'Open the branch in dev mode again.',
  },
  /** `{0}`: the action of the platform. */
  'missing-permission': {
    message: 'You need the permission {0}.',
    action: 'Ask an administrator for it, or use another key.',
  },
  /** `{0}`: the actions that are missing. */
  'missing-permissions': {
    message: 'You need the permissions {0}.',
    action: 'Ask an administrator for them, or use another key.',
  },
  /** `{0}`: the actions of which one is needed. */
  'missing-any-permission': {
    message: 'You need one of the permissions {0}.',
    action: 'Ask an administrator for it, or use another key.',
  },
  'administrators-only': {
    message: 'Only administrators can do this.',
    action: 'Ask an administrator, or connect with an administrator’s key.',
  },
  'no-other-key': { message: 'This connection does not support another key.' },
});
