import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../vscode/locations.ts';
import { anchorsOf } from './anchors.ts';

const pages = [
  ...readdirSync(repository).filter((name) => name.endsWith('.md')),
  ...['docs', 'editors'].flatMap((folder) =>
    readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** The targets of links and pictures, without the code of the page. */
function targetsOf(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));
}

describe('README and docs', () => {
  it('have links to files and headings that exist', () => {
    const broken: string[] = [];
    let count = 0;
    for (const page of pages) {
      const text = readFileSync(path.join(repository, page), 'utf8');
      for (const target of targetsOf(text)) {
        count++;
        const [file = '', anchor] = target.split('#', 2);
        const linked = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
        const absolute = path.join(repository, linked);
        if (!existsSync(absolute)) broken.push(`${page}: ${target}`);
        else if (anchor !== undefined && !anchorsOf(readFileSync(absolute, 'utf8')).has(anchor))
          broken.push(`${page}: ${target}`);
      }
    }
    assert.deepEqual(broken, []);
    assert.ok(count > 30, `only ${count} links were found`);
  });

  it('begin with a README of at most 9 kB', () => {
    assert.ok(statSync(path.join(repository, 'README.md')).size <= 9000);
  });
});
