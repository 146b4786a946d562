/** Part of `npm run check`: measures the code base against the limits of `codeRules.ts` and prints its numbers. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { staleManifest } from '../ui/manifest/generateManifest.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';
import {
  bannedWordsIn,
  folderCycles,
  largeFolders,
  limits,
  lineCount,
  longFiles,
  medianLines,
  otherDoors,
  rawOutput,
} from './codeRules.ts';
import { forbiddenImports, importCycles } from './importRules.ts';

const skipped = [
  'test/vscode/tool',
  'test/database/driver/installed',
  'test/cli/mcp/publicPrograms',
  'test/model/fixtures',
];
/** These name the banned words. */
const lists = ['test/house/codeRules.ts', 'test/house/codeRules.test.ts'];
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'package.nls.json', 'docs', 'l10n'];

function below(folder: string): string[] {
  return filesBelow(path.join(repository, folder), (name) => skipped.includes(`${folder}/${name}`)).map(
    (name) => `${folder}/${name}`,
  );
}

function read(files: readonly string[]): Map<string, string> {
  return new Map(files.map((file) => [file, readFileSync(path.join(repository, file), 'utf8')]));
}

const allFiles = ['src', 'test', 'build'].flatMap(below);
const code = read(allFiles.filter((file) => /\.(ts|mts|mjs|cjs|css|py)$/.test(file)));
const texts = read(documents.flatMap((name) => (path.extname(name) === '' ? below(name) : [name])));
const sources = new Map(
  [...code].filter(([file]) => /^src\/.*\.m?[tj]s$/.test(file)).map(([file, text]) => [file.slice(4), text]),
);

const median = medianLines(code);
const findings = [
  ...longFiles(code),
  ...(median > limits.medianLines ? [`The median file has ${median} lines; the limit is ${limits.medianLines}`] : []),
  ...largeFolders(allFiles),
  ...forbiddenImports(sources),
  ...importCycles(sources),
  ...folderCycles(sources),
  ...rawOutput(sources),
  ...otherDoors(sources),
  ...staleManifest(),
  ...bannedWordsIn(new Map([...code, ...texts].filter(([file]) => !lists.includes(file)))),
];
const longest = Math.max(...[...code.values()].map(lineCount));
console.log(`${code.size} files: median ${median} lines, longest ${longest}; ${findings.length} findings`);
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
