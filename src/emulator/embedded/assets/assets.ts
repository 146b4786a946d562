/** The files of the embedded pages: bundled into `dist/embedded`, beside the bundle this runs from or in the repository. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../base/errors.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};

export const letters = ['Inter_400Regular.ttf', 'Inter_600SemiBold.ttf'] as const;
const served = new Set<string>(['page.js', 'style.css', ...letters]);

function folder(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const candidates = [
    path.join(here, 'embedded'),
    path.join(here, '../embedded'),
    path.join(here, '../../../../dist/embedded'),
  ];
  const found = candidates.find((candidate) => existsSync(path.join(candidate, 'page.js')));
  if (found) return found;
  throw new UserError('The embedded pages are not built.', {
    where: candidates[0]!,
    action: 'Run “npm run build” first.',
  });
}

/** @throws UserError when the pages are not built */
export function assetBytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(path.join(folder(), name)) as Promise<Uint8Array<ArrayBuffer>>;
}

/** What a page may ask for by name; undefined for anything else. */
export async function servedAsset(name: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | undefined> {
  if (!served.has(name)) return undefined;
  return { bytes: await assetBytes(name), type: types[path.extname(name)]! };
}
