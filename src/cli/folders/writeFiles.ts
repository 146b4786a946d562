/** Writes and deletes files: all of them, or none. */

import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../base/errors.ts';
import { makeFolder } from '../../base/files/makeFolder.ts';

export interface WrittenFile {
  path: string;
  /** Undefined: the file is deleted. */
  content: string | undefined;
  /** The content that it replaces; undefined: there is no file yet. */
  replaces?: string;
}

/** @throws UserError if a file changed in the meantime; the error of the system, for example because a file exists by now */
export async function writeFiles(files: readonly WrittenFile[]): Promise<void> {
  const temporaryOf = (file: string) => `${file}.${process.pid}.new`;
  const done: WrittenFile[] = [];
  try {
    for (const { path: file, content, replaces } of files) {
      if (content === undefined) continue;
      await makeFolder(path.dirname(file));
      const mode = replaces === undefined ? {} : { mode: (await stat(file)).mode };
      await writeFile(temporaryOf(file), content, { flag: 'wx', ...mode });
    }
    for (const one of files) {
      const { path: file, content, replaces } = one;
      if (replaces !== undefined && (await readFile(file, 'utf8')) !== replaces) {
        throw new UserError(`${file} was changed in the meantime. Run the command again.`);
      }
      // Unlike a rename, a link replaces no file.
      if (content === undefined) await rm(file);
      else await (replaces === undefined ? link : rename)(temporaryOf(file), file);
      done.push(one);
    }
  } catch (failure) {
    for (const { path: file, replaces } of done) {
      await (replaces === undefined ? rm(file, { force: true }) : writeFile(file, replaces));
    }
    throw failure;
  } finally {
    await Promise.all(files.map(({ path: file }) => rm(temporaryOf(file), { force: true })));
  }
}
