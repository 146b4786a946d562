/** A review as one JSON object, for other programs. Lines and columns count from 1. */

import type { BuildObject } from '../platform/branchBuild.ts';
import { comparedObject } from '../query/compare/comparedObject.ts';
import type { Breakage } from '../review/model/modelChange.ts';
import type { ReviewPlace } from '../review/modelChanges.ts';
import type { Review } from '../review/review.ts';
import { conclusionOf } from '../review/review.ts';

function placeObject({ file, range: { start, end }, side }: ReviewPlace) {
  return {
    file,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
    side,
  };
}

function breakageObject({ by, reason }: Breakage) {
  return { by: { ...by, place: by.place && placeObject(by.place) }, reason };
}

/** @param builds of the branch and of its base */
export function reviewObject(review: Review, [build, baseBuild]: readonly BuildObject[]) {
  const { files, model, values, compiled } = review;
  const { errors, missing, failing, ...known } = compiled;
  return {
    build,
    baseBuild,
    conclusion: conclusionOf(review),
    files,
    errors: errors.map(({ branch, message, ...place }) => ({ branch, message, ...placeObject(place) })),
    missing: missing.map(({ message }) => message),
    model: model.map(({ breaking, places, usedBy: _, ...change }) => ({
      ...change,
      breaking: breaking.map(breakageObject),
      places: places.map(placeObject),
    })),
    failing: failing.map(breakageObject),
    ...known,
    values: values.map(({ path, test, members, newMembers = [], state, table, failure }) => ({
      path,
      test,
      members,
      ...(newMembers.length > 0 && { newMembers }),
      state,
      failure: failure && { side: failure.side, message: failure.message },
      ...(table ? comparedObject(table) : {}),
    })),
  };
}
