/** A disk on which other programs keep files open for a moment, as virus scanners and indexers do on Windows. */

import { type Clock, systemClock } from './clock.ts';
import { type Disk, isBusy } from './disk.ts';

/** Pauses before the next attempt, in milliseconds: longer than a scan of a small file, shorter than a user's patience. */
const pauses = [5, 10, 20, 40, 80, 160, 320, 640];

/** Repeats what fails because a file is in use. A file that stays in use fails as it does without this. */
export function patientDisk(disk: Disk, clock: Clock = systemClock): Disk {
  const patiently =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      for (const pause of pauses) {
        try {
          return await call.apply(disk, args);
        } catch (failure) {
          if (!isBusy(failure)) throw failure;
          await clock.delay(pause);
        }
      }
      return call.apply(disk, args);
    };
  return {
    stat: patiently(disk.stat),
    list: patiently(disk.list),
    read: patiently(disk.read),
    create: patiently(disk.create),
    append: patiently(disk.append),
    rename: patiently(disk.rename),
    link: patiently(disk.link),
    remove: patiently(disk.remove),
    makeFolder: patiently(disk.makeFolder),
    removeFolder: patiently(disk.removeFolder),
    syncFile: patiently(disk.syncFile),
    syncFolder: patiently(disk.syncFolder),
    resolve: patiently(disk.resolve),
  };
}
