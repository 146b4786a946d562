/** Which files are synced: an allow-list, less what is never sent, less what the ignore file names. */

import ignore, { type Ignore } from 'ignore';
import type { CatalogMessage } from '../../base/errors.ts';
import { hashOf } from '../../base/hash.ts';
import { excessBytes, refuseName } from './names.ts';
import type { Skipped } from './planTypes.ts';
import { syncReasons } from './syncReasons.ts';
import { filterTree, type Tree } from './tree.ts';

/** The ignore file at the project root; rules as in `.gitignore`, paths relative to the project root. */
export const ignoreFileName = '.datamodelignore';

/** Files next to the model folder that belong to a data-model project. */
const syncedProjectFiles: readonly string[] = [
  'cube.js',
  'cube.py',
  'globals.py',
  'package.json',
  'package-lock.json',
  'yarn.lock',
  'requirements.txt',
];

/** Folders next to the model folder, of which tests and queries are synced. The platform does not compile them. */
const documentFolders: readonly string[] = ['queries', 'tests'];
const syncedDocument = new RegExp(`^(?:${documentFolders.join('|')})/.*\\.(?:test\\.ya?ml|query\\.(?:ya?ml|json))$`);

/** The copies that “keep both” makes stay on this machine. */
const keptCopy = /\.kept-[0-9a-f]{8}$/;

/**
 * Where “keep both” puts the local version: next to the file, with a name that the compiler does not read. A name without room
 * for the addition is shortened, and part of its hash is added.
 */
export function keptCopyPath(path: string, hash: string): string {
  const suffix = `.kept-${hash.slice(0, 8)}`;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const excess = excessBytes(`${path}${suffix}`);
  if (excess <= 0) return `${path}${suffix}`;
  const mark = `~${hashOf(Buffer.from(name)).slice(0, 8)}`;
  const characters = Array.from(name);
  for (let left = excess + mark.length; left > 0 && characters.length > 1; )
    left -= Buffer.byteLength(characters.pop()!);
  return `${path.slice(0, -name.length)}${characters.join('')}${mark}${suffix}`;
}

