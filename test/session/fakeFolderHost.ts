/** An editor that a folder's session asks: nothing unsaved, no merge, and it remembers the branch in `memory`. */

import type { FolderHost } from '../../src/session/folderSession.ts';

export function fakeFolderHost(
  over: Partial<FolderHost> & Pick<FolderHost, 'readText'>,
  memory: { branch: string | undefined } = { branch: undefined },
): FolderHost {
  return {
    isDirty: () => false,
    branch: {
      read: () => memory.branch,
      write: async (name) => {
        memory.branch = name;
      },
    },
    pushOnSave: () => true,
    validateOnSave: () => true,
    ...over,
  };
}
