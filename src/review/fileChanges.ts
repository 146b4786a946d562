/** Which files differ between two listings of paths and hashes. */

export interface FileChange {
  path: string;
  status: 'added' | 'removed' | 'changed' | 'renamed';
  /** Only of a renamed file. */
  previousPath?: string;
}

/** Both listings: path → hash of the content. A file with the content of a removed one is renamed. Sorted by path. */
export function fileChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly FileChange[] {
  const changes: FileChange[] = [];
  const removed = new Map<string, string[]>();
  for (const path of [...before.keys()].sort()) {
    const hash = before.get(path)!;
    if (!after.has(path)) removed.set(hash, [...(removed.get(hash) ?? []), path]);
    else if (after.get(path) !== hash) changes.push({ path, status: 'changed' });
  }
  const added = [...after.keys()].filter((path) => !before.has(path)).sort();
  const previous = new Map<string, string>();
  // Equal contents: a file that keeps its name is moved; the others are paired in the order of their paths.
  for (const fits of [(a: string, b: string) => nameOf(a) === nameOf(b), () => true]) {
    for (const path of added) {
      const candidates = removed.get(after.get(path)!) ?? [];
      const at = previous.has(path) ? -1 : candidates.findIndex((one) => fits(one, path));
      if (at >= 0) previous.set(path, candidates.splice(at, 1)[0]!);
    }
  }
  for (const path of added) {
    const previousPath = previous.get(path);
    changes.push(previousPath === undefined ? { path, status: 'added' } : { path, status: 'renamed', previousPath });
  }
  for (const path of [...removed.values()].flat()) changes.push({ path, status: 'removed' });
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
