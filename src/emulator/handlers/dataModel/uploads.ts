/** Uploads: files are sent one by one and applied together. Spec: group C; notes: “Data model files”. */

import { assertMayUpdate, requireWritableBranch, resolveBranch } from '../../branches/devMode.ts';
import { commitEdits } from '../../branches/promotion.ts';
import { requireProjectPath, saveTree } from '../../branches/workTree.ts';
import type { Tree } from '../../git/repository.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import type { Caller } from '../../platform/platform.ts';
import type { Upload } from '../../platform/uploads.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { BranchRecord } from '../../records/platformRecord.ts';
import type { Handlers } from '../definition/handler.ts';

export const uploadHandlers: Pick<Handlers, 'startUpload' | 'uploadFile' | 'finishUpload'> = {
  startUpload: ({ deployment, caller, query, body }) => {
    const branch = uploadTarget(deployment, caller, branchNameOf(query.branchName, body?.branchName));
    const { id } = deployment.uploads.start(branch.name, caller.credential.id);
    return { transaction: { id }, deploymentName: deployment.record.name };
  },

  uploadFile: async ({ deployment, caller, query, body }) => {
    const upload = requireUpload(deployment, caller, transactionId(body.transaction));
    checkTarget(deployment, caller, upload, branchNameOf(query.branchName, body.branchName));
    const path = requireProjectPath(body.fileName);
    upload.files.set(path, await deployment.repository.writeFile(body.file));
    return { success: true };
  },

  finishUpload: ({ deployment, caller, query, body }) =>
    deployment.change(async () => {
      const upload = requireUpload(deployment, caller, String(body.transaction.id));
      const branch = checkTarget(deployment, caller, upload, branchNameOf(query.branchName, body.branchName));
      const before = await deployment.tree(branch);
      const files = await applyManifest(deployment, before, upload, body.files, body.autoRemoveFiles ?? true);
      await saveTree(deployment, branch, files);
      const message = body.commitMessage || (branch.parent === null ? 'Upload' : undefined);
      if (message !== undefined) await commitEdits(deployment, caller, branch, message);
      deployment.uploads.end(upload.id);
      return { lastHash: branch.head };
    }),
};

/** A personal branch, or the production branch in the deploy mode `cli`, which deploys by upload. Notes: branches. */
function uploadTarget(deployment: LiveDeployment, caller: Caller, branchName: string | undefined): BranchRecord {
  const branch = resolveBranch(deployment, caller, branchName);
  const deploys = branch.parent === null && deployment.record.settings.deployMode === 'cli';
  if (!deploys) return requireWritableBranch(deployment, caller, branch.name);
  assertMayUpdate(caller, branch);
  return branch;
}

function checkTarget(
  deployment: LiveDeployment,
  caller: Caller,
  upload: Upload,
  branchName: string | undefined,
): BranchRecord {
  const branch = uploadTarget(deployment, caller, branchName ?? upload.branch);
  if (branch.name !== upload.branch) throw new HttpFailure(400, `This upload was started on branch '${upload.branch}'`);
  return branch;
}

/** All four calls take the branch in the query; some clients send it in the body, too. */
function branchNameOf(inQuery: string | undefined, inBody: string | undefined): string | undefined {
  if (inQuery && inBody && inQuery !== inBody) throw new HttpFailure(400, 'branchName: the query and the body differ');
  return inQuery || inBody || undefined;
}

function requireUpload(deployment: LiveDeployment, caller: Caller, id: string): Upload {
  const upload = deployment.uploads.find(id, caller.credential.id);
  if (!upload) throw new HttpFailure(404, 'The upload transaction is unknown or finished');
  return upload;
}

function transactionId(text: string): string {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    if (typeof id === 'string' || typeof id === 'number') return String(id);
  } catch {
    // The error below covers this case.
  }
  throw new HttpFailure(400, 'transaction: expected the JSON text of a transaction');
}

/** The branch's tree after an upload. @throws HttpFailure 400 when the manifest names a file that was not uploaded */
async function applyManifest(
  { repository }: LiveDeployment,
  before: Tree,
  upload: Upload,
  manifest: Readonly<Record<string, { hash: string }>>,
  autoRemove: boolean,
): Promise<Tree> {
  const files = new Map<string, string>(autoRemove ? [] : before);
  for (const [fileName, { hash }] of Object.entries(manifest)) {
    const path = requireProjectPath(fileName);
    let found: string | undefined;
    for (const blob of [upload.files.get(path), before.get(path)]) {
      if (blob !== undefined && (await repository.hashOf(blob)) === hash) found ??= blob;
    }
    if (found === undefined) throw new HttpFailure(400, `File '${fileName}' with hash ${hash} was not uploaded`);
    files.set(path, found);
  }
  return files;
}
