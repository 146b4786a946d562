/** Which file names are synced: the rules of git and of every file system a colleague may use. */

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
export function refuseName(path: string): string | undefined {
  if (path === '') return 'The name is empty.';
  if (path.startsWith('/')) return 'The path is absolute.';
  if (path.includes('\\')) return 'The name contains a backslash.';
  if (/^[A-Za-z]:/.test(path)) return 'The path names a drive.';
  if (path.includes(':')) return 'The name contains a colon.';
  if (control.test(path)) return 'The name contains a control character.';
  if (deceptive.test(path)) return 'The name contains a character that is invisible or changes the direction of text.';
  if (loneSurrogate.test(path) || path.includes('\ufffd')) return 'The name is not valid Unicode text.';
  if (reserved.test(path)) return 'The name contains a character that Windows reserves (< > " | ? *).';
  if (Buffer.byteLength(path) > maxPathBytes) return `The path is longer than ${maxPathBytes} bytes.`;
  for (const segment of path.split('/')) {
    const reason = refuseSegment(segment);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function refuseSegment(segment: string): string | undefined {
  if (segment === '') return 'A folder in the path has no name.';
  if (segment === '.' || segment === '..') return 'The path contains “.” or “..”.';
  if (/^\.?git/i.test(segment) && /^(\.git|git~\d)/i.test(segment)) return 'The name belongs to git.';
  if (segment.startsWith('.')) return 'Names that begin with a dot are not synced.';
  if (shortName.test(segment)) return 'On Windows the name is the short name of another file.';
  if (/[. ]$/.test(segment)) return 'The name ends with a dot or a space.';
  if (deviceName.test(segment.split('.')[0]!.trimEnd())) return 'The name is a device on Windows.';
  if (Buffer.byteLength(segment) > maxSegmentBytes) return `The name is longer than ${maxSegmentBytes} bytes.`;
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

const ascii = /^[\u0000-\u007f]*$/;

/** Two paths with the same key are one file on a file system that ignores case or the Unicode form. */
export function foldName(path: string): string {
  if (ascii.test(path)) return path.toLowerCase();
  const folded = Array.from(path.normalize('NFC'), (character) => {
    const upper = character.toUpperCase();
    return (upper.length === character.length ? upper : character).toLowerCase();
  });
  return folded.join('').normalize('NFC');
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
