/** A proposal as an answer: its diff, and what the model would be after it. */

import { createTwoFilesPatch } from 'diff';
import { UserError } from '../../../base/errors.ts';
import { isPrivate } from '../../../model/index/visibility.ts';
import { modelChanges } from '../../../review/modelChanges.ts';
import type { Answer, ValueObject } from '../shared/answer.ts';
import type { ReadCapability } from '../shared/capability.ts';
import { addedProblems, bySeverity, compileWords, countsOf, notCompiled, problemObjects } from '../shared/checked.ts';
import { LongText } from '../shared/longText.ts';
import { definitionsOf, membersOf, placeText } from '../shared/parts.ts';
import type { ProjectState } from '../shared/projectState.ts';
import type { ProposedFile } from '../shared/proposals.ts';
import { isWritable } from '../shared/writable.ts';
import type { Edit } from './refactorings.ts';

/** @throws UserError if a file may not be changed */
export async function proposed(
  { proposals, check }: ReadCapability,
  state: ProjectState,
  { title, files, leftOut = [] }: Edit,
  signal: AbortSignal,
): Promise<Answer> {
  const refused = files.find(({ path }) => !isWritable(path, state.folder));
  if (refused)
    throw new UserError('This would change a file that an assistant may not change.', { where: refused.path });
  const after = state.with(new Map(files.map((one) => [one.path, one.after])));
  const [{ problems, compiles: compiledBefore }, { problems: later, compiles }] = await Promise.all([
    check(state, signal),
    check(after, signal),
  ]);
  const added = addedProblems(problems, later);
  const changes = modelChanges(state.index, after.index, after.documents);
  const breaks = changes.flatMap(({ name, breaking }) =>
    breaking.map(
      ({ by, reason }): ValueObject => ({
        changed: name,
        breaks: by.name,
        kind: by.kind,
        reason: new LongText(reason, 600),
        place: by.place && placeText(by.place.file, by.place.range),
      }),
    ),
  );
  const kept = publicNames(after);
  const gone = [...publicNames(state)].filter((name) => !kept.has(name));
  const { id, digest } = proposals.add(title, files);
  const counts = countsOf(added);
  return {
    sentence: `${title}: ${files.length} files. After it, the model ${compileWords(compiles)}, with ${counts.errors} new errors; ${breaks.length} things of the project break, and ${gone.length} public names are gone. Nothing is written yet.`,
    data: {
      proposal: id,
      digest,
      files: files.map(({ path, before, after: text }) => ({
        path,
        change: before === undefined ? 'new' : text === undefined ? 'deleted' : 'changed',
      })),
      diff: new LongText(files.map(patchOf).join(''), 16_000),
      leftOut: leftOut.length === 0 ? undefined : leftOut.slice(0, 50).map((one) => new LongText(one, 500)),
      compilesAfter: compiles ?? null,
      ...notCompiled(compiledBefore, compiles),
      ...counts,
      newProblems: problemObjects(after, bySeverity(added).slice(0, 20)),
      resolved: compiledBefore === undefined || compiles === undefined ? null : addedProblems(later, problems).length,
      breaks: breaks.slice(0, 50),
      // Dashboards and other programs outside of the project may use them.
      publicNamesGone: gone.slice(0, 50),
      ...((added.length > 20 || breaks.length > 50 || gone.length > 50) && { truncated: true }),
    },
  };
}

function publicNames({ index }: ProjectState): Set<string> {
  const owners = definitionsOf(index).filter(({ node }) => !isPrivate(node));
  const members = owners.flatMap((owner) => membersOf(index, owner)).filter(({ isPublic }) => isPublic);
  return new Set([...owners, ...members].map(({ name }) => name));
}

function patchOf({ path, before, after }: ProposedFile): string {
  const names = [
    before === undefined ? '/dev/null' : `a/${path}`,
    after === undefined ? '/dev/null' : `b/${path}`,
  ] as const;
  return createTwoFilesPatch(...names, before ?? '', after ?? '', undefined, undefined, { context: 3 }).replace(
    /^=+\n/,
    '',
  );
}
