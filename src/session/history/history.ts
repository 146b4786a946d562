/**
 * The last results of a folder, kept on this machine: an index with what each one is, and its content in a file of its own. Secrets are removed before
 * anything is written. A damaged or missing file is a result that is not there.
 */

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { hashOf } from '../../base/hash.ts';
import type { Log } from '../../base/log.ts';
import { readJson, writeJson } from '../jsonFile.ts';
import { withoutSecrets } from './withoutSecrets.ts';

/** Results. */
export const maxEntries = 50;
/** Characters of one content, and of all. A larger one is not kept, and the oldest ones make room. */
const maxContent = 1_000_000;
const maxContents = 20_000_000;

export interface HistoryEntry<Facts> {
  id: string;
  facts: Facts;
  /** Characters of its content; 0: it is not kept. */
  size: number;
}

interface HistoryOptions<Facts> {
  /** Absolute path; the same for every window on this machine. */
  storageFolder: string;
  /** Identifies the owner of the results, such as a folder. */
  owner: string;
  /** `queries` or `requests`. */
  name: string;
  isFacts(value: unknown): value is Facts;
  log: Pick<Log, 'debug'>;
}

export class History<Facts> {
  readonly #options: HistoryOptions<Facts>;
  readonly #folder: string;
  /** One change after the other. */
  #changing: Promise<void> = Promise.resolve();
  #entries: Promise<readonly HistoryEntry<Facts>[]> | undefined;

  constructor(options: HistoryOptions<Facts>) {
    this.#options = options;
    const { storageFolder, owner, name } = options;
    this.#folder = path.join(storageFolder, 'history', hashOf(Buffer.from(owner)), name);
  }

  /** The newest first. */
  async list(): Promise<readonly HistoryEntry<Facts>[]> {
    await this.#changing;
    this.#entries ??= this.#readIndex();
    return this.#entries;
  }

  /** Never rejects: a result that cannot be kept is still shown. */
  record(facts: Facts, content: unknown): Promise<void> {
    this.#changing = this.#changing
      .then(() => this.#record(facts, content))
      .catch((failure) => this.#options.log.debug(`A result was not kept in the history: ${messageOf(failure)}`));
    return this.#changing;
  }

  /** Undefined if it is not kept. */
  async content({ id }: Pick<HistoryEntry<Facts>, 'id'>): Promise<unknown> {
    await this.#changing;
    return readJson(this.#fileOf(id));
  }

  async #record(facts: Facts, content: unknown): Promise<void> {
    const safe = withoutSecrets(content);
    const { length } = JSON.stringify(safe) ?? '';
    const before = await this.#readIndex();
    const id = String(Math.max(Date.now(), ...before.map((entry) => Number(entry.id) + 1)));
    const size = length > maxContent ? 0 : length;
    const newest = { id, facts: withoutSecrets(facts), size } as HistoryEntry<Facts>;
    const kept: HistoryEntry<Facts>[] = [];
    let total = 0;
    for (const entry of [newest, ...before].slice(0, maxEntries)) {
      total += entry.size;
      kept.push(total > maxContents ? { ...entry, size: 0 } : entry);
    }
    if (size > 0) await writeJson(this.#fileOf(id), safe);
    await writeJson(this.#index, kept);
    this.#entries = Promise.resolve(kept);
    const withContent = new Set(kept.filter((entry) => entry.size > 0).map((entry) => entry.id));
    const gone = before.filter((entry) => !withContent.has(entry.id));
    for (const entry of gone) await rm(this.#fileOf(entry.id), { force: true });
  }

  /** Another window may have written it. */
  async #readIndex(): Promise<readonly HistoryEntry<Facts>[]> {
    const entries = await readJson(this.#index);
    if (!Array.isArray(entries)) return [];
    return entries.slice(0, maxEntries).filter((entry) => isEntry(entry) && this.#options.isFacts(entry.facts));
  }

  get #index(): string {
    return path.join(this.#folder, 'index.json');
  }

  #fileOf(id: string): string {
    return path.join(this.#folder, `${id}.json`);
  }
}

function isEntry(value: unknown): value is HistoryEntry<unknown> {
  const { id, size } = (value ?? {}) as Partial<HistoryEntry<unknown>>;
  return typeof id === 'string' && /^\d{1,16}$/.test(id) && typeof size === 'number';
}
