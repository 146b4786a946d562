/** Random versions of a project on three sides, and how the platform merges them. */

import { mergeTrees } from '../../src/emulator/git/mergeTrees.ts';
import type { Repository, Tree } from '../../src/emulator/git/repository.ts';
import { pick, type Random } from '../model/mutation/mutant.ts';

type Files = ReadonlyMap<string, string>;

export interface MergeCase {
  base: Files;
  ours: Files;
  theirs: Files;
}

const paths = ['a.yml', 'b.yml', 'model/cubes/orders.yml', 'model/cubes', 'model', 'model/views/sales.yml', 'logo.png'];
const words = ['cubes:', '  - name: orders', '    sql: x', '', '  # a comment', 'ünïcode ✓', '\r'];

const below = (random: Random, limit: number) => Math.floor(random() * limit);

function textOf(random: Random): string {
  if (random() < 0.08) return `PNG\0${below(random, 3)}`;
  if (random() < 0.05) return '';
  const lines = Array.from({ length: below(random, 12) }, () => pick(random, words));
  return lines.join('\n') + (random() < 0.8 ? '\n' : '');
}

function edited(random: Random, text: string): string {
  const lines = text.split('\n');
  for (let edits = 1 + below(random, 3); edits > 0; edits -= 1) {
    const added = random() < 0.7 ? [`${pick(random, words)}${below(random, 3)}`] : [];
    lines.splice(below(random, lines.length + 1), below(random, 2), ...added);
  }
  return lines.join('\n');
}

/** Edits, deletes, renames and adds files. A file and a folder never have one name, as in a real tree. */
function changed(random: Random, base: Files): Files {
  const files = new Map(base);
  for (let edits = below(random, 4); edits > 0; edits -= 1) {
    const path = pick(random, [...files.keys()]);
    const fresh = pick(random, paths)!;
    const what = random();
    if (path === undefined || what < 0.25) files.set(fresh, textOf(random));
    else if (what < 0.65) files.set(path, edited(random, files.get(path)!));
    else if (what < 0.8) files.delete(path);
    else {
      const text = files.get(path)!;
      files.delete(path);
      files.set(fresh, random() < 0.7 ? text : edited(random, text));
    }
  }
  return withoutClashes(files);
}

function withoutClashes(files: ReadonlyMap<string, string>): Files {
  return new Map([...files].filter(([path]) => ![...files.keys()].some((other) => other.startsWith(`${path}/`))));
}

export function randomCase(random: Random): MergeCase {
  const base = withoutClashes(
    new Map(paths.filter(() => random() < 0.5).map((path) => [path, textOf(random)] as const)),
  );
  return { base, ours: changed(random, base), theirs: changed(random, base) };
}

/** The conflicts of the platform's own merge. */
export async function mergedBy(repository: Repository, { base, ours, theirs }: MergeCase): Promise<readonly string[]> {
  const tree = async (files: Files): Promise<Tree> => {
    const blobs = new Map<string, string>();
    for (const [path, text] of files) blobs.set(path, await repository.writeFile(Buffer.from(text)));
    return blobs;
  };
  return (await mergeTrees(repository, await tree(base), await tree(ours), await tree(theirs))).conflicts;
}
