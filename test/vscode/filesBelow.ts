/** Lists files without git, which may be missing on a new machine. */

import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Returns the paths of all files below `folder`, relative to it, with `/`. Leaves out folders for which `skip` returns true. */
export function filesBelow(folder: string, skip: (relative: string) => boolean = () => false): string[] {
  const found: string[] = [];
  const visit = (relative: string) => {
    for (const entry of readdirSync(path.join(folder, relative), { withFileTypes: true })) {
      const name = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (!entry.isDirectory()) found.push(name);
      else if (!skip(name)) visit(name);
    }
  };
  visit('');
  return found.sort();
}
