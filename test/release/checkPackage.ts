/** What a marketplace and its readers need of a VSIX: links and pictures that lead somewhere, the fields of its page, its size. */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import MarkdownIt from 'markdown-it';
import { anchorsOf } from '../house/anchors.ts';
import { repository } from '../vscode/locations.ts';
import type { RepositoryLinks } from './repositoryAddress.ts';

/** The size of a package without the emulator's database. */
const maxBytes = 8_000_000;
const pages = ['extension/readme.md', 'extension/changelog.md'];

interface Target {
  kind: 'link' | 'picture';
  address: string;
}

function targetsOf(text: string): Target[] {
  const tokens = new MarkdownIt().parse(text, {}).flatMap(({ children }) => children ?? []);
  return tokens.flatMap((token): Target[] => {
    if (token.type === 'link_open') return [{ kind: 'link', address: token.attrGet('href')! }];
    if (token.type === 'image') return [{ kind: 'picture', address: token.attrGet('src')! }];
    return [];
  });
}

/** Why a reader of the page would not get to the target; undefined if it is there, or on a host that is not ours. */
function brokenTarget({ kind, address }: Target, text: string, { content, pictures }: RepositoryLinks) {
  if (address.startsWith('#')) {
    return anchorsOf(text).has(decodeURIComponent(address.slice(1))) ? undefined : 'no such heading';
  }
  if (!address.startsWith('https://')) return 'not an https address';
  const base = `${kind === 'picture' ? pictures : content}/`;
  if (!address.startsWith(base)) return undefined;
  const [file = '', anchor] = decodeURI(address.slice(base.length)).split('#', 2);
  const local = path.join(repository, file);
  if (!existsSync(local)) return 'no such file in the repository';
  if (kind === 'picture' && !/\.(?:png|gif|jpe?g)$/.test(file)) return 'not a picture that marketplaces show';
  if (anchor === undefined) return undefined;
  return anchorsOf(readFileSync(local, 'utf8')).has(anchor) ? undefined : 'no such heading in that file';
}

export interface PackageReport {
  /** What has to be corrected. */
  findings: string[];
  links: number;
  pictures: number;
  bytes: number;
}

/** @param links what README's links and the fields of package.json must be */
export function checkPackage(file: string, links: RepositoryLinks): PackageReport {
  const content = readFileSync(file);
  const entries = unzipSync(content);
  const findings: string[] = [];
  const counts = { link: 0, picture: 0 };
  for (const page of pages) {
    const text = strFromU8(entries[page]!);
    for (const target of targetsOf(text)) {
      counts[target.kind]++;
      const reason = brokenTarget(target, text, links);
      if (reason !== undefined) findings.push(`${page}: ${target.kind} ${target.address}: ${reason}`);
    }
  }
  const manifest = JSON.parse(strFromU8(entries['extension/package.json']!)) as Record<string, unknown>;
  for (const [field, value] of Object.entries(links.fields)) {
    if (JSON.stringify(manifest[field]) !== JSON.stringify(value)) findings.push(`package.json: ${field}`);
  }
  for (const field of ['galleryBanner', 'categories', 'keywords', 'icon', 'license']) {
    if (!(field in manifest)) findings.push(`package.json: ${field} is missing`);
  }
  for (const name of Object.keys(entries)) {
    if (/\.(?:map|ts|env)$/.test(name)) findings.push(`${name} does not belong into a package`);
  }
  const hasDatabase = Object.keys(entries).some((name) => name.endsWith('.node'));
  if (!hasDatabase && content.length > maxBytes)
    findings.push(`The package has ${content.length} bytes, over ${maxBytes}`);
  return { findings, links: counts.link, pictures: counts.picture, bytes: content.length };
}
