/**
 * A disk that behaves like that of Windows, over a folder of this system: names in any case are one file, permission bits do not exist,
 * and other programs keep a file open for a moment after each change, so that the next calls for it fail.
 */

import path from 'node:path';
import type { Disk, FileStat, NamedStat } from '../../src/base/disk.ts';
import { foldName } from '../../src/base/foldName.ts';
import { NodeDisk } from '../../src/base/nodeDisk.ts';
import { patientDisk } from '../../src/base/patientDisk.ts';
import { randomFrom } from '../run/randomFrom.ts';
import { testSeed } from '../run/testSeed.ts';

export interface WindowsFaults {
  /** How many of the next calls for a changed file fail. */
  busyCalls(): number;
}

/** What Windows answers for a name that it cannot store. */
const impossible = /[<>:"|?*\u0000-\u001f\\]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export class WindowsDisk implements Disk {
  readonly #disk = new NodeDisk();
  readonly #faults: WindowsFaults;
  readonly #busy = new Map<string, number>();
  /** How often a call failed because a file was in use. */
  failures = 0;

  constructor(faults: WindowsFaults) {
    this.#faults = faults;
  }

  async stat(file: string): Promise<FileStat | undefined> {
    const stat = await this.#disk.stat(await this.#actual(file));
    return stat && withoutMode(stat);
  }

  async list(folder: string): Promise<readonly NamedStat[] | undefined> {
    const entries = await this.#disk.list(await this.#actual(folder));
    return entries?.map((entry) => ({ ...entry, ...withoutMode(entry) }));
  }

  async read(file: string) {
    const actual = await this.#actual(file);
    this.#use(actual);
    const found = await this.#disk.read(actual);
    return found && { ...found, before: withoutMode(found.before), after: withoutMode(found.after) };
  }

  async create(file: string, bytes: Uint8Array, { sync }: { sync: boolean; mode?: number }): Promise<void> {
    const actual = await this.#named(file);
    await this.#disk.create(actual, bytes, { sync });
    this.#changed(actual);
  }

  async append(file: string, bytes: Uint8Array, options: { sync: boolean }): Promise<void> {
    const actual = await this.#named(file);
    this.#use(actual);
    await this.#disk.append(actual, bytes, options);
    this.#changed(actual);
  }

  async rename(from: string, to: string): Promise<void> {
    const [source, target] = [await this.#actual(from), await this.#named(to)];
    this.#use(source);
    this.#use(target);
    await this.#disk.rename(source, target);
    // The new name has the case of the call.
    const wanted = path.join(path.dirname(target), path.basename(to));
    if (wanted !== target) await this.#disk.rename(target, wanted);
    this.#changed(wanted);
  }

  async link(from: string, to: string): Promise<boolean> {
    const source = await this.#actual(from);
    this.#use(source);
    const target = await this.#named(to);
    const linked = await this.#disk.link(source, target);
    if (linked) this.#changed(target);
    return linked;
  }

  async remove(file: string): Promise<void> {
    const actual = await this.#actual(file);
    this.#use(actual);
    await this.#disk.remove(actual);
  }

  async makeFolder(folder: string): Promise<void> {
    await this.#disk.makeFolder(await this.#named(folder));
  }

  async removeFolder(folder: string): Promise<void> {
    await this.#disk.removeFolder(await this.#actual(folder));
  }

  async syncFile(file: string): Promise<boolean> {
    return this.#disk.syncFile(await this.#actual(file));
  }

  /** Windows cannot open a folder. */
  async syncFolder(): Promise<void> {}

  async resolve(file: string): Promise<string | undefined> {
    return this.#disk.resolve(await this.#actual(file));
  }

  /** The name that exists in any case for each part; the given one for the rest. */
  async #actual(file: string): Promise<string> {
    if (await this.#disk.stat(file)) return file;
    let actual: string = path.parse(file).root;
    for (const part of file.slice(actual.length).split('/').filter(Boolean)) {
      const exact = path.join(actual, part);
      const exists = await this.#disk.stat(exact);
      const entries = exists ? undefined : await this.#disk.list(actual);
      const other = entries?.find(({ name }) => foldName(name) === foldName(part));
      actual = other ? path.join(actual, other.name) : exact;
    }
    return actual;
  }

  /** The same for a file that a call creates. @throws Error with the code of Windows for a name that cannot exist */
  async #named(file: string): Promise<string> {
    if (impossible.test(path.basename(file))) throw failureOf('ENOENT', file);
    return this.#actual(file);
  }

  #changed(file: string): void {
    this.#busy.set(foldName(file), this.#faults.busyCalls());
  }

  #use(file: string): void {
    const left = this.#busy.get(foldName(file)) ?? 0;
    if (left <= 0) return;
    this.#busy.set(foldName(file), left - 1);
    this.failures += 1;
    throw failureOf(left % 2 === 0 ? 'EBUSY' : 'EPERM', file);
  }
}

function withoutMode(stat: FileStat): FileStat {
  return { ...stat, mode: 0o666 };
}

function failureOf(code: string, file: string): Error {
  return Object.assign(new Error(`${code}: resource busy or locked, '${file}'`), { code });
}

/** Such a disk as the programs of this project use it. After a change, up to two calls find the file in use. */
export function simulatedWindowsDisk(): Disk {
  const random = randomFrom(testSeed());
  return patientDisk(new WindowsDisk({ busyCalls: () => Math.floor(random() * 3) }));
}
