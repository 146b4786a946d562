/** Reads everything that a review of two branches shows: which files and definitions differ, and whether a merge will conflict. */

import { Slices } from '../../base/async.ts';
import { messageOf } from '../../base/errors.ts';
import { type Hash, hashOf } from '../../base/hash.ts';
import { diagnose } from '../../model/diagnose.ts';
import { documentKind } from '../../model/documents/documentKind.ts';
import { type IndexedText, ModelIndex } from '../../model/index/modelIndex.ts';
import { isModelSource } from '../../model/source/modelSource.ts';
import { ownerOf } from '../../model/source/names.ts';
import { type CertificateOptions, type Certified, certify } from '../../review/certificate/certificate.ts';
import { conditionsOf } from '../../review/certificate/conditions.ts';
import {
  type CompiledReview,
  type CompileError,
  nothingCompiled,
  renamesOf,
  reviewCompiled,
} from '../../review/compiled/compiledReview.ts';
import { nothingConfirmed } from '../../review/compiled/confirmedAccess.ts';
import { type ReadContent, withContentUses } from '../../review/compiled/contentUses.ts';
import type { Renames } from '../../review/compiled/sameSql.ts';
import { seenTests } from '../../review/compiled/seenMembers.ts';
import { type FileChange, fileChanges } from '../../review/fileChanges.ts';
import { withMetaChanges } from '../../review/metaChanges.ts';
import { type AffectedQuery, affectedQueries, savedQueries, withAffected } from '../../review/model/affectedQueries.ts';
import type { Breakage } from '../../review/model/modelChange.ts';
import { reviewTexts } from '../../review/model/reviewTexts.ts';
import { usersOf } from '../../review/model/useBreakages.ts';
import { type ModelChange, modelChanges, type ReviewUse } from '../../review/modelChanges.ts';
import { predictMerge } from '../../review/predictMerge.ts';
import type { Review } from '../../review/review.ts';
import type { Tree } from '../../sync/plan/tree.ts';
import type { ListedBranch } from './listedBranch.ts';
import { type ConfirmAccess, readAccess } from './readAccess.ts';
import type { CompiledSides, ReadSide } from './readCompiled.ts';
import { CompiledSources, type SourceCompiler } from './sourceCompiler.ts';

/** How long parsing keeps the thread busy at a time. */
const sliceMs = 8;

export interface ReviewSource {
  source: ListedBranch;
  /** The branch that gets the changes. */
  target: ListedBranch;
  modelFolder: string;
  /** If the target's is another one. */
  targetModelFolder?: string | undefined;
  /** Sources that are parsed already. */
  known?: ModelIndex | undefined;
  /** The files of the target when the source last had all of them; undefined: not known. */
  readFork: () => Promise<Tree | undefined>;
  /** The text of a version that is kept on this machine. */
  textOf: (hash: Hash) => Promise<string | undefined>;
  /** Saved queries and tests that are not on the branch. */
  uses: readonly { path: string; text: string }[];
  /** @throws CancelledError */
  readCompiled: (signal?: AbortSignal) => Promise<CompiledSides>;
  /** Statements of each branch that the platform is asked for, and milliseconds. */
  sqlBudget: { statements: number; ms: number };
  /** Asked for only if public names are gone or have another type. */
  readContent?: ((signal?: AbortSignal) => Promise<ReadContent>) | undefined;
  /** Compiles both models on this computer if the platform has not built one, and tells what callers may read. */
  openCompiler?: (() => SourceCompiler) | undefined;
  /** Set: the platform is asked what callers see. */
  confirmAccess?: ConfirmAccess | undefined;
  /** Set: the slices of both models are compared, and what callers may read. */
  certificate?: CertificateSource | undefined;
}

type CertificateSource = Pick<CertificateOptions, 'budget' | 'values' | 'planner' | 'compiler'> & {
  /** Whether to compare models also if none of their files differs. */
  always: boolean;
};

