import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';

const generated = /(^|\/)(node_modules|dist|artifacts|\.git|\.vscode-test)$/;
const files = filesBelow(repository, (folder) => generated.test(folder)).filter(
  (file) => file !== '.git' && !file.endsWith('.vsix'),
);
const texts = files
  .map((file) => [file, readFileSync(path.join(repository, file), 'utf8')] as const)
  .filter(([, text]) => !text.includes('\0'));

function findings(pattern: RegExp): string[] {
  return texts.flatMap(([file, text]) => [...text.matchAll(pattern)].map(([found]) => `${file}: ${found.trim()}`));
}

describe('repository files', () => {
  it('contain no package registry', () => {
    const hosts = ['registry\\.npmjs\\.', 'registry\\.yarnpkg\\.', '(artifactory|nexus|verdaccio)[\\w.-]*[:/]'];
    const configured = process.env.npm_config_registry;
    if (configured && URL.canParse(configured)) hosts.push(new URL(configured).host.replaceAll('.', '\\.'));
    assert.deepEqual(findings(new RegExp(`(${hosts.join('|')}).*`, 'g')), []);
  });

  it('contain no absolute path of a developer’s machine', () => {
    assert.deepEqual(findings(/(?<![\w.:/{}$*-])\/(root|work|home\/\w+|Users\/\w+)\/\S*/g), []);
    assert.deepEqual(findings(/\b[A-Z]:\\+Users\\+\w+/g), []);
  });

  it('lock packages without their download address', () => {
    const locks = texts.filter(([file]) => file.endsWith('package-lock.json'));
    assert.ok(locks.length >= 2);
    const named = locks.filter(([, text]) => text.includes('"resolved"')).map(([file]) => file);
    assert.deepEqual(named, []);
  });
});
