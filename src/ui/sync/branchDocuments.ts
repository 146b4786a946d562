/**
 * Read-only documents of a dev branch: its files, the sync plan and the sync history. An open document is read again only when
 * its content on the branch changed.
 */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { hashOf } from '../../base/hash.ts';
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

/** The kinds of documents here whose content changes with the state of synchronisation. */
const refreshedKinds = new Set<string>(['branch', 'base', 'plan', 'history']);

export interface BranchFile {
  folder: BoundFolder;
  branchName: string;
  /** POSIX path relative to the project folder. */
  path: string;
}

export const branchUri = (file: BranchFile): vscode.Uri => fileUri('branch', file);
export const baseUri = (file: BranchFile): vscode.Uri => fileUri('base', file);
export const localCopyUri = (file: BranchFile): vscode.Uri => fileUri('local', file);
export const nothingUri = (file: BranchFile): vscode.Uri => fileUri('nothing', file);

/** The file on disk. */
export function localUri({ folder }: Pick<FollowedBranch, 'folder'>, file: string): vscode.Uri {
  return vscode.Uri.file(path.join(folder.binding.projectFolder, file));
}

export function planUri(folder: BoundFolder, branchName: string): vscode.Uri {
  const name = vscode.l10n.t('Sync plan of {0}.txt', branchName);
  return documentUri({ kind: 'plan', path: `/${name}`, parameters: { folder: folder.workspaceFolder, branchName } });
}

export function historyUri(folder: BoundFolder, branchName: string): vscode.Uri {
  const name = vscode.l10n.t('Sync history of {0}.txt', folder.name);
  return documentUri({ kind: 'history', path: `/${name}`, parameters: { folder: folder.workspaceFolder, branchName } });
}

/** Uses the path of the file on disk. With another path the editor would show a rename in comparisons. */
function fileUri(
  kind: 'branch' | 'base' | 'local' | 'nothing',
  { folder, branchName, path: file }: BranchFile,
): vscode.Uri {
  const { path: absolute } = vscode.Uri.file(path.join(folder.binding.projectFolder, file));
  return documentUri({ kind, path: absolute, parameters: { folder: folder.workspaceFolder, branchName, file } });
}

export class BranchDocuments implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();
  /** The hash of the content that each open document shows. */
  readonly #shownHashes = new Map<string, string | undefined>();

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    this.#documents = documents;
    this.#lifetime.add(
      documents.registerReader(['branch', 'base'], (address, signal) => this.#readFile(address, signal)),
    );
    this.#lifetime.add(
      documents.registerReader(['local'], async (address) =>
        decode(await readLocal(this.#findFollowed(address), fileOf(address))),
      ),
    );
    this.#lifetime.add(documents.registerReader(['plan', 'history'], (address) => this.#readText(address)));
    this.#lifetime.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#shownHashes.delete(uri.toString());
      }),
    );
    this.#lifetime.add(
      forEachFollowedBranch(app.folders, (followed, lifetime) => {
        lifetime.add(followed.engine.state.onChange(() => this.#refreshOpenDocuments(followed)));
      }),
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #refreshOpenDocuments(followed: FollowedBranch): void {
    const { phase } = followed.engine.state.value;
    if (phase !== 'idle' && phase !== 'halted') return;
    for (const document of vscode.workspace.textDocuments) {
      const address = parseDocumentUri(document.uri);
      if (!address || !refreshedKinds.has(address.kind) || !belongsTo(address, followed)) continue;
      const key = document.uri.toString();
      // Also reads documents that could not be read before the folder followed this branch.
      const stale = !this.#shownHashes.has(key) || this.#shownHashes.get(key) !== hashFor(address, followed.engine);
      if (stale) this.#documents.refresh(document.uri);
    }
  }

  async #readFile(address: DocumentAddress, signal: AbortSignal): Promise<string> {
    const followed = this.#findFollowed(address);
    const { engine } = followed;
    const file = fileOf(address);
    const hash = hashFor(address, engine);
    const text = decode(
      address.kind === 'base'
        ? await engine.baseContent(file)
        : ((await readIfEqual(followed, file, hash)) ?? (await engine.remoteContent(file, signal))),
    );
    this.#shownHashes.set(documentUri(address).toString(), hash);
    return text;
  }

  async #readText(address: DocumentAddress): Promise<string> {
    const { folder, engine, branchName } = this.#findFollowed(address);
    if (address.kind === 'history') {
      const { historyDocument } = await import('./historyText.ts');
      const time = (ms: number) => new Date(ms).toLocaleString(vscode.env.language);
      return historyDocument(await engine.history(), folder.name, time, vscode.l10n);
    }
    const { planDocument } = await import('./planText.ts');
    const plan = engine.state.value.plan ?? (await engine.refresh());
    return planDocument(plan, { folder: folder.name, branchName }, vscode.l10n);
  }

  #findFollowed(address: DocumentAddress): FollowedBranch {
    const followed = this.#app.folders.list.value
      .map(followedBranchOf)
      .find((each) => each !== undefined && belongsTo(address, each));
    if (followed) return followed;
    throw new UserError(vscode.l10n.t('The folder no longer syncs with {0}.', address.parameters.branchName ?? ''), {
      action: vscode.l10n.t('Open the branch in dev mode again.'),
    });
  }
}

function belongsTo({ parameters }: DocumentAddress, { folder, branchName }: FollowedBranch): boolean {
  return parameters.folder === folder.workspaceFolder && parameters.branchName === branchName;
}

function hashFor(address: DocumentAddress, engine: SyncEngine): string | undefined {
  const { plan } = engine.state.value;
  return (address.kind === 'base' ? plan?.base : plan?.remote)?.get(fileOf(address));
}

/** The local content if it equals the content on the branch. This saves a request. */
async function readIfEqual(
  followed: FollowedBranch,
  file: string,
  hash: string | undefined,
): Promise<Uint8Array | undefined> {
  if (hash === undefined) return undefined;
  const bytes = await readLocal(followed, file);
  return bytes && hashOf(bytes) === hash ? bytes : undefined;
}

/** The file's path relative to the project folder. */
function fileOf({ parameters }: DocumentAddress): string {
  return parameters.file ?? '';
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
