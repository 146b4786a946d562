/** Which files are synced at all: an allow-list, then what is never sent, then the project's ignore file. */

import ignore, { type Ignore } from 'ignore';
import { refuseName } from './names.ts';
import { filterTree, hashOf, type Tree } from './tree.ts';

/** The ignore file at the project root; rules as in `.gitignore`, paths relative to the project root. */
export const ignoreFileName = '.datamodelignore';

/** Files beside the model folder that belong to a data-model project. */
export const projectFiles: readonly string[] = [
  'cube.js',
  'cube.py',
  'globals.py',
  'package.json',
  'package-lock.json',
  'yarn.lock',
  'requirements.txt',
];

/** Copies that “keep both” makes: for this machine only. */
const keptCopy = /\.kept-[0-9a-f]{8}$/;

/** Where “keep both” puts the local version: beside the file, under a name that no compiler reads. */
export function keptName(path: string, hash: string): string {
  return `${path}.kept-${hash.slice(0, 8)}`;
}

const never: readonly { pattern: RegExp; reason: string }[] = [
  { pattern: /(^|\/)\.env/i, reason: 'Files with environment variables are never sent: they hold secrets.' },
  {
    pattern: /\.(pem|key|p12|pfx|jks|keystore)$|(^|\/)id_(rsa|dsa|ecdsa|ed25519)(\.|$)/i,
    reason: 'Key files are never sent.',
  },
  { pattern: /(^|\/)node_modules\//, reason: 'Installed packages are not part of the data model.' },
  { pattern: /(~|\.swp|\.swo|\.tmp|\.orig)$|(^|\/)(Thumbs\.db|desktop\.ini)$/i, reason: 'It is a temporary file.' },
  { pattern: keptCopy, reason: 'It is a copy kept in a conflict, for this machine only.' },
];

/** Files that every tool leaves about: nobody wants to read that they are not synced. */
const unremarkable = /(^|\/)\.(DS_Store|git[^/]*|editorconfig|prettierrc[^/]*|datamodelignore)$/;

/** The same names are asked about at every look; so many verdicts are remembered. */
const maxRemembered = 50_000;

export interface FilterResult {
  synced: boolean;
  /** In plain words; names the rule. */
  reason: string;
}

export class Filter {
  /** Changes whenever another set of files could be the outcome. */
  readonly fingerprint: string;
  readonly #modelPrefix: string;
  readonly #ignore: Ignore;
  readonly #included = new Map<string, boolean>();
  readonly #parts = new WeakMap<Tree, Tree>();
  readonly #refusals = new WeakMap<Tree, Map<string, string>>();

  /** `modelFolder` is relative to the project root; empty or `.` means that the whole project is the model. */
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
    if (this.#included.size >= maxRemembered) this.#included.clear();
    this.#included.set(path, included);
    return included;
  }

  /** The part of a tree that is synced. The same tree gives the same part: a quiet branch is not gone through again. */
  part(tree: Tree): Tree {
    let part = this.#parts.get(tree);
    if (!part) {
      part = filterTree(tree, (path) => this.includes(path));
      this.#parts.set(tree, part);
    }
    return part;
  }

  /** The files of a tree that are refused although they are the model's, each with its reason. */
  refusals(tree: Tree): ReadonlyMap<string, string> {
    let refusals = this.#refusals.get(tree);
    if (!refusals) {
      refusals = new Map();
      for (const path of tree.keys()) {
        const reason = this.refusal(path);
        if (reason !== undefined) refusals.set(path, reason);
      }
      this.#refusals.set(tree, refusals);
    }
    return refusals;
  }

  /** Whether anything below the folder `path` can be synced: a scan need not enter the others. */
  mayHold(path: string): boolean {
    const folder = `${path}/`;
    if (!folder.startsWith(this.#modelPrefix) && !this.#modelPrefix.startsWith(folder)) return false;
    return !/(^|\/)(node_modules|\.[^/]*)\/$/.test(folder);
  }

  /** The reason for which a file that the allow-list takes is refused; undefined where it is synced or none of our business. */
  refusal(path: string): string | undefined {
    if (this.#included.get(path)) return undefined;
    return this.#allowed(path) && !unremarkable.test(path) ? refuseName(path) : undefined;
  }

  why(path: string): FilterResult {
    if (!this.#allowed(path)) {
      const list = projectFiles.join(', ');
      const where = this.#modelPrefix === '' ? '' : ` the folder ${this.#modelPrefix} and`;
      return { synced: false, reason: `Only${where} the project files ${list} are synced.` };
    }
    const secret = never.find(({ pattern }) => pattern.test(path));
    if (secret) return { synced: false, reason: secret.reason };
    const refused = refuseName(path);
    if (refused !== undefined) return { synced: false, reason: refused };
    const { ignored, rule } = this.#ignore.checkIgnore(path);
    if (ignored) return { synced: false, reason: `${ignoreFileName} says so: ${rule?.pattern ?? ''}` };
    return {
      synced: true,
      reason: projectFiles.includes(path) ? 'It is a project file.' : `It is in the model folder.`,
    };
  }

  #includes(path: string): boolean {
    if (!this.#allowed(path) || refuseName(path) !== undefined) return false;
    return !never.some(({ pattern }) => pattern.test(path)) && !this.#ignore.ignores(path);
  }

  #allowed(path: string): boolean {
    return path.startsWith(this.#modelPrefix) || projectFiles.includes(path);
  }
}
