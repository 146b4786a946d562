/** Which file names are synced: the rules of git and of every file system a colleague may use. */

import type { CatalogMessage } from '../../base/errors.ts';
import { foldName } from '../../base/foldName.ts';
import { syncReasons } from './syncReasons.ts';
import { foldersOf } from './tree.ts';

const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;
const control = /[\u0000-\u001f\u007f-\u009f]/;
/** Characters that change the direction of text, or that cannot be seen. */
const deceptive = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
/** Windows gives such a short name to a file with a long name, or with a name that begins with a dot. */
const shortName = /^[^.~]{1,6}~\d{1,6}(\.[^.]{0,3})?$/;
const reserved = /[<>:"|?*]/;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const maxSegmentBytes = 255;
/** Leaves room for the project folder within the smallest limit of a whole path (1,024 bytes). */
const maxPathBytes = 900;

/** By how many bytes a path, or its file name, is too long. */
export function excessBytes(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return Math.max(Buffer.byteLength(path) - maxPathBytes, Buffer.byteLength(name) - maxSegmentBytes);
}

/** Why `path` (POSIX, relative to the project root) is never written or sent; undefined when it may be. */
export function refuseName(path: string): CatalogMessage | undefined {
  if (path === '') return syncReasons.message('empty-name');
  if (path.startsWith('/')) return syncReasons.message('absolute-path');
  if (path.includes('\\')) return syncReasons.message('backslash');
  if (/^[A-Za-z]:/.test(path)) return syncReasons.message('drive');
  if (path.includes(':')) return syncReasons.message('colon');
  if (control.test(path)) return syncReasons.message('control-character');
  if (deceptive.test(path)) return syncReasons.message('deceptive-character');
  if (loneSurrogate.test(path) || path.includes('\ufffd')) return syncReasons.message('not-unicode');
  if (reserved.test(path)) return syncReasons.message('reserved-character');
  if (Buffer.byteLength(path) > maxPathBytes) return syncReasons.message('long-path', [maxPathBytes]);
  for (const segment of path.split('/')) {
    const reason = refuseSegment(segment);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function refuseSegment(segment: string): CatalogMessage | undefined {
  if (segment === '') return syncReasons.message('empty-folder-name');
  if (segment === '.' || segment === '..') return syncReasons.message('dot-folder');
  if (/^\.?git/i.test(segment) && /^(\.git|git~\d)/i.test(segment)) return syncReasons.message('git-name');
  if (segment.startsWith('.')) return syncReasons.message('dot-name');
  if (shortName.test(segment)) return syncReasons.message('short-name');
  if (/[. ]$/.test(segment)) return syncReasons.message('trailing-dot');
  if (deviceName.test(segment.split('.')[0]!.trimEnd())) return syncReasons.message('device-name');
  if (Buffer.byteLength(segment) > maxSegmentBytes) return syncReasons.message('long-name', [maxSegmentBytes]);
  return undefined;
}

/** Whether one path is a folder of the other. */
export function areNested(a: string, b: string): boolean {
  return a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** Returns whether a path is a folder of one of `paths`, or inside one of them. */
export function nestsWith(paths: Iterable<string>): (path: string) => boolean {
  const files = new Set(paths);
  const folders = new Set(Array.from(files, foldersOf).flat());
  return (path) => folders.has(path) || foldersOf(path).some((folder) => files.has(folder));
}

/** Puts the paths first whose folders are written as most paths of `all` write them; sorted otherwise. */
export function byMajority(paths: readonly string[], all: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const path of all) for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const most = new Map<string, string>();
  for (const [folder, count] of counts) {
    const key = foldName(folder);
    const other = most.get(key);
    if (other === undefined || count > counts.get(other)!) most.set(key, folder);
  }
  const sorted = [...paths].sort();
  if (most.size === counts.size) return sorted;
  const usual = new Set(most.values());
  const unusual = new Map(paths.map((path) => [path, foldersOf(path).filter((folder) => !usual.has(folder)).length]));
  return sorted.sort((a, b) => unusual.get(a)! - unusual.get(b)!);
}

/**
 * Paths that collide with an earlier one of `paths`: they differ only in case or Unicode form (in any folder of the path), or
 * one is a folder of the other. Path → the path it collides with; when both are files, both have an entry.
 */
export function findCollisions(paths: Iterable<string>): Map<string, string> {
  const spelling = new Map<string, { path: string; prefix: string; isFile: boolean }>();
  const collisions = new Map<string, string>();
  for (const path of paths) {
    let end = path.indexOf('/');
    for (;;) {
      const isFile = end < 0;
      const prefix = isFile ? path : path.slice(0, end);
      const key = foldName(prefix);
      const seen = spelling.get(key);
      if (!seen) spelling.set(key, { path, prefix, isFile });
      else if (seen.prefix !== prefix || ((isFile || seen.isFile) && seen.path !== path)) {
        collisions.set(path, seen.path);
        if (isFile && seen.isFile) collisions.set(seen.path, path);
      }
      if (isFile) break;
      end = path.indexOf('/', end + 1);
    }
  }
  return collisions;
}
