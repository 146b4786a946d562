/** The model of the branch that answers a query, which may be another one than that of the user's files. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { PlatformError } from '../../platform/platformError.ts';
import { whyTexts } from '../../query/why/whyTexts.ts';
import { listSome } from '../../sync/plan/halt.ts';
import type { BranchReads } from '../../sync/remote/branchPort.ts';
import { readModel } from '../tests/parentModel.ts';

interface AnsweringModel {
  index: ModelIndex;
  /** Paths of sources with another text, and of those that only one of both has. */
  different: ReadonlySet<string>;
  warnings: CatalogMessage[];
}

/** The local model, with a warning, if the user may not read that of the branch. @throws PlatformError, CancelledError */
export async function answeringModel(
  branch: BranchReads,
  local: ModelIndex,
  signal: AbortSignal,
): Promise<AnsweringModel> {
  const { branchName } = branch;
  try {
    const index = await readModel(branch, local, signal);
    const different = differentFiles(index, local);
    const files = listSome([...different].sort());
    const warnings = different.size > 0 ? [whyTexts.message('other-version', [branchName, files])] : [];
    return { index, different, warnings };
  } catch (failure) {
    if (!(failure instanceof PlatformError) || (failure.kind !== 'forbidden' && failure.kind !== 'not-found'))
      throw failure;
    const warning = whyTexts.message('version-unknown', [branchName, failure.message]);
    return { index: local, different: new Set(), warnings: [warning] };
  }
}

function differentFiles(one: ModelIndex, other: ModelIndex): Set<string> {
  const globals = [one.globals, other.globals].flatMap((file) => file ?? []);
  const paths = [...one.files, ...other.files, ...globals].map(({ path }) => path);
  return new Set(paths.filter((path) => one.text(path)?.text !== other.text(path)?.text));
}