export interface BranchReading {
  /** Without values, which are compared only on request. */
  review: Review;
  /** Saved queries and tests whose values may differ. */
  queries: readonly AffectedQuery[];
  /** The slices with other SQL, whose values may differ; undefined without a certificate. */
  certified: (Certified & { renames: Renames }) | undefined;
  /** The models that were compared. */
  models: Record<'before' | 'after', ModelIndex>;
  /** The listings that were compared: of the target and of the source. */
  before: Tree;
  after: Tree;
  fork: Tree | undefined;
  /** The changes on the target since the fork; undefined: not known. */
  moved: readonly FileChange[] | undefined;
}

/** Lists both branches, and reads the sources of each model in one request. @throws PlatformError, CancelledError */
export async function readReview(from: ReviewSource, signal?: AbortSignal): Promise<BranchReading> {
  const [before, after, fork] = await Promise.all([
    from.target.list(signal),
    from.source.list(signal),
    from.readFork(),
  ]);
  const sides = { before, after, fork };
  const files = fileChanges(before, after);
  // Documents do not change what is compiled.
  const folders = foldersOf(from);
  const isCompiledFrom = (path: string) => folders.some((folder) => documentKind(path, folder) === undefined);
  const mayDiffer = files.some(({ path, previousPath = path }) => [path, previousPath].some(isCompiledFrom));
  const none = { compiled: nothingCompiled, queries: [] };
  const [{ uses, models, model }, sidesRead] = await Promise.all([
    compareModels(from, sides, signal),
    mayDiffer || from.certificate?.always ? from.readCompiled(signal) : undefined,
  ]);
  const sources = from.openCompiler && new CompiledSources(from.openCompiler, models);
  try {
    const compared = sidesRead
      ? await compareCompiledSides(from, sidesRead, { models, model, uses, sources }, signal)
      : none;
    const moved = fork && fileChanges(fork, before);
    const conflicts = await conflictsOf(from, sides, moved, signal);
    const { compiled, queries } = compared;
    const more =
      'model' in compared
        ? { model: compared.model, access: compared.access, accessConfirmed: compared.accessConfirmed }
        : {
            model,
            access: from.certificate && { changes: [], unknown: [] },
            accessConfirmed: from.confirmAccess && nothingConfirmed(reviewTexts.message('no-model-differs')),
          };
    const certified = 'model' in compared ? compared.certified : undefined;
    return {
      review: { files, values: [], conflicts, compiled, ...more, certificate: certified?.certificate },
      queries,
      certified,
      models,
      ...sides,
      moved,
    };
  } finally {
    sources?.dispose();
    sidesRead?.dispose();
  }
}

interface ComparedSources {
  models: BranchReading['models'];
  model: readonly ModelChange[];
  uses: readonly ReviewUse[];
  sources: CompiledSources | undefined;
}