const neverSynced: readonly { pattern: RegExp; reason: CatalogMessage }[] = [
  { pattern: /(^|\/)\.env/i, reason: syncReasons.message('environment-file') },
  {
    pattern: /\.(pem|key|p12|pfx|jks|keystore)$|(^|\/)id_(rsa|dsa|ecdsa|ed25519)(\.|$)/i,
    reason: syncReasons.message('key-file'),
  },
  { pattern: /(^|\/)node_modules\//, reason: syncReasons.message('packages') },
  {
    pattern: /(~|\.swp|\.swo|\.tmp|\.orig)$|(^|\/)(Thumbs\.db|desktop\.ini)$/i,
    reason: syncReasons.message('temporary-file'),
  },
  { pattern: keptCopy, reason: syncReasons.message('kept-copy') },
];

/** Files that tools create everywhere: that they are not synced is not worth a message. */
const silentlyIgnored = /(^|\/)\.(DS_Store|git[^/]*|editorconfig|prettierrc[^/]*|datamodelignore)$/;

/** Every comparison asks for the same paths; so many results are cached. */
const maxCached = 50_000;

interface FilterResult {
  synced: boolean;
  /** Names the rule. */
  reason: CatalogMessage;
}

export class Filter {
  /** Changes whenever the filter could select other files. */
  readonly fingerprint: string;
  readonly #modelPrefix: string;
  readonly #ignore: Ignore;
  readonly #included = new Map<string, boolean>();

  /** `modelFolder` is relative to the project root; `.` means that the whole project is the model. */
  constructor({ modelFolder, ignoreText = '' }: { modelFolder: string; ignoreText?: string }) {
    const folder = modelFolder.replace(/\\/g, '/').replace(/^(\.\/)+|\/+$/g, '');
    this.#modelPrefix = folder === '' || folder === '.' ? '' : `${folder}/`;
    const rules = ignoreText
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '' && !line.startsWith('#'));
    this.#ignore = ignore({ ignorecase: false }).add(rules);
    this.fingerprint = hashOf(Buffer.from(JSON.stringify([1, this.#modelPrefix, rules])));
  }

  includes(path: string): boolean {
    const known = this.#included.get(path);
    if (known !== undefined) return known;
    const included = this.#includes(path);
    if (this.#included.size >= maxCached) this.#included.clear();
    this.#included.set(path, included);
    return included;
  }

  /** The part of a tree that is synced. */
  part(tree: Tree): Tree {
    return filterTree(tree, (path) => this.includes(path));
  }

  /** The refused files of a tree that the allow-list includes, with the reason. */
  refusals(tree: Tree): ReadonlyMap<string, CatalogMessage> {
    const refusals = new Map<string, CatalogMessage>();
    for (const path of tree.keys()) {
      const reason = this.refusal(path);
      if (reason !== undefined) refusals.set(path, reason);
    }
    return refusals;
  }

  /** Whether anything below the folder `path` can be synced; a scan skips other folders. */
  mayHold(path: string): boolean {
    const folder = `${path}/`;
    const isListed = documentFolders.some((name) => folder.startsWith(`${name}/`));
    if (!isListed && !folder.startsWith(this.#modelPrefix) && !this.#modelPrefix.startsWith(folder)) return false;
    return !/(^|\/)(node_modules|\.[^/]*)\/$/.test(folder);
  }

  /** Why a file on the allow-list is refused; undefined when it is synced, not on the list, or named by the ignore file. */
  refusal(path: string): CatalogMessage | undefined {
    if (this.#included.get(path)) return undefined;
    if (!this.#allowed(path) || silentlyIgnored.test(path) || this.#ignores(path)) return undefined;
    return refuseName(path);
  }

  /** Whether a symbolic link is worth a message. The ignore file may name it like a file or like the folder it stands for. */
  refusesLink(path: string): boolean {
    if (this.#ignores(path) || this.#ignores(`${path}/`)) return false;
    return this.includes(path) || (this.mayHold(path) && !/(^|\/)\.[^/]*$/.test(path));
  }

  why(path: string): FilterResult {
    if (!this.#allowed(path)) {
      const list = syncedProjectFiles.join(', ');
      const folders = documentFolders.join(', ');
      return { synced: false, reason: syncReasons.message('not-listed', [this.#modelPrefix, list, folders]) };
    }
    const secret = neverSynced.find(({ pattern }) => pattern.test(path));
    if (secret) return { synced: false, reason: secret.reason };
    const refused = refuseName(path);
    if (refused !== undefined) return { synced: false, reason: refused };
    const { ignored, rule } = this.#ignore.checkIgnore(path);
    if (ignored)
      return { synced: false, reason: syncReasons.message('ignored', [ignoreFileName, rule?.pattern ?? '']) };
    const isProjectFile = syncedProjectFiles.includes(path) || !path.startsWith(this.#modelPrefix);
    return {
      synced: true,
      reason: syncReasons.message(isProjectFile ? 'project-file' : 'model-file'),
    };
  }

  /** Names of a branch can be such that no rule applies to them. */
  #ignores(path: string): boolean {
    return ignore.isPathValid(path) && this.#ignore.ignores(path);
  }

  #includes(path: string): boolean {
    if (!this.#allowed(path) || refuseName(path) !== undefined) return false;
    return !neverSynced.some(({ pattern }) => pattern.test(path)) && !this.#ignore.ignores(path);
  }

  #allowed(path: string): boolean {
    return path.startsWith(this.#modelPrefix) || syncedProjectFiles.includes(path) || syncedDocument.test(path);
  }
}

/** Why a plan refuses a path, or the folder above it; undefined when it does not. */
export function refusalOf(
  path: string,
  refused: readonly Skipped[],
): { synced: false; reason: CatalogMessage } | undefined {
  const entry = refused.find((each) => each.path === path) ?? refused.find((each) => path.startsWith(`${each.path}/`));
  return entry && { synced: false, reason: entry.reason };
}
