/**
 * Files of a dev branch as read-only documents, and the texts about a sync: its plan, its history. An open document is read
 * once per content, never per keystroke, and follows the branch.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { SyncEngine } from '../../sync/syncEngine.ts';
import { type FollowedBranch, followedBranchOf, forEachFollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import {
  type DocumentAddress,
  documentUri,
  parseDocumentUri,
  type ReadOnlyDocuments,
} from '../shell/readOnlyDocuments.ts';
import { historyDocument } from './historyText.ts';
import { planDocument } from './planText.ts';

export interface BranchFile {
  folder: BoundFolder;
  branch: string;
  /** POSIX path relative to the project folder. */
  path: string;
}

export const branchUri = (file: BranchFile): vscode.Uri => fileUri('branch', file);
export const baseUri = (file: BranchFile): vscode.Uri => fileUri('base', file);
export const localCopyUri = (file: BranchFile): vscode.Uri => fileUri('local', file);
export const nothingUri = (file: BranchFile): vscode.Uri => fileUri('nothing', file);

export function planUri(folder: BoundFolder, branch: string): vscode.Uri {
  const name = vscode.l10n.t('Sync plan of {0}.txt', branch);
  return documentUri({ kind: 'plan', path: `/${name}`, about: { folder: folder.workspaceFolder, branch } });
}

export function historyUri(folder: BoundFolder, branch: string): vscode.Uri {
  const name = vscode.l10n.t('Sync history of {0}.txt', folder.name);
  return documentUri({ kind: 'history', path: `/${name}`, about: { folder: folder.workspaceFolder, branch } });
}

/** A side of a comparison has the path of the file on disk: with another one the editor would take it for renamed. */
function fileUri(
  kind: 'branch' | 'base' | 'local' | 'nothing',
  { folder, branch, path: file }: BranchFile,
): vscode.Uri {
  const { path: absolute } = vscode.Uri.file(path.join(folder.binding.projectFolder, file));
  return documentUri({ kind, path: absolute, about: { folder: folder.workspaceFolder, branch, file } });
}

export class BranchDocuments implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();
  /** The hash each open document was read for; the editor keeps its text. */
  readonly #shown = new Map<string, string | undefined>();

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    this.#documents = documents;
    this.#lifetime.add(documents.serve(['branch', 'base'], (address, signal) => this.#readFile(address, signal)));
    this.#lifetime.add(
      documents.serve(['local'], async (address) => decode(await readLocal(this.#find(address), fileOf(address)))),
    );
    this.#lifetime.add(documents.serve(['plan', 'history'], (address) => this.#readText(address)));
    this.#lifetime.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#shown.delete(uri.toString());
      }),
    );
    this.#lifetime.add(
      forEachFollowedBranch(app.folders, (followed, lifetime) => {
        lifetime.add(followed.engine.state.onChange(() => this.#follow(followed)));
      }),
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #follow(followed: FollowedBranch): void {
    const { phase } = followed.engine.state.value;
    if (phase !== 'idle' && phase !== 'halted') return;
    for (const document of vscode.workspace.textDocuments) {
      const address = parseDocumentUri(document.uri);
      if (!address || address.kind === 'local' || address.kind === 'nothing' || !isAbout(address, followed)) continue;
      const key = document.uri.toString();
      // What was read before the folder followed this branch, or not at all, is read now.
      const stale = !this.#shown.has(key) || this.#shown.get(key) !== hashFor(address, followed.engine);
      if (stale) this.#documents.changed(document.uri);
    }
  }

  async #readFile(address: DocumentAddress, signal: AbortSignal): Promise<string> {
    const followed = this.#find(address);
    const { engine } = followed;
    const file = fileOf(address);
    const hash = hashFor(address, engine);
    const text = decode(
      address.kind === 'base'
        ? await engine.baseContent(file)
        : ((await localTwin(followed, file, hash)) ?? (await engine.remoteContent(file, signal))),
    );
    this.#shown.set(documentUri(address).toString(), hash);
    return text;
  }

  async #readText(address: DocumentAddress): Promise<string> {
    const { folder, engine, branch } = this.#find(address);
    if (address.kind === 'history') {
      const time = (ms: number) => new Date(ms).toLocaleString(vscode.env.language);
      return historyDocument(await engine.history(), folder.name, time, vscode.l10n);
    }
    const plan = engine.state.value.plan ?? (await engine.refresh());
    return planDocument(plan, { folder: folder.name, branch }, vscode.l10n);
  }

  #find(address: DocumentAddress): FollowedBranch {
    const followed = this.#app.folders.list.value
      .map(followedBranchOf)
      .find((each) => each !== undefined && isAbout(address, each));
    if (followed) return followed;
    throw new UserError(vscode.l10n.t('The folder no longer syncs with {0}.', address.about.branch ?? ''), {
      action: vscode.l10n.t('Open the branch in dev mode again.'),
    });
  }
}

function isAbout({ about }: DocumentAddress, { folder, branch }: FollowedBranch): boolean {
  return about.folder === folder.workspaceFolder && about.branch === branch;
}

function hashFor(address: DocumentAddress, engine: SyncEngine): string | undefined {
  const { plan } = engine.state.value;
  return (address.kind === 'base' ? plan?.base : plan?.remote)?.get(fileOf(address));
}

/** The local file's bytes where they are the branch's own: no request is needed then. */
async function localTwin(
  followed: FollowedBranch,
  file: string,
  hash: string | undefined,
): Promise<Uint8Array | undefined> {
  if (hash === undefined) return undefined;
  const bytes = await readLocal(followed, file);
  return bytes && createHash('sha1').update(bytes).digest('hex') === hash ? bytes : undefined;
}

/** The file's path relative to the project folder. */
function fileOf({ about }: DocumentAddress): string {
  return about.file ?? '';
}

async function readLocal({ folder }: FollowedBranch, file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path.join(folder.binding.projectFolder, file));
  } catch {
    return undefined;
  }
}

function decode(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : new TextDecoder().decode(bytes);
}