async function compareCompiledSides(
  { source, target, sqlBudget, certificate, readContent, confirmAccess: confirm }: ReviewSource,
  read: CompiledSides,
  { models, model, uses, sources }: ComparedSources,
  signal: AbortSignal | undefined,
) {
  const until = signal ?? new AbortController().signal;
  const { before, after, missing, compiledHere } = await withoutMissing(read, sources, until);
  const errors = [
    ...compileErrors(models.before, before, 'before', target.branchName),
    ...compileErrors(models.after, after, 'after', source.branchName),
  ];
  if (before.kind !== 'compiled' || after.kind !== 'compiled') {
    const queries = errors.length > 0 ? [] : affectedQueries(model, uses);
    return {
      model,
      queries,
      compiled: { ...nothingCompiled, errors, missing, compiledHere },
      certified: undefined,
      access: undefined,
      accessConfirmed: confirm && nothingConfirmed(reviewTexts.message('models-not-compared')),
    };
  }
  const changes = withMetaChanges(model, before.side.meta, after.side.meta, uses);
  const renames = renamesOf(changes);
  const sides = { before: before.side, after: after.side };
  const [reviewed, seen] = await Promise.all([
    reviewCompiled({
      ...sides,
      changes,
      queries: withAffected(savedQueries(uses), changes),
      seen: seenTests(uses),
      first: new Set(changes.flatMap(({ name, reach }) => [name, ...reach.members].map(ownerOf))),
      budget: sqlBudget,
      signal: until,
    }),
    certificate && readAccess({ sides, sources, renames, confirm }, until),
  ]);
  const names = new Set(reviewed.compiled.consumers.map(({ name }) => name));
  const users = usersOf(uses, names);
  const consumers = reviewed.compiled.consumers.map((one) => ({
    ...one,
    uses: [...(users.get(one.name) ?? []), ...ownUsers(one.name, reviewed.model)],
  }));
  const known = { ...reviewed, compiled: { ...reviewed.compiled, consumers, compiledHere } };
  const content = consumers.length > 0 ? await readContent?.(until) : undefined;
  const isHere = compiledHere.length > 0;
  const certified = certificate && {
    ...(await certify({
      ...certificate,
      conditions: conditionsOf([models.before, models.after]),
      canSetAttributes: Boolean(before.side.unrestricted && after.side.unrestricted),
      ...(isHere && { planner: 'javascript', compiler: after.side.compiler ?? null }),
      before: before.side.unrestricted ?? before.side,
      after: after.side.unrestricted ?? after.side,
      renames,
      signal: until,
      uses: savedQueries(uses),
    })),
    renames,
    // The platform has no values of a branch that it has not built.
    ...(isHere && { open: [] }),
  };
  return {
    ...(content ? withContentUses(known, content) : known),
    certified,
    access: seen?.access,
    accessConfirmed: seen?.confirmed,
  };
}

/**
 * The SQL of the platform cannot be compared with that of this computer: if the platform has not built a branch, both models are compiled
 * here.
 */
async function withoutMissing(
  { before, after }: CompiledSides,
  sources: CompiledSources | undefined,
  signal: AbortSignal,
): Promise<Pick<CompiledSides, 'before' | 'after'> & Pick<CompiledReview, 'missing' | 'compiledHere'>> {
  const missing = [before, after].flatMap((one) => (one.kind === 'missing' ? [one.reason] : []));
  const isBroken = [before, after].some((one) => one.kind === 'errors' || (one.kind === 'missing' && one.hasFailed));
  if (missing.length === 0 || isBroken || !sources) return { before, after, missing, compiledHere: [] };
  try {
    const [old, now] = await Promise.all([sources.of('before', signal), sources.of('after', signal)]);
    return { before: old, after: now, missing: [], compiledHere: missing };
  } catch (failure) {
    if (signal.aborted) throw failure;
    const here = reviewTexts.message('not-compiled-here', [messageOf(failure)]);
    return { before, after, missing: [...missing, here], compiledHere: [] };
  }
}

/** The cubes and views that the loss of a name breaks. */
function ownUsers(name: string, changes: readonly ModelChange[]): Breakage['by'][] {
  const own = changes.filter((one) => one.name === name || one.previousName === name);
  return own.flatMap(({ breaking }) =>
    breaking.flatMap(({ by }) => (by.kind === 'view' || by.kind === 'cube' ? [by] : [])),
  );
}

/** As the check of a model lists them. */
function compileErrors(
  index: ModelIndex,
  read: ReadSide,
  side: CompileError['side'],
  branch: string,
): readonly CompileError[] {
  if (read.kind !== 'errors') return [];
  return diagnose(index, read.errors).flatMap(({ file, range, message, severity }) =>
    severity === 'error' ? [{ side, branch, file, range, message }] : [],
  );
}

interface Sides {
  before: Tree;
  after: Tree;
  fork: Tree | undefined;
}

