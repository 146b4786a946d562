/** The bundled files of the embedded pages: script, style, fonts and the rasterizer. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../base/errors.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};

export const fontFiles = ['Inter_400Regular.ttf', 'Inter_600SemiBold.ttf'] as const;
const servedFiles = new Set<string>(['page.js', 'style.css', ...fontFiles]);

/** The files are next to the bundle, or in `dist` when this runs from source. */
function findFolder(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const candidates = ['embedded', '../embedded', '../../../dist/embedded'].map((name) => path.join(here, name));
  const found = candidates.find((candidate) => existsSync(path.join(candidate, 'page.js')));
  if (found) return found;
  throw new UserError('The embedded pages are not built.', {
    where: candidates[0]!,
    action: 'Run “npm run build” first.',
  });
}

/** @throws UserError when the pages are not built */
export function assetBytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(path.join(findFolder(), name)) as Promise<Uint8Array<ArrayBuffer>>;
}

/** A file that a page may request; undefined for any other name. */
export async function servedAsset(name: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | undefined> {
  if (!servedFiles.has(name)) return undefined;
  return { bytes: await assetBytes(name), type: contentTypes[path.extname(name)]! };
}
