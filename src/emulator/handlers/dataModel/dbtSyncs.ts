/** dbt syncs. Spec: group D and its rules, “States and transitions”, Limits; notes: “dbt sync”. */

import type * as z from 'zod/mini';
import { largestHistoryPage } from '../../../contract/dataModel/dbtSyncs.ts';
import type { StartDbtSyncInput } from '../../../contract/dataModel/syncSchemas.ts';
import { assertNotOthersBranch, resolveBranch } from '../../branches/devMode.ts';
import type { Manifest } from '../../dbt/manifestSchema.ts';
import { readManifest } from '../../dbt/readManifest.ts';
import type { DbtRepository } from '../../dbt/syncRequest.ts';
import { UnsupportedManifest } from '../../dbt/unsupportedManifest.ts';
import { isBranchName } from '../../git/projectPath.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import { authorOf } from '../../platform/platform.ts';
import type { DbtRunRecord } from '../../records/dbtRecord.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';
import { toLogEntry, toResult, toRun, toStatus } from './syncJson.ts';

type DbtSyncHandlers = Pick<
  Handlers,
  | 'startDbtSync'
  | 'listDbtSyncs'
  | 'getDbtSyncStatus'
  | 'getDbtSyncResult'
  | 'listDbtSyncLogs'
  | 'listDbtSyncFiles'
  | 'cancelDbtSync'
>;

export const dbtSyncHandlers: DbtSyncHandlers = {
  startDbtSync: async ({ deployment, caller, body = {} }) => {
    const source = await sourceOf(deployment, body);
    return deployment.change(async () => {
      const target = resolveBranch(deployment, caller, body.branchName);
      assertNotOthersBranch(caller, target);
      const { id, email } = caller.user;
      const run = deployment.dbtSyncs.start({
        source,
        output: body.output ?? 'branch',
        target: target.name,
        user: { id, email },
        author: authorOf(caller.user),
      });
      return { branchName: run.branchName, syncJobId: run.id, workflowId: `dbt-sync-${run.id}` };
    });
  },

  listDbtSyncs: ({ deployment, query }) => {
    const { status, trigger, first = largestHistoryPage, after } = query;
    const runs = deployment.dbtSyncs.runs.filter(
      (run) => (status ?? run.status) === run.status && (trigger ?? run.trigger) === run.trigger,
    );
    const paging = { first: Math.min(first, largestHistoryPage), after };
    // The keys of a cursor increase along the list, and the newest run comes first.
    const page = cursorPage(runs, paging, ({ number }) => 1e12 - number);
    const items = page.items.map(toRun);
    return { ...page, items, data: items };
  },

  getDbtSyncStatus: ({ deployment, params }) => toStatus(requireRun(deployment, params.syncJobId)),

  getDbtSyncResult: ({ deployment, params }) => {
    const run = requireRun(deployment, params.syncJobId);
    if (run.status === 'RUNNING') throw new HttpFailure(409, 'The sync is still running');
    if (run.status !== 'COMPLETED') throw new HttpFailure(409, `The sync ended without a result: ${run.error}`);
    return toResult(run);
  },

  listDbtSyncLogs: ({ deployment, params }) => {
    const run = requireRun(deployment, params.syncJobId);
    return cursorPage(
      run.logs.map((line) => toLogEntry(run, line)),
      {},
    );
  },

  listDbtSyncFiles: async ({ deployment, params, query }) => {
    const files = heldFiles(requireRun(deployment, params.syncJobId));
    const page = cursorPage(files, query);
    const items = await Promise.all(
      page.items.map(async ({ path, blob }) => {
        const bytes = await deployment.repository.readFile(blob);
        return { path, content: Buffer.from(bytes).toString('utf8') };
      }),
    );
    return { ...page, items, data: items };
  },

  cancelDbtSync: ({ deployment, caller, params }) =>
    deployment.change(async () => {
      const run = requireRun(deployment, params.syncJobId);
      if (!deployment.dbtSyncs.cancel(run, caller.user.email)) throw new HttpFailure(409, 'The sync has ended');
      return { success: true, syncJobId: run.id, status: run.status };
    }),
};

/** @throws HttpFailure 404 */
function requireRun(deployment: LiveDeployment, id: string): DbtRunRecord {
  const run = deployment.dbtSyncs.find(id);
  if (!run) throw new HttpFailure(404, `dbt sync '${id}' not found`);
  return run;
}

/** @throws HttpFailure 404 */
function heldFiles({ output, status, files, branchName }: DbtRunRecord): NonNullable<DbtRunRecord['files']> {
  if (output === 'branch')
    throw new HttpFailure(404, `The sync holds no files: it commits them to branch '${branchName}'`);
  if (status !== 'COMPLETED') throw new HttpFailure(404, 'The sync holds no files: it has not completed');
  if (!files) throw new HttpFailure(404, 'The files of the sync are gone: they are held for one hour after its end');
  return files;
}

type Input = z.output<typeof StartDbtSyncInput>;

/** @throws HttpFailure 400 */
async function sourceOf(
  deployment: LiveDeployment,
  { source, manifest, ref }: Input,
): Promise<{ manifest: Manifest } | { repository: DbtRepository }> {
  if (manifest && ref !== undefined) throw new HttpFailure(400, 'ref: cannot be combined with manifest');
  const wanted = source ?? (manifest ? 'manifest' : 'git');
  if (wanted === 'manifest') {
    if (ref !== undefined) throw new HttpFailure(400, 'ref: a sync of a manifest has no repository');
    if (!manifest) throw new HttpFailure(400, 'manifest: required for source manifest');
    return { manifest: parseManifest(manifest) };
  }
  if (manifest) throw new HttpFailure(400, 'manifest: cannot be combined with source git');
  if (ref !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(ref)) {
    throw new HttpFailure(400, 'ref: a commit SHA is not accepted, only a branch or a tag');
  }
  if (ref !== undefined && !isBranchName(ref))
    throw new HttpFailure(400, `ref: '${ref}' is not a name of a branch or tag`);
  return { repository: { ...(await requireRepository(deployment)), ref } };
}

/** The repository of the dbt integration, else the connected one. @throws HttpFailure 400 */
async function requireRepository({
  record,
  services,
}: LiveDeployment): Promise<Pick<DbtRepository, 'name' | 'gitdir'>> {
  const name = record.dbt.repository ?? record.remote?.repository;
  if (name === undefined) {
    throw new HttpFailure(400, 'This deployment has no dbt repository: connect one, or send a manifest');
  }
  const found = await services.repositories.find(name);
  if (!found) throw new HttpFailure(400, `The dbt repository '${name}' does not exist`);
  return { name, gitdir: found.gitdir };
}

/** @throws HttpFailure 400 */
function parseManifest(manifest: unknown): Manifest {
  try {
    return readManifest(manifest);
  } catch (failure) {
    if (failure instanceof UnsupportedManifest) throw new HttpFailure(400, `manifest: ${failure.message}`);
    throw failure;
  }
}
