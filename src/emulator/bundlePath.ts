/** Finds the bundles of the emulator's processes and threads: next to the running bundle, or in `dist` of the repository. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { emulatorErrors } from './records/emulatorErrors.ts';

/** @throws UserError `bundle-missing` */
export function bundlePath(name: 'compiler.cjs' | 'database.cjs'): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const candidates = [here, path.join(here, '..'), path.join(here, '../../dist')].map((dir) => path.join(dir, name));
  const found = candidates.find((file) => existsSync(file));
  if (found) return found;
  throw emulatorErrors.error('bundle-missing', [name], { where: candidates[0] });
}
