/** Writes files that do not exist yet: all of them, or none. */

import { link, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../base/makeFolder.ts';

/** Content by path. @throws the error of the system, for example because a file exists by now */
export async function writeNewFiles(files: ReadonlyMap<string, string>): Promise<void> {
  const remove = (paths: Iterable<string>) => Promise.all([...paths].map((one) => rm(one, { force: true })));
  const fresh = new Map<string, string>();
  const done: string[] = [];
  try {
    for (const [file, content] of files) {
      await makeFolder(path.dirname(file));
      const temporary = `${file}.${process.pid}.new`;
      fresh.set(file, temporary);
      await writeFile(temporary, content, { flag: 'wx' });
    }
    for (const [file, temporary] of fresh) {
      // Unlike a rename, a link replaces no file.
      await link(temporary, file);
      done.push(file);
    }
  } catch (failure) {
    await remove(done);
    throw failure;
  } finally {
    await remove(fresh.values());
  }
}
