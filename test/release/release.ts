/**
 * `npm run release:dry [-- --target linux-x64] [--tag v0.2.0]`: everything of a release but the upload. Writes to dist a VSIX for
 * any system and one for each system, or for one target only, the list of the packages in it (sbom.cdx.json), the checksums, and
 * the release notes. Fails if the address of the repository is not set.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf, UserError } from '../../src/base/errors.ts';
import { repository } from '../vscode/locations.ts';
import {
  databaseSystems,
  isPreRelease,
  packagedCommit,
  packageExtension,
  type Target,
} from '../vscode/packageExtension.ts';
import { runProgram } from '../vscode/process/runProgram.ts';
import { checkPackage } from './checkPackage.ts';
import { releaseNotes } from './releaseNotes.ts';
import { linksTo, placeholder, repositoryAddress } from './repositoryAddress.ts';

const dist = path.join(repository, 'dist');
const name = 'data-model-workbench';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sumOf(file: string): string {
  const sum = createHash('sha256')
    .update(readFileSync(path.join(dist, file)))
    .digest('hex');
  return `${sum}  ${file}\n`;
}

const allTargets: readonly (Target | 'universal')[] = ['universal', ...(Object.keys(databaseSystems) as Target[])];

function readTargets(value: string | undefined): readonly (Target | 'universal')[] {
  if (value === undefined) return allTargets;
  const target = allTargets.find((each) => each === value);
  if (!target) throw new UserError(`--target: “${value}” is not one of ${allTargets.join(', ')}.`);
  return [target];
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { target: { type: 'string' }, tag: { type: 'string' } } });
  const targets = readTargets(values.target);
  const address = repositoryAddress();
  const { version } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as { version: string };
  if (values.tag !== undefined && values.tag !== `v${version}`) {
    throw new UserError(`The tag ${values.tag} does not belong to version ${version} of package.json.`);
  }
  const notes = releaseNotes(readFileSync(path.join(repository, 'CHANGELOG.md'), 'utf8'), version);
  if (values.tag !== undefined && notes.unreleased) {
    throw new UserError(`CHANGELOG.md has no section “## ${version}”.`, { action: 'Rename “## Unreleased”.' });
  }

  const commit = await packagedCommit();
  const env = { ...process.env, SOURCE_DATE_EPOCH: commit.time };
  await runProgram(process.execPath, ['esbuild.mjs', '--quiet', '--production', '--sbom'], { cwd: repository, env });
  for (const file of readdirSync(dist)) if (/-\d.*\.vsix$/.test(file)) rmSync(path.join(dist, file));

  const links = linksTo(address, commit.id);
  const findings: string[] = [];
  const files: string[] = [];
  for (const target of targets) {
    const file = target === 'universal' ? `${name}-${version}.vsix` : `${name}-${target}-${version}.vsix`;
    await packageExtension(path.join(dist, file), target, address);
    const report = checkPackage(path.join(dist, file), links);
    findings.push(...report.findings.map((finding) => `${file}: ${finding}`));
    files.push(file);
    say(`${file}: ${(report.bytes / 1e6).toFixed(1)} MB, ${report.links} links, ${report.pictures} pictures`);
  }
  writeFileSync(path.join(dist, 'SHA256SUMS'), [...files, 'sbom.cdx.json'].map(sumOf).join(''));
  writeFileSync(path.join(dist, 'release-notes.md'), notes.text);
  say(`sbom.cdx.json, SHA256SUMS and release-notes.md: in dist, of commit ${commit.id}`);
  say(`Version ${version} is a ${isPreRelease(version) ? 'pre-release' : 'release'}.`);
  if (findings.length > 0) throw new UserError(`This cannot be published:\n${findings.join('\n')}`);
  if (address === placeholder) {
    throw new UserError('The address of the repository is not set, so links and pictures lead nowhere.', {
      action: 'Set REPOSITORY_URL, such as https://HOST/OWNER/NAME.',
    });
  }
  const missing = allTargets.filter((target) => !targets.includes(target));
  if (missing.length > 0) {
    say(`Not built and not checked: the packages for ${missing.join(', ')}. Run without --target for a release.`);
  } else say('Everything but the upload is done. Pushing the tag makes the release workflow upload the same bytes.');
  say('Packages are checked, not started: the databases in those of other systems have not run here.');
}

main().catch((failure: unknown) => {
  process.stderr.write(`${messageOf(failure)}\n`);
  process.exitCode = 1;
});
