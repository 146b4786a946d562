/** One dbt sync, phase by phase. */

import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../../base/async.ts';
import { messageOf } from '../../base/errors.ts';
import type { DeploymentState } from '../deployment/deploymentState.ts';
import { commitCubes } from './commitCubes.ts';
import { convertManifest } from './convertManifest.ts';
import type { Manifest } from './manifestSchema.ts';
import { ColumnTypes } from './readCatalog.ts';
import { readManifest, statsOf } from './readManifest.ts';
import { type InPhase, readProject } from './readProject.ts';
import type { RunProgress } from './runProgress.ts';
import type { SyncRequest } from './syncRequest.ts';
import { writeCube } from './writeCube.ts';

const maxWarnings = 500;

/** Every wait ends when `signal` aborts; after that the run does not change. @throws Error with a message for the user */
export async function performSync(
  deployment: DeploymentState,
  progress: RunProgress,
  { source, author }: SyncRequest,
  signal: AbortSignal,
): Promise<void> {
  const { services, repository } = deployment;
  const { run } = progress;
  const inPhase: InPhase = async (phase, message, work) => {
    throwIfAborted(signal);
    progress.start(phase, message);
    const [result] = await Promise.all([work?.(), services.dbtStep(phase, signal)]);
    throwIfAborted(signal);
    return result as never;
  };
  await inPhase(
    'INITIALIZING',
    `Start a sync of ${run.source === 'git' ? 'the dbt repository' : 'the uploaded manifest'}`,
  );
  const given =
    'manifest' in source ? source : await readProject(source.repository, inPhase, (line) => progress.log('info', line));
  const cubes = await inPhase('PROCESSING_MANIFEST', 'Convert the models of the manifest', async () => {
    const committed = 'catalog' in given;
    const manifest = committed ? parseManifest(given.manifest) : given.manifest;
    const types = committed && given.catalog !== undefined ? ColumnTypes.read(given.catalog) : undefined;
    run.stats = statsOf(manifest);
    const { models, sources, macros } = run.stats;
    progress.log('info', `The manifest has ${models} models, ${sources} sources and ${macros} macros`);
    if (types) progress.log('info', 'Types of columns come from the catalog where the manifest has none');
    const converted = convertManifest(manifest, types);
    logWarnings(progress, converted.warnings);
    return converted.cubes;
  });
  const written = await inPhase('WRITING_CUBE_FILES', `Write ${cubes.length} cubes`, async () => {
    const files: { path: string; blob: string }[] = [];
    for (const cube of cubes) {
      const { path, content } = writeCube(cube);
      files.push({ path, blob: await repository.writeFile(Buffer.from(content)) });
      // Other requests are answered between two cubes.
      await setImmediate();
      throwIfAborted(signal);
    }
    return files;
  });
  const { branchName, target } = run;
  await inPhase('FINALIZING', branchName === null ? 'Hold the files for one hour' : `Commit to branch ${branchName}`);
  await deployment.change(async () => {
    throwIfAborted(signal);
    if (branchName === null) run.files = written;
    else {
      const message = `dbt sync: ${written.length} cubes`;
      await commitCubes(deployment, written, { branchName, target, message }, author);
    }
    run.paths = written.map(({ path }) => path);
    progress.end('COMPLETED');
  });
}

/** The log is part of the saved state, so its length is limited. */
function logWarnings(progress: RunProgress, warnings: readonly string[]): void {
  for (const warning of warnings.slice(0, maxWarnings)) progress.log('warning', warning);
  const more = warnings.length - maxWarnings;
  if (more > 0) progress.log('warning', `${more} more warnings are left out`);
}

function parseManifest(text: string): Manifest {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (failure) {
    throw new Error(`The committed manifest is not JSON: ${messageOf(failure)}`);
  }
  return readManifest(document);
}
