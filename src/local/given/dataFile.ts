/** Reads a data file that a test names. It is in the project, also behind symbolic links. */

import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../base/errors.ts';

const maxBytes = 10_000_000;

/** @param name relative to the folder of `testFile`, which is relative to the project. @throws UserError */
export async function readDataFile(projectFolder: string, testFile: string, name: string): Promise<string> {
  const root = await realpath(projectFolder);
  const asked = path.resolve(root, path.dirname(testFile), name.replaceAll('\\', '/'));
  const isInside = (file: string) => file.startsWith(`${root}${path.sep}`);
  const outside = () => new UserError(`${name} is outside of the project. A test reads only files of its project.`);
  if (path.isAbsolute(name) || !isInside(asked)) throw outside();
  const real = await realpath(asked).catch(() => undefined);
  if (real === undefined) throw new UserError(`There is no file ${name}. The path is relative to the test file.`);
  if (!isInside(real)) throw outside();
  const handle = await open(real);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new UserError(`${name} is not a file.`);
    if (stats.size > maxBytes) throw new UserError(`${name} has more than ${maxBytes / 1e6} MB.`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
