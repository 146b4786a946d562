/** Where the lock of a synced folder is: the same place for every program of a user, wherever it stores its state. */

import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { foldName } from '../sync/plan/names.ts';
import { hashOf } from '../sync/plan/tree.ts';
import { type Disk, isAbsent, isBusy } from './disk.ts';
import { defaultStateFolder } from './stateFolder.ts';

/** Independent of variables and settings that an editor and a terminal may have different values of. */
function candidates(): string[] {
  const home = join(defaultStateFolder({}), 'locks');
  if (process.platform === 'win32') return [home, join(tmpdir(), 'data-model-workbench', 'locks')];
  return [home, join('/tmp', `data-model-workbench-${userInfo().uid}`, 'locks')];
}

/** The first writable folder: a home folder may be read-only or missing. undefined: none is writable. */
export async function userLockFolder(
  disk: Disk,
  newId: () => string,
  folders: readonly string[] = candidates(),
): Promise<string | undefined> {
  for (const folder of folders) {
    const probe = join(folder, `probe-${newId()}`);
    try {
      await disk.makeFolder(folder);
      await disk.create(probe, new Uint8Array(), { sync: false });
      await disk.remove(probe);
      return folder;
    } catch (failure) {
      const isReadOnly = (failure as { code?: unknown }).code === 'EROFS';
      if (!isReadOnly && !isBusy(failure) && !isAbsent(failure)) throw failure;
    }
  }
  return undefined;
}

/** The folder of one lock. `root` has no symbolic links; some systems find it in any case and Unicode form. */
export function lockFolderOf(root: string, userFolder: string): string {
  return join(userFolder, hashOf(Buffer.from(foldName(root))).slice(0, 16));
}
