/** Writes proposals into the project, and takes them back. Only files of the model and query and test documents. */

import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isAbsent } from '../../../base/disk.ts';
import { UserError } from '../../../base/errors.ts';
import { isWithin, type ProjectFolder } from '../../../model/project/findProject.ts';
import { writeFiles } from '../../folders/writeFiles.ts';
import type { Proposal, ProposedFile } from './proposals.ts';
import { isWritable } from './writable.ts';

/** Keeps what is replaced. */
export interface Keeper {
  keep(path: string, text: string): Promise<void>;
}

export class ProjectWriter {
  readonly #folder: ProjectFolder;
  readonly #keeper: Keeper;
  readonly #applied = new Set<string>();

  constructor(folder: ProjectFolder, keeper: Keeper) {
    this.#folder = folder;
    this.#keeper = keeper;
  }

  /** @throws UserError if a file is not as the proposal knows it; then nothing is written */
  async apply(proposal: Proposal): Promise<void> {
    await this.#write(proposal.files, 'changed since the proposal was made. Make the proposal again');
    this.#applied.add(proposal.id);
  }

  /** @throws UserError if the proposal was not applied, or a file was changed since */
  async undo(proposal: Proposal): Promise<void> {
    if (!this.#applied.has(proposal.id)) throw new UserError('This proposal is not applied.');
    const files = proposal.files.map((one) => ({ path: one.path, before: one.after, after: one.before }));
    await this.#write(files, 'changed since the proposal was applied, so it cannot be undone');
    this.#applied.delete(proposal.id);
  }

  async #write(files: readonly ProposedFile[], changed: string): Promise<void> {
    for (const { path: file, before } of files) {
      await this.#requireAllowed(file);
      if ((await this.#read(file)) !== before) throw new UserError(`The file was ${changed}.`, { where: file });
    }
    for (const { path: file, before } of files) if (before !== undefined) await this.#keeper.keep(file, before);
    const absolute = (file: string) => path.join(this.#folder.projectFolder, file);
    await writeFiles(
      files.map(({ path: file, before, after }) => ({
        path: absolute(file),
        content: after,
        ...(before === undefined ? {} : { replaces: before }),
      })),
    );
  }

  /** @throws UserError */
  async #requireAllowed(file: string): Promise<void> {
    const { projectFolder } = this.#folder;
    const refused = new UserError(
      'An assistant may change only files of the model, query documents and test documents inside the project.',
      { where: file },
    );
    if (!isWritable(file, this.#folder)) throw refused;
    // A link leads elsewhere: the nearest folder that exists must be where its name says.
    const root = await realpath(projectFolder);
    for (let at = path.join(projectFolder, file); isWithin(projectFolder, at); at = path.dirname(at)) {
      const real = await realpath(at).catch(() => undefined);
      if (real === undefined) continue;
      if (real !== path.join(root, path.relative(projectFolder, at))) throw refused;
      return;
    }
  }

  /** Undefined: there is no such file. */
  async #read(file: string): Promise<string | undefined> {
    try {
      const bytes = await readFile(path.join(this.#folder.projectFolder, file));
      const text = bytes.toString('utf8');
      if (Buffer.from(text).equals(bytes)) return text;
      throw new UserError('The file is not valid UTF-8, so it cannot be changed.', { where: file });
    } catch (failure) {
      if (isAbsent(failure)) return undefined;
      throw failure;
    }
  }
}
