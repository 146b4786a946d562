/** The folders of a workspace. Spec: group F. */

import { folderPathOf, foldersOf } from '../../content/folders.ts';
import { canEdit } from '../../content/workbooks.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

export const folderHandlers: Pick<Handlers, 'listFolders'> = {
  listFolders: ({ platform, deployment, caller, query }) => {
    const folders = foldersOf(platform, deployment).map((folder) => ({
      id: folder.id,
      name: folder.name,
      parentId: folder.parentId,
      folderPath: folderPathOf(platform, folder.parentId),
      canEdit: canEdit(caller, folder),
      createdAt: folder.createdAt,
    }));
    return cursorPage(folders, query, ({ id }) => id);
  },
};
