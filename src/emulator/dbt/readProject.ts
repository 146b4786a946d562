/** Reads the dbt project of a bare git repository on this machine. The emulator cannot run dbt, so the manifest must be committed. */

import { findCommit, readFileAt, readUpstream } from '../git/upstream.ts';
import type { SyncPhase } from './syncPhases.ts';
import type { DbtRepository } from './syncRequest.ts';

/** Where dbt writes manifest and catalog, and where projects commit a copy. */
const artifactFolders = ['target/', ''];

/** Runs the work of a phase. */
export type InPhase = <T>(phase: SyncPhase, message: string, work?: () => Promise<T>) => Promise<T>;

interface CommittedArtifacts {
  /** As JSON texts. */
  manifest: string;
  catalog: string | undefined;
}

/** @throws Error with a message for the user */
export async function readProject(
  repository: DbtRepository,
  inPhase: InPhase,
  log: (line: string) => void,
): Promise<CommittedArtifacts> {
  const { name, gitdir, ref } = repository;
  const commit = await inPhase('CREATING_SANDBOX', `Open repository ${name}`, async () => {
    const upstream = await readUpstream(gitdir);
    if (!upstream) throw new Error(`Repository ${name} has no commit`);
    const found = await findCommit(upstream, ref);
    if (found === undefined) throw new Error(`Repository ${name} has no branch or tag '${ref}'`);
    return found;
  });
  const read = async (path: string) => {
    const bytes = await readFileAt(gitdir, commit, path);
    return bytes && Buffer.from(bytes).toString('utf8');
  };
  const at = ref === undefined ? name : `${name} at ${ref}`;
  await inPhase('UPLOADING_PROJECT', `Read ${at}`, async () => {
    if ((await read('dbt_project.yml')) === undefined)
      throw new Error(`${at} is not a dbt project: it has no dbt_project.yml`);
  });
  await inPhase('INSTALLING_DEPENDENCIES', 'Nothing to install: the emulator does not run dbt');
  await inPhase('RUNNING_DBT_DEPS', 'dbt deps is skipped: the committed manifest contains the packages');
  return inPhase('COMPILING_DBT', 'Look for a committed manifest', async () => {
    for (const folder of artifactFolders) {
      const manifest = await read(`${folder}manifest.json`);
      if (manifest === undefined) continue;
      log(`Use ${folder}manifest.json`);
      return { manifest, catalog: await read(`${folder}catalog.json`) };
    }
    throw new Error(
      `The emulator cannot run dbt, and ${at} has neither target/manifest.json nor manifest.json. Run dbt parse and commit the manifest, or start a sync with source manifest`,
    );
  });
}
