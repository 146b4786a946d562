/** What the status of a build means. Loaded at activation, so it imports no schema. */

import type { BuildStatus } from '../contract/deployments/runtime.ts';

type BuildResult = 'built' | 'failed' | 'cancelled' | 'stopped' | 'none' | 'inactive';

const inactivePattern = /bad branch|branch is not active/i;

/** Whether the platform does not know the branch. It answers that such a branch is building. */
export function isUnknownBranch({ errorText }: BuildStatus): boolean {
  return /bad branch/i.test(errorText ?? '');
}

/** How a build ended, or undefined while it runs. An unknown status counts as running; an unknown branch is recognised by its error text. */
export function buildResultOf({ status, errorText }: BuildStatus): BuildResult | undefined {
  if (errorText && inactivePattern.test(errorText)) return 'inactive';
  switch (status) {
    case 'built':
    case 'failed':
    case 'cancelled':
    case 'stopped':
    case 'none':
      return status;
    // The runtime of a dev branch compiles without a build.
    case 'dev_mode':
      return 'built';
    default:
      return undefined;
  }
}
