/** A folder host without unsaved files or merges, which stores the branch in `memory`. */

import type { FolderHost } from '../../src/session/folderSession.ts';

export function fakeFolderHost(
  overrides: Partial<FolderHost> = {},
  memory: { branch: string | undefined } = { branch: undefined },
): FolderHost {
  return {
    isDirty: () => false,
    branch: {
      read: () => memory.branch,
      write: async (branchName) => {
        memory.branch = branchName;
      },
    },
    pushOnSave: () => true,
    validateOnSave: () => true,
    ...overrides,
  };
}
