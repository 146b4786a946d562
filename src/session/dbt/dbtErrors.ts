/** The failures of dbt syncs, in English. */

import { errorCatalog } from '../../base/errors.ts';

export const dbtErrors = errorCatalog({
  'files-gone': {
    message: 'The platform no longer has the generated files: it keeps them for one hour after the sync.',
    action: 'Start the sync again.',
  },
  /** `{0}`: the file; `{1}`: its size as sent and `{2}`: the limit, in MiB. */
  'manifest-too-large': {
    message: '{0} has {1} MiB. The platform accepts manifests of up to {2} MiB.',
    action: 'Sync from the dbt repository, or run “dbt parse” with fewer packages.',
  },
  /** `{0}`: the file. */
  'not-a-manifest': {
    message: '{0} does not contain a JSON object.',
    action: 'Select the manifest.json that “dbt parse” writes to the target folder.',
  },
  /** `{0}`: the path of the generated file. */
  'outside-model': {
    message: '{0} is outside of the model folder {1}.',
    action: 'Copy its content from the comparison if you need it.',
  },
  /** `{0}`: the path. */
  unsaved: { message: '{0} has unsaved changes.', action: 'Save or revert it, then accept again.' },
  /** `{0}`: the path. */
  'not-written': {
    message: '{0} was not written: it has just changed, or another program uses it.',
    action: 'Review the generated files again.',
  },
  /** `{0}`: the path. */
  blocked: {
    message: '{0} was not written: a folder here has its name, or a file the name of its folder.',
    action: 'Rename the folder or the file, then accept again.',
  },
});
