/**
 * Documents that are not files of the user: they are saved while the user types, so that closing one asks nothing. They survive a reload of the
 * window. What opened a document removes it when nothing shows it.
 */

import path from 'node:path';
import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { UserError } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { scratchScheme } from '../manifest/ids.ts';
import { OwnFileSystem } from './ownFileSystem.ts';

const memoryKey = 'dataModel.scratch';
/** The oldest are forgotten. */
const maxFiles = 50;
/** Characters. A longer text does not survive a reload. */
const maxKept = 200_000;
const saveDelayMs = 50;
/** A folder of no project, so that a scratch document never has the path of a file. */
const folderName = '.scratch';

interface ScratchFile {
  text: string;
  /** Milliseconds since the epoch. */
  changedAt: number;
}

export class ScratchFiles extends OwnFileSystem {
  readonly #memory: vscode.Memento;
  readonly #files: Map<string, ScratchFile>;
  readonly #changed = this.lifetime.add(new Emitter<vscode.Uri>());
  readonly #saving = this.lifetime.add(new Debounce(() => void this.#saveEdited(), saveDelayMs));

  constructor(memory: vscode.Memento) {
    super(scratchScheme);
    this.#memory = memory;
    const kept = Object.entries(memory.get<Record<string, string>>(memoryKey, {}));
    this.#files = new Map(kept.map(([name, text]) => [name, { text, changedAt: Date.now() }]));
    this.lifetime.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === scratchScheme && document.isDirty) this.#saving.poke();
      }),
    );
  }

  /** A document was created, edited or removed. */
  get onChange(): Event<vscode.Uri> {
    return this.#changed.event;
  }

  get all(): vscode.Uri[] {
    return [...this.#files.keys()].map((name) => vscode.Uri.from({ scheme: scratchScheme, path: name }));
  }

  /** Undefined for a document that does not exist. */
  textOf(uri: vscode.Uri): string | undefined {
    return uri.scheme === scratchScheme ? this.#files.get(uri.path)?.text : undefined;
  }

  /** A document of this name keeps its text. @param folder the project that it belongs to */
  create(folder: string | undefined, name: string, text: string): vscode.Uri {
    const base = folder === undefined ? '/' : vscode.Uri.file(folder).path;
    const uri = vscode.Uri.from({ scheme: scratchScheme, path: path.posix.join(base, folderName, name) });
    if (!this.#files.has(uri.path)) this.#set(uri, text);
    return uri;
  }

  /** A document with this text, which has a number in its name if there is another one of the name. */
  createWithText(folder: string | undefined, name: string, text: string): vscode.Uri {
    for (let number = 1; number <= maxFiles; number += 1) {
      const free = number === 1 ? name : name.replace(/(-\d{1,2})?(?=(\.\w+){2}$)/, `-${number}`);
      const uri = this.create(folder, free, text);
      if (this.textOf(uri) === text) return uri;
    }
    throw new UserError(vscode.l10n.t('Too many scratch documents have the name {0}.', name), {
      action: vscode.l10n.t('Close some of them.'),
    });
  }

  remove(uri: vscode.Uri): void {
    if (!this.#files.delete(uri.path)) return;
    this.#announce(uri, vscode.FileChangeType.Deleted);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { text, changedAt } = this.#file(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: Buffer.byteLength(text) };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return Buffer.from(this.#file(uri).text);
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.#set(uri, Buffer.from(content).toString());
  }

  override createDirectory(): void {}

  override delete(uri: vscode.Uri): void {
    this.remove(uri);
  }

  #file(uri: vscode.Uri): ScratchFile {
    const file = this.#files.get(uri.path);
    if (!file) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }

  #set(uri: vscode.Uri, text: string): void {
    const changedAt = Math.max(Date.now(), (this.#files.get(uri.path)?.changedAt ?? 0) + 1);
    const isNew = !this.#files.delete(uri.path);
    this.#files.set(uri.path, { text, changedAt });
    const [oldest] = this.all;
    if (this.#files.size > maxFiles && oldest) this.remove(oldest);
    this.#announce(uri, isNew ? vscode.FileChangeType.Created : vscode.FileChangeType.Changed);
  }

  #announce(uri: vscode.Uri, type: vscode.FileChangeType): void {
    const kept = [...this.#files].filter(([, { text }]) => text.length <= maxKept);
    void this.#memory.update(memoryKey, Object.fromEntries(kept.map(([name, { text }]) => [name, text])));
    this.announce(uri, type);
    this.#changed.fire(uri);
  }

  async #saveEdited(): Promise<void> {
    const edited = vscode.workspace.textDocuments.filter((one) => one.uri.scheme === scratchScheme && one.isDirty);
    for (const document of edited) await document.save();
  }
}

/** Whether a tab shows the document. */
export function hasTab(uri: vscode.Uri): boolean {
  return tabsOf(uri).length > 0;
}

function tabsOf(uri: vscode.Uri): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}

interface SaveOptions {
  title: string;
  /** Where the dialog starts. */
  folder: vscode.Uri | undefined;
  /** The ends of names, by the title of the kind of file. */
  filters: Record<string, string[]>;
  /** Whether a name is one of this kind of document. */
  isRight(uri: vscode.Uri): boolean;
}

/**
 * Asks for a file and moves the document there, with its tabs.
 * @returns undefined if the user selects no file @throws UserError for a name of another kind
 */
export async function saveScratch(
  files: ScratchFiles,
  uri: vscode.Uri,
  { title, folder, filters, isRight }: SaveOptions,
): Promise<vscode.Uri | undefined> {
  const name = path.posix.basename(uri.path);
  const target = await vscode.window.showSaveDialog({
    title,
    filters,
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (!target) return undefined;
  if (!isRight(target)) {
    throw new UserError(
      vscode.l10n.t('The name {0} is not that of such a document.', path.posix.basename(target.path)),
      {
        action: vscode.l10n.t('End it as in {0}.', name),
      },
    );
  }
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.workspace.fs.writeFile(target, Buffer.from(document.getText()));
  if (document.isDirty) await document.save();
  const tabs = tabsOf(uri);
  const column = tabs[0]?.group.viewColumn;
  if (column !== undefined) await vscode.window.showTextDocument(target, { viewColumn: column, preview: false });
  await vscode.window.tabGroups.close(tabs, true);
  files.remove(uri);
  return target;
}
