/** Where the emulator's other processes and threads lie: beside the bundle this runs from, or in `dist` of the repository. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../base/errors.ts';

/** @throws UserError when the repository was not built */
export function bundled(name: 'compiler.cjs' | 'database.cjs'): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const candidates = [here, path.join(here, '..'), path.join(here, '../../dist')].map((dir) => path.join(dir, name));
  const found = candidates.find((file) => existsSync(file));
  if (found) return found;
  throw new UserError(`The emulator's ${name} is not built.`, {
    where: candidates[0] ?? '',
    action: 'Run “npm run build” first.',
  });
}
