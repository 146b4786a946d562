/** Addresses of documents as paths of files. Clients write the same address in several ways. */

import { fileURLToPath, pathToFileURL } from 'node:url';

const isWindows = process.platform === 'win32';

/** The absolute path of a `file:` URI; undefined for other schemes, and for one that is not a path on this system. */
export function pathOfUri(uri: string, windows = isWindows): string | undefined {
  try {
    const url = new URL(uri);
    if (url.protocol !== 'file:' || url.search !== '' || url.hash !== '') return undefined;
    const path = fileURLToPath(url, { windows });
    if (path.includes('\0')) return undefined;
    return windows ? path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : path;
  } catch {
    return undefined;
  }
}

export function uriOfPath(path: string, windows = isWindows): string {
  return pathToFileURL(path, { windows }).href;
}
