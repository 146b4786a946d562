/** dist/THIRD-PARTY-NOTICES.md: every package of which a shipped bundle holds a part, with its licence. Made from what the bundler says it took in. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenseOf, packagesOf } from './bundledPackages.mjs';

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
    const licence = licenseOf(about);
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
