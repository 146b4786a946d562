/**
 * `npm run package`: writes what `.vscodeignore` allows to a VSIX. Packages a copy of these files, because the packaging tool
 * compares every file of its folder with every pattern, and this repository can contain a whole VS Code.
 */

import { cp, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../../src/base/errors.ts';
import { repository, vsix } from './locations.ts';
import { runProgram } from './process/runProgram.ts';
import { temporaryFolder } from './process/temporaryFolder.ts';

const packager = path.join(repository, 'node_modules/@vscode/vsce/vsce');

/** Names at the top of the repository that contain allowed files. */
async function allowedNames(): Promise<Set<string>> {
  const rules = (await readFile(path.join(repository, '.vscodeignore'), 'utf8')).split(/\r?\n/);
  const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1).split('/')[0]!);
  return new Set(['.vscodeignore', ...allowed]);
}

async function hasRepository(): Promise<boolean> {
  const manifest = JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8')) as {
    repository?: unknown;
  };
  return manifest.repository !== undefined;
}

/** Writes the built extension to `file` as a VSIX. */
export async function packageExtension(file: string): Promise<void> {
  const stage = temporaryFolder('package');
  try {
    for (const name of await allowedNames()) {
      await cp(path.join(repository, name), path.join(stage.path, name), {
        recursive: true,
        filter: (source) => !source.endsWith('.map'),
      });
    }
    const args = ['--no-dependencies'];
    // The packager makes README's links absolute by the address of the repository.
    if (!(await hasRepository())) args.push('--allow-missing-repository', '--no-rewrite-relative-links');
    const packed = path.join(path.dirname(file), `.${process.pid}.vsix`);
    args.push('--out', packed);
    await runProgram(process.execPath, [packager, 'package', ...args], { cwd: stage.path });
    // Readers never see an incomplete file.
    await rename(packed, file);
  } finally {
    stage.remove();
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  packageExtension(vsix).catch((failure: unknown) => {
    process.stderr.write(`${messageOf(failure)}\n`);
    process.exitCode = 1;
  });
}
