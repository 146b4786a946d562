import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../vscode/locations.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(path.join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The anchor that hosts make from a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)));
}

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
