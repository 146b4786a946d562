/** Read-only documents of the two branches that a review compares. An open one is read again when its file changed there. */

import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { noConnection } from '../../session/binding.ts';
import type { DeploymentSession } from '../../session/deploymentSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { ListedBranch } from '../../session/review/listedBranch.ts';
import type { ListedBranches } from '../../session/review/listedBranches.ts';
import { syncErrors } from '../../sync/plan/syncErrors.ts';
import type { App } from '../shell/app.ts';
import { type DocumentAddress, documentUri, type ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';

export interface ReviewedFile {
  connectionId: string;
  deploymentId: string;
  branchName: string;
  /** POSIX path relative to the project folder. */
  file: string;
  /** The folder that is bound to the deployment. */
  folder: BoundFolder | undefined;
  /** A version that is kept in memory, instead of the branch's present one. */
  hash?: string;
}

/** Uses the path of the file on disk. With another path the editor would show a rename in comparisons. */
export function reviewUri({ connectionId, deploymentId, branchName, file, folder, hash }: ReviewedFile): vscode.Uri {
  const absolute = folder ? vscode.Uri.file(path.join(folder.binding.projectFolder, file)).path : `/${file}`;
  const parameters = {
    connection: connectionId,
    deployment: deploymentId,
    branchName,
    file,
    ...(folder && { folder: folder.workspaceFolder }),
    ...(hash !== undefined && { hash }),
  };
  return documentUri({ kind: 'review', path: absolute, parameters });
}

export class ReviewDocuments implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #branches: ListedBranches;
  readonly #lifetime = new Lifetime();
  /** The hash of the content that each open document shows, by branch and URI. */
  readonly #shown = new Map<ListedBranch, Map<string, { file: string; hash: string | undefined }>>();

  constructor(app: App, documents: ReadOnlyDocuments, branches: ListedBranches) {
    this.#app = app;
    this.#documents = documents;
    this.#branches = branches;
    this.#lifetime.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        for (const shown of this.#shown.values()) shown.delete(uri.toString());
      }),
    );
  }

  async read(address: DocumentAddress, signal: AbortSignal): Promise<string> {
    const { branchName = '', file = '', hash: version } = address.parameters;
    const deployment = await this.#deploymentOf(address);
    if (version !== undefined) {
      const text = this.#branches.textsOf(deployment).get(version);
      if (text === undefined) throw syncErrors.error('content-moved', [file]);
      return text;
    }
    const branch = this.#branches.of(deployment, branchName);
    const listed = branch.listed.value ?? (await branch.list(signal));
    const hash = listed.get(file);
    this.#shownOn(branch).set(documentUri(address).toString(), { file, hash });
    if (hash === undefined) return '';
    const text = (await branch.texts(listed, [file], signal)).get(file);
    if (text === undefined) throw syncErrors.error('not-text', [file]);
    return text;
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#shown.clear();
  }

  #shownOn(branch: ListedBranch) {
    let shown = this.#shown.get(branch);
    if (!shown) {
      shown = new Map();
      this.#shown.set(branch, shown);
      this.#lifetime.add(branch.listed.onChange(() => this.#refresh(branch)));
    }
    return shown;
  }

  #refresh(branch: ListedBranch): void {
    for (const [uri, { file, hash }] of this.#shown.get(branch) ?? []) {
      if (branch.listed.value?.get(file) !== hash) this.#documents.refresh(vscode.Uri.parse(uri));
    }
  }

  async #deploymentOf({ parameters }: DocumentAddress): Promise<DeploymentSession> {
    const { connection: connectionId = '', deployment } = parameters;
    const connection = this.#app.connections.get(connectionId);
    if (!connection) throw noConnection(connectionId);
    if (!deployment) throw new UserError(vscode.l10n.t('The document names no deployment.'));
    return (await connection.open()).deployment(deployment);
  }
}
