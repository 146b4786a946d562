/** dist/THIRD-PARTY-NOTICES.md: every package of which a shipped bundle holds a part, with its licence. Made from what the bundler says it took in. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package an input belongs to, as in `node_modules/a/node_modules/@b/c`; undefined for our own files. */
function packageFolder(input) {
  return /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.replaceAll('\\', '/'))?.[1];
}

/** `outputs` of the metafiles of the shipped bundles → the packages that have bytes in them, by name and version. */
function packagesOf(metafiles) {
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

function licenceFile(folder) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)([._-]|$)/i.test(name));
  const texts = names.sort().map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
  return texts.join('\n\n');
}

function addressOf({ repository, homepage }) {
  const address = (typeof repository === 'string' ? repository : repository?.url) ?? homepage ?? '';
  const path = address.replace(/^.*\bgithub(\.com)?[/:]/, '').replace(/\.git$/, '');
  return /^[^/:]+\/[^/:]+$/.test(path) ? `https://github.com/${path}` : address;
}

function authorOf({ author, contributors }) {
  const one = author ?? contributors?.[0];
  return typeof one === 'string' ? one.replace(/\s*[<(].*$/, '') : one?.name;
}

/** The whole file. Equal licence texts are printed once. @throws Error for a package that names no licence at all. */
export function thirdPartyNotices(metafiles) {
  const packages = packagesOf(metafiles);
  const texts = new Map();
  const rows = packages.map((about) => {
    const licence =
      typeof about.license === 'object' ? about.license.type : (about.license ?? about.licenses?.[0]?.type);
    const text = existsSync(about.folder) ? licenceFile(about.folder) : '';
    if (!licence && !text) throw new Error(`${about.name} ${about.version} names no licence.`);
    if (text) texts.set(text, [...(texts.get(text) ?? []), about.name]);
    return `| ${about.name} | ${about.version} | ${licence ?? 'see below'} | ${authorOf(about) ?? ''} | ${addressOf(about)} |`;
  });
  const sections = [...texts].map(
    ([text, names]) => `## ${[...new Set(names)].join(', ')}\n\n\`\`\`text\n${text}\n\`\`\`\n`,
  );
  return [
    '# Third-party notices\n',
    'Data Model Workbench contains parts of these packages. This list is made by `npm run package` from what the bundles hold.\n',
    '| package | version | licence | author | source |\n| --- | --- | --- | --- | --- |',
    `${rows.join('\n')}\n`,
    ...sections,
  ].join('\n');
}
