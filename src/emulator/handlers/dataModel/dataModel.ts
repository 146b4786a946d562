/** Files of the data model: listing, writes, hashes, validation. Spec: group C, state rule 2; notes: “Data model files”. */

import { messageOf, UserError } from '../../../base/errors.ts';
import type { CompileResult } from '../../../compiler/compileResult.ts';
import type { FileNode } from '../../../contract/dataModel/dataModel.ts';
import { requireWritableBranch, resolveBranch, sessionBranch } from '../../branches/devMode.ts';
import { requireProjectPath, saveTree } from '../../branches/workTree.ts';
import type { Tree } from '../../git/repository.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';
import { JsonPieces, pageWithTexts } from './fileTreeJson.ts';

type DataModelHandlers = Pick<
  Handlers,
  'listFiles' | 'putFiles' | 'deleteFiles' | 'renameFiles' | 'getFileHashes' | 'validate'
>;

/** Trees are immutable, so their hashes are cached. */
const hashesOf = new WeakMap<Tree, Record<string, { hash: string }>>();

export const dataModelHandlers: DataModelHandlers = {
  listFiles: async ({ deployment, caller, query }) => {
    const tree = await deployment.tree(resolveBranch(deployment, caller, query.branchName));
    const page = cursorPage(nodesOf(tree), query);
    if (!query.withContent) return page;
    const textOf = async (path: string) =>
      Buffer.from(await deployment.repository.readFile(tree.get(path.slice(1))!)).toString('utf8');
    // The type of the response describes its JSON.
    return new JsonPieces(pageWithTexts(page, textOf)) as unknown as typeof page;
  },

  putFiles: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const branch = requireWritableBranch(deployment, caller, body.branchName);
      const files = new Map(await deployment.tree(branch));
      for (const { path, content } of body.files) {
        files.set(requireProjectPath(path), await deployment.repository.writeFile(Buffer.from(content, 'utf8')));
      }
      await saveTree(deployment, branch, files);
      return { success: true };
    }),

  deleteFiles: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const branch = requireWritableBranch(deployment, caller, body.branchName);
      const files = new Map(await deployment.tree(branch));
      for (const { path } of body.files) {
        if (!files.delete(requireProjectPath(path))) throw new HttpFailure(404, `File '${path}' not found`);
      }
      await saveTree(deployment, branch, files);
      return { success: true };
    }),

  renameFiles: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const branch = requireWritableBranch(deployment, caller, body.branchName);
      const files = new Map(await deployment.tree(branch));
      const moves = body.files.map(({ path, newPath }) => {
        const blob = files.get(requireProjectPath(path));
        if (blob === undefined) throw new HttpFailure(404, `File '${path}' not found`);
        return { path, newPath, blob };
      });
      for (const { path } of moves) files.delete(requireProjectPath(path));
      for (const { newPath, blob } of moves) {
        const target = requireProjectPath(newPath);
        if (files.has(target)) throw new HttpFailure(400, `File '${newPath}' already exists`);
        files.set(target, blob);
      }
      await saveTree(deployment, branch, files);
      return { success: true };
    }),

  getFileHashes: async ({ deployment, caller, query }) => {
    const tree = await deployment.tree(resolveBranch(deployment, caller, query.branchName));
    let hashes = hashesOf.get(tree);
    if (!hashes) {
      hashes = {};
      for (const [path, blob] of tree) hashes[`/${path}`] = { hash: await deployment.repository.hashOf(blob) };
      hashesOf.set(tree, hashes);
    }
    return hashes;
  },

  validate: async ({ deployment, caller, query, signal }) => {
    if (query.branchName && query.devMode) throw new HttpFailure(400, 'Give branchName or devMode, not both');
    const { services, repository, record } = deployment;
    const branch = query.devMode
      ? sessionBranch(deployment, caller)
      : query.branchName
        ? resolveBranch(deployment, caller, query.branchName)
        : deployment.deployBranch;
    if (!branch) throw new HttpFailure(400, 'No dev-mode session is open');
    const variables = branch.build?.env ?? deployment.builds.variables;
    const model = { branch, tree: await deployment.treeId(branch), variables };
    const { errors, cubes } = await services.compilations.of(repository, model, signal).catch(asModelError);
    const request = { kind: 'notComputed', securityContext: {} } as const;
    const answer =
      errors.length === 0 ? await services.compilations.ask(repository, model, request, signal) : undefined;
    return {
      deploymentId: record.id,
      branchName: branch.name,
      mode: branch.parent === null ? 'production' : 'dev_mode',
      valid: errors.length === 0,
      cubesCount: cubes,
      errors: errors.map(({ message, fileName }) => ({ message, fileName })),
      ...(answer?.kind === 'notComputed' &&
        answer.members.length > 0 && { notComputed: answer.members.map((one) => ({ ...one })) }),
    };
  },
};

/** A model that hangs or crashes the compiler is an error of the model, not of the request. Spec: Errors 2. */
function asModelError(failure: unknown): CompileResult {
  if (!(failure instanceof UserError)) throw failure;
  return { errors: [{ message: messageOf(failure), fileName: null }], cubes: 0, views: 0, ms: 0 };
}

function nodesOf(tree: Tree): FileNode[] {
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
  for (const path of [...tree.keys()].sort()) {
    childrenOf(path.slice(0, Math.max(0, path.lastIndexOf('/')))).push({ path: `/${path}`, type: 'file' });
  }
  return root;
}
