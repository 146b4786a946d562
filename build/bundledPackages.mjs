/** The packages of which a shipped bundle holds a part, by what the bundler says it took in. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package an input belongs to, as in `node_modules/a/node_modules/@b/c`; undefined for our own files. */
function packageFolder(input) {
  return /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.replaceAll('\\', '/'))?.[1];
}

/** `outputs` of the metafiles of the shipped bundles → the packages that have bytes in them, by name and version. */
export function packagesOf(metafiles) {
  const folders = new Set();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = packageFolder(input);
        if (folder && bytesInOutput > 0) folders.add(folder);
      }
    }
  }
  const packages = new Map();
  for (const folder of folders) {
    const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    packages.set(`${about.name} ${about.version}`, { ...about, folder });
  }
  return [...packages.values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
}

/** The name of the licence in package.json; undefined if it names none. */
export function licenseOf({ license, licenses }) {
  return typeof license === 'object' ? license.type : (license ?? licenses?.[0]?.type);
}
