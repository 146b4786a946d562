/** A review as one JSON object, for other programs. Lines and columns count from 1. */

import { comparedObject } from '../../query/compare/comparedObject.ts';
import type { ReviewPlace } from '../../review/modelChanges.ts';
import type { Review } from '../../review/review.ts';

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

export function reviewObject({ files, model, values }: Review) {
  return {
    files,
    model: model.map(({ breaking, places, usedBy: _, ...change }) => ({
      ...change,
      breaking: breaking.map(({ by, reason }) => ({ by: { ...by, place: by.place && placeObject(by.place) }, reason })),
      places: places.map(placeObject),
    })),
    values: values.map(({ path, test, members, state, table, failure }) => ({
      path,
      test,
      members,
      state,
      failure,
      ...(table ? comparedObject(table) : {}),
    })),
  };
}
