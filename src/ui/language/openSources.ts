/** The open documents of one model: their texts, saved or not, are what the language features read. */

import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { FeatureRequest } from '../../language/features.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import { type BoundFolder, relativeTo } from '../../session/folders.ts';

/** The folder whose session answers for a file, by its absolute path. */
export type OwnerOf = (file: string) => BoundFolder | undefined;

/** Asks a language feature about a document; undefined for one that is not part of the model. */
export type Ask = <Params, Result>(
  document: { uri: vscode.Uri },
  request: FeatureRequest<Params, Result>,
  params: Params,
) => Promise<Result | undefined>;

export class OpenSources implements Disposable {
  readonly #folder: BoundFolder;
  readonly #session: FolderSession;
  readonly #ownerOf: OwnerOf;
  readonly #lifetime = new Lifetime();

  constructor(folder: BoundFolder, session: FolderSession, ownerOf: OwnerOf) {
    this.#folder = folder;
    this.#session = session;
    this.#ownerOf = ownerOf;
    this.#lifetime.add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        const file = this.pathOf(document.uri);
        if (file !== undefined) session.model.project.edit(file, undefined);
      }),
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** The index with the texts of all open documents. */
  async index(): Promise<ModelIndex> {
    const { project } = this.#session.model;
    await this.#session.loadModel();
    for (const document of vscode.workspace.textDocuments) {
      const file = document.isClosed ? undefined : this.pathOf(document.uri);
      if (file === undefined || !project.open.text(file)) continue;
      project.edit(file, document.getText());
    }
    return project.open;
  }

  /** The path relative to the project folder; undefined outside of it, and if another session answers for the file. */
  pathOf(uri: vscode.Uri): string | undefined {
    return uri.scheme === 'file' && this.#ownerOf(uri.fsPath) === this.#folder
      ? relativeTo(this.#folder, uri.fsPath)
      : undefined;
  }

  uriOf(file: string): vscode.Uri {
    return vscode.Uri.file(path.join(this.#folder.binding.projectFolder, file));
  }
}
