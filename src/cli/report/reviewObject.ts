/** A review as a JSON object, and its exit code. */

import { comparedObject } from '../../query/compare/comparedObject.ts';
import { certificateSentence } from '../../review/certificate/conclusion.ts';
import type { Breakage } from '../../review/model/modelChange.ts';
import type { ReviewPlace } from '../../review/modelChanges.ts';
import { type Conclusion, conclusionOf, type Review } from '../../review/review.ts';
import type { exits } from '../program/exitCodes.ts';

export const exitOf = {
  fine: 'done',
  breaking: 'breaking',
  'not-compiled': 'failed',
  unknown: 'failed',
  consumers: 'consumers',
} as const satisfies Record<Conclusion, keyof typeof exits.review>;

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

/** The review as one JSON object, for other programs. Lines and columns count from 1. */
export function reviewObject(review: Review) {
  const { files, model, values, compiled, certificate, access } = review;
  const { errors, missing, failing, consumers, ...known } = compiled;
  return {
    conclusion: conclusionOf(review),
    sentence: certificate ? certificateSentence(certificate, access) : null,
    files,
    errors: errors.map(({ branch, message, ...place }) => ({ branch, message, ...placeObject(place) })),
    missing: missing.map(({ message }) => message),
    model: model.map(({ breaking, places, usedBy: _, ...change }) => ({
      ...change,
      breaking: breaking.map(breakageObject),
      places: places.map(placeObject),
    })),
    failing: failing.map(breakageObject),
    consumers: consumers.map(({ uses = [], ...one }) => ({
      ...one,
      uses: uses.map((by) => ({ ...by, place: by.place && placeObject(by.place) })),
    })),
    ...known,
    certificate: certificate ?? null,
    access: access?.changes ?? null,
    accessUnknown: access?.unknown ?? [],
    values: values.map(({ path, test, members, newMembers = [], state, table, failure, planner }) => ({
      path,
      test,
      members,
      ...(newMembers.length > 0 && { newMembers }),
      state,
      planner,
      failure: failure && { side: failure.side, message: failure.message },
      ...(table ? comparedObject(table) : {}),
    })),
  };
}
