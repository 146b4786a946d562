/** Files of the data model: tree, writes, uploads, hashes, verdicts. Spec: group C, state rule 2; notes: “Data model files”, “Validate”. */

import type { FileNode } from '../../contract/dataModel.ts';
import { branchMeant, branchToWrite } from '../branches/devMode.ts';
import { fileOverFolder } from '../git/mergeTrees.ts';
import { projectPath } from '../git/projectPath.ts';
import type { Tree } from '../git/repository.ts';
import { HttpFailure } from '../httpFailure.ts';
import type { LiveDeployment } from '../store/liveDeployment.ts';
import type { BranchRecord } from '../store/records.ts';
import type { Handlers } from './handler.ts';
import { cursorPage } from './paging.ts';

type DataModelHandlers = Pick<
  Handlers,
  | 'listFiles'
  | 'putFiles'
  | 'deleteFiles'
  | 'renameFiles'
  | 'startUpload'
  | 'uploadFile'
  | 'finishUpload'
  | 'getFileHashes'
  | 'validate'
>;

export const dataModelHandlers: DataModelHandlers = {
  listFiles: async ({ deployment, caller, query }) => {
    const tree = await deployment.tree(branchMeant(deployment, caller, query.branchName));
    const nodes = await nodesOf(deployment, tree, query.withContent ?? false);
    return cursorPage(nodes, query);
  },

  putFiles: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const branch = branchToWrite(deployment, caller, body.branchName);
      const files = new Map(await deployment.tree(branch));
      for (const { path, content } of body.files) {
        files.set(soundPath(path), await deployment.repository.writeFile(Buffer.from(content, 'utf8')));
      }
      await save(deployment, branch, files);
      return { success: true };
    }),

  deleteFiles: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const branch = branchToWrite(deployment, caller, body.branchName);
      const files = new Map(await deployment.tree(branch));
      for (const { path } of body.files) {
        if (!files.delete(soundPath(path))) throw new HttpFailure(404, `File '${path}' not found`);
      }
      await save(deployment, branch, files);
      return { success: true };
    }),

  renameFiles: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const branch = branchToWrite(deployment, caller, body.branchName);
      const files = new Map(await deployment.tree(branch));
      for (const { path, newPath } of body.files) {
        const blob = files.get(soundPath(path));
        if (blob === undefined) throw new HttpFailure(404, `File '${path}' not found`);
        const target = soundPath(newPath);
        files.delete(soundPath(path));
        if (files.has(target)) throw new HttpFailure(400, `File '${newPath}' already exists`);
        files.set(target, blob);
      }
      await save(deployment, branch, files);
      return { success: true };
    }),

  startUpload: ({ deployment, caller, query, body }) => {
    const branch = branchToWrite(deployment, caller, query.branchName ?? body?.branchName);
    const { id } = deployment.uploads.start(branch.name, caller.credential.id);
    return { transaction: { id }, deploymentName: deployment.record.name };
  },

  uploadFile: async ({ deployment, caller, body }) => {
    const upload = deployment.uploads.find(transactionId(body.transaction), caller.credential.id);
    if (!upload) throw new HttpFailure(404, 'The upload transaction is unknown or finished');
    const path = soundPath(body.fileName);
    upload.files.set(path, await deployment.repository.writeFile(body.file));
    return { success: true };
  },

  finishUpload: ({ deployment, caller, query, body }) =>
    deployment.change(async () => {
      const upload = deployment.uploads.find(String(body.transaction.id), caller.credential.id);
      if (!upload) throw new HttpFailure(404, 'The upload transaction is unknown or finished');
      const branch = branchToWrite(deployment, caller, query.branchName || body.branchName || upload.branch);
      if (branch.name !== upload.branch) throw new HttpFailure(400, `The upload is one to branch '${upload.branch}'`);
      const before = await deployment.tree(branch);
      const files = await applied(deployment, before, upload.files, body.files, body.autoRemoveFiles ?? true);
      deployment.uploads.end(upload.id);
      await save(deployment, branch, files);
      return { lastHash: branch.head };
    }),

  getFileHashes: async ({ deployment, caller, query }) => {
    const tree = await deployment.tree(branchMeant(deployment, caller, query.branchName));
    const entries = [...tree].map(async ([path, blob]) => {
      return [`/${path}`, { hash: await deployment.repository.hashOf(blob) }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  },

  validate: async ({ deployment, caller, query, signal }) => {
    if (query.branchName && query.devMode) throw new HttpFailure(400, 'Give branchName or devMode, not both');
    const branch = query.branchName
      ? branchMeant(deployment, caller, query.branchName)
      : query.devMode
        ? devBranch(deployment, caller.credential.id)
        : deployment.deployBranch;
    const { services, repository, record } = deployment;
    const { errors, cubes } = await services.verdicts.of(repository, await deployment.treeId(branch), signal);
    return {
      deploymentId: record.id,
      branchName: branch.name,
      mode: branch.parent === null ? 'production' : 'dev_mode',
      valid: errors.length === 0,
      cubesCount: cubes,
      errors: errors.map(({ message, fileName }) => ({ message, fileName })),
    };
  },
};

function devBranch(deployment: LiveDeployment, credentialId: number): BranchRecord {
  const session = deployment.session(credentialId);
  const branch = session && deployment.branch(session.branch);
  if (!branch) throw new HttpFailure(400, 'No dev-mode session is open');
  return branch;
}

function soundPath(reported: string): string {
  const path = projectPath(reported);
  if (path === undefined) throw new HttpFailure(400, `'${reported}' is not a path of a project file`);
  return path;
}

function transactionId(text: string): string {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    if (typeof id === 'string' || typeof id === 'number') return String(id);
  } catch {
    // Said below.
  }
  throw new HttpFailure(400, 'transaction: expected the JSON text of a transaction');
}

/** Saves a tree as the branch's edits and builds them. */
async function save(deployment: LiveDeployment, branch: BranchRecord, files: Tree): Promise<void> {
  const [clash] = fileOverFolder(files);
  if (clash !== undefined) throw new HttpFailure(400, `'${clash}' is a file and a folder`);
  const before = await deployment.treeId(branch);
  const tree = await deployment.repository.writeTree(files);
  if (tree === before) return;
  branch.work = tree === (await deployment.repository.readCommit(branch.head)).tree ? null : tree;
  await deployment.builds.queue(branch);
}

/** The tree that an upload makes of a branch. @throws HttpFailure 400 where the manifest names what the server lacks */
async function applied(
  deployment: LiveDeployment,
  before: Tree,
  sent: ReadonlyMap<string, string>,
  manifest: Readonly<Record<string, { hash: string }>>,
  autoRemove: boolean,
): Promise<Tree> {
  const files = new Map<string, string>(autoRemove ? [] : before);
  for (const [reported, { hash }] of Object.entries(manifest)) {
    const path = soundPath(reported);
    const candidates = [sent.get(path), before.get(path)].filter((blob) => blob !== undefined);
    let found: string | undefined;
    for (const blob of candidates) if ((await deployment.repository.hashOf(blob)) === hash) found ??= blob;
    if (found === undefined) throw new HttpFailure(400, `File '${reported}' with hash ${hash} was not uploaded`);
    files.set(path, found);
  }
  return files;
}

async function nodesOf(deployment: LiveDeployment, tree: Tree, withContent: boolean): Promise<FileNode[]> {
  const root: FileNode[] = [];
  const folders = new Map<string, FileNode[]>([['', root]]);
  const childrenOf = (folder: string): FileNode[] => {
    const known = folders.get(folder);
    if (known) return known;
    const children: FileNode[] = [];
    folders.set(folder, children);
    childrenOf(folder.slice(0, Math.max(0, folder.lastIndexOf('/')))).push({
      path: `/${folder}`,
      type: 'directory',
      children,
    });
    return children;
  };
  for (const [path, blob] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const content = withContent ? Buffer.from(await deployment.repository.readFile(blob)).toString('utf8') : undefined;
    childrenOf(path.slice(0, Math.max(0, path.lastIndexOf('/')))).push({
      path: `/${path}`,
      type: 'file',
      ...(content === undefined ? {} : { content }),
    });
  }
  return root;
}