async function compareModels(from: ReviewSource, { before, after }: Sides, signal?: AbortSignal) {
  const { source, target, modelFolder, known, uses } = from;
  const [targetFolder] = foldersOf(from);
  const isUse = (path: string) => documentKind(path, modelFolder) !== undefined;
  const isRead = (path: string) => isModelSource(path, modelFolder);
  const wasRead = (path: string) => isModelSource(path, targetFolder);
  const slices = new Slices(sliceMs, signal);
  const parsed = new Map<Hash, IndexedText>();
  const texts = new Map<string, string>();
  for (const [path, hash] of after) {
    const file = isRead(path) ? known?.text(path) : undefined;
    if (!file || file.unread || hashOf(Buffer.from(file.text)) !== hash) continue;
    texts.set(path, file.text);
    parsed.set(keyOf(path, hash, modelFolder), file);
    await slices.next();
  }
  const afterPaths = [...after.keys()].filter((path) => !texts.has(path) && (isRead(path) || isUse(path)));
  const beforePaths = [...before.keys()].filter(
    (path) => wasRead(path) && (before.get(path) !== after.get(path) || !isRead(path)),
  );
  const [newer, older] = await Promise.all([
    source.texts(after, afterPaths, signal),
    target.texts(before, beforePaths, signal),
  ]);
  for (const [path, text] of newer) texts.set(path, text);
  const indexOf = async (tree: Tree, folder: string, textOf: (path: string) => string | undefined) => {
    const index = new ModelIndex({ modelFolder: folder });
    for (const [path, hash] of tree) {
      const text = isModelSource(path, folder) ? textOf(path) : undefined;
      if (text === undefined) continue;
      const key = keyOf(path, hash, folder);
      const file = parsed.get(key) ?? index.read(path, text);
      if (!file) continue;
      parsed.set(key, file);
      index.add(file);
      await slices.next();
    }
    return index;
  };
  const now = await indexOf(after, modelFolder, (path) => texts.get(path));
  const then = await indexOf(before, targetFolder, (path) => older.get(path) ?? texts.get(path));
  const onBranch = [...after.keys()].filter(isUse).flatMap((path) => {
    const text = texts.get(path);
    return text === undefined ? [] : [{ path, text }];
  });
  const others = uses.filter(({ path }) => !after.has(path));
  const all = [...onBranch, ...others];
  return { model: modelChanges(then, now, all), models: { before: then, after: now }, uses: all };
}

/** The model folders of the target and of the source. */
function foldersOf({ modelFolder, targetModelFolder = modelFolder }: ReviewSource): readonly [string, string] {
  return [targetModelFolder, modelFolder];
}

/** The same text at another path is another file. */
function keyOf(path: string, hash: Hash, modelFolder: string): string {
  return `${hash} ${modelFolder} ${path}`;
}

/** The files that a merge cannot combine; null: not known. */
async function conflictsOf(
  { source, target, textOf }: ReviewSource,
  { before, after, fork }: Sides,
  moved: readonly FileChange[] | undefined,
  signal?: AbortSignal,
): Promise<string[] | null> {
  if (!fork || !moved) return null;
  if (moved.length === 0) return [];
  const paths = new Set([...fork.keys(), ...before.keys(), ...after.keys()]);
  const changed = [...paths].filter(
    (path) => fork.get(path) !== before.get(path) || fork.get(path) !== after.get(path),
  );
  const [theirs, ours] = await Promise.all([
    target.texts(before, changed, signal),
    source.texts(after, changed, signal),
  ]);
  const base = new Map<string, string>();
  for (const path of changed) {
    const hash = fork.get(path);
    if (hash === undefined) continue;
    const text =
      hash === before.get(path) ? theirs.get(path) : hash === after.get(path) ? ours.get(path) : await textOf(hash);
    if (text !== undefined) base.set(path, text);
  }
  // A version that is missing, or is not text, does not tell how a merge ends.
  const isComplete = (tree: Tree, texts: ReadonlyMap<string, string>) =>
    changed.every((path) => tree.has(path) === texts.has(path));
  if (!isComplete(before, theirs) || !isComplete(after, ours) || !isComplete(fork, base)) return null;
  return [...predictMerge(base, ours, theirs).conflicts];
}
