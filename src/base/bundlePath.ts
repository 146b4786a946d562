/** Finds the bundles of child processes: next to the running bundle, or in `dist` of the repository. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCatalog } from './errors.ts';

const bundleErrors = errorCatalog({
  'bundle-missing': {
    message: 'The file {0} is not built.',
    action: 'Run “npm run build” first.',
  },
});

/** @throws UserError `bundle-missing` */
export function bundlePath(
  name: 'compiler.cjs' | 'database.cjs' | 'local.mjs' | 'languageServer.mjs' | 'mcpServer.mjs',
): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const candidates = [here, path.join(here, '..'), path.join(here, '../../dist')].map((dir) => path.join(dir, name));
  const found = candidates.find((file) => existsSync(file));
  if (found) return found;
  throw bundleErrors.error('bundle-missing', [name], { where: candidates[0] });
}
