/** The workspace folders that are bound to a deployment. The session of a folder opens on first use. */

import { Value } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';
import type { Binding } from './binding.ts';
import type { FolderSession } from './folderSession.ts';

type OpenFolder = (folder: BoundFolder) => Promise<FolderSession>;

export class BoundFolder implements Disposable {
  /** Absolute path of the workspace folder. */
  readonly workspaceFolder: string;
  readonly name: string;
  readonly binding: Binding;
  /** The session while it is open. */
  readonly session = new Value<FolderSession | undefined>(undefined);
  readonly #openFolder: OpenFolder;
  #opening: Promise<FolderSession> | undefined;
  #disposed = false;

  constructor(workspaceFolder: string, name: string, binding: Binding, openFolder: OpenFolder) {
    this.workspaceFolder = workspaceFolder;
    this.name = name;
    this.binding = binding;
    this.#openFolder = openFolder;
  }

  open(): Promise<FolderSession> {
    this.#opening ??= this.#openFolder(this).then(
      (session) => {
        if (this.#disposed) session.dispose();
        else this.session.set(session);
        return session;
      },
      (failure) => {
        this.#opening = undefined;
        throw failure;
      },
    );
    return this.#opening;
  }

  dispose(): void {
    this.#disposed = true;
    this.session.value?.dispose();
    this.session.dispose();
  }
}

export interface FolderBinding {
  workspaceFolder: string;
  name: string;
  binding: Binding;
}

export class Folders implements Disposable {
  readonly list = new Value<readonly BoundFolder[]>([]);
  readonly #openFolder: OpenFolder;
  readonly #others: Folders | undefined;

  /** @param others have the files of their projects, also of those inside a project of this list */
  constructor(openFolder: OpenFolder, others?: Folders) {
    this.#openFolder = openFolder;
    this.#others = others;
  }

  /** Replaces the bindings. A folder with an unchanged binding keeps its session. */
  set(bindings: readonly FolderBinding[]): void {
    const before = this.list.value;
    const kept = new Set<BoundFolder>();
    const after = bindings.map(({ workspaceFolder, name, binding }) => {
      const same = before.find(
        (folder) => folder.workspaceFolder === workspaceFolder && sameBinding(folder.binding, binding),
      );
      if (same) kept.add(same);
      return same ?? new BoundFolder(workspaceFolder, name, binding, this.#openFolder);
    });
    if (after.length === before.length && after.every((folder, index) => folder === before[index])) return;
    this.list.set(after);
    for (const folder of before) if (!kept.has(folder)) folder.dispose();
  }

  /** The folder whose project contains `file` (absolute path); undefined if an inner project has it that is not in this list. */
  of(file: string): BoundFolder | undefined {
    const contains = (folder: BoundFolder) =>
      file === folder.binding.projectFolder || relativeTo(folder, file) !== undefined;
    const depth = (folder: BoundFolder | undefined) => folder?.binding.projectFolder.length ?? 0;
    const own = this.list.value.filter(contains).sort((a, b) => depth(b) - depth(a))[0];
    return depth(this.#others?.of(file)) > depth(own) ? undefined : own;
  }

  dispose(): void {
    for (const folder of this.list.value) folder.dispose();
    this.list.dispose();
  }
}

/** The POSIX path of `file` (absolute) relative to the folder's project; undefined if it is outside. */
export function relativeTo(folder: { binding: Pick<Binding, 'projectFolder'> }, file: string): string | undefined {
  const root = folder.binding.projectFolder.replaceAll('\\', '/').replace(/\/+$/, '');
  const normalised = file.replaceAll('\\', '/');
  return normalised.startsWith(`${root}/`) ? normalised.slice(root.length + 1) : undefined;
}

function sameBinding(a: Binding, b: Binding): boolean {
  return (
    a.connectionId === b.connectionId &&
    a.deploymentId === b.deploymentId &&
    a.projectFolder === b.projectFolder &&
    a.modelFolder === b.modelFolder
  );
}
