/** A review as a JSON object, and its exit code. */

import { comparedObject } from '../../query/compare/comparedObject.ts';
import { certificateSentence } from '../../review/certificate/conclusion.ts';
import type { Breakage, User } from '../../review/model/modelChange.ts';
import type { ReviewPlace } from '../../review/modelChanges.ts';
import { type Conclusion, conclusionOf, type Review } from '../../review/review.ts';
import type { exits } from '../program/exitCodes.ts';
import { placeIn } from './report.ts';

export const exitOf = {
  fine: 'done',
  breaking: 'breaking',
  'not-compiled': 'failed',
  unknown: 'failed',
  consumers: 'consumers',
} as const satisfies Record<Conclusion, keyof typeof exits.review>;

function placeObject({ file, range, side }: ReviewPlace) {
  return { ...placeIn(file, range), side };
}

/** The place is in the project, or content of the platform: `{id, where}`. */
function userObject({ kind, name, place, content }: User) {
  return { kind, name, place: place ? placeObject(place) : content };
}

function breakageObject({ by, reason }: Breakage) {
  return { by: userObject(by), reason };
}

/** The review as one JSON object, for other programs. Lines and columns count from 1. */
export function reviewObject(review: Review) {
  const { files, model, values, compiled, certificate, access, accessConfirmed } = review;
  const { errors, missing, compiledHere, failing, consumers, contentNotRead, affected, ...known } = compiled;
  return {
    conclusion: conclusionOf(review),
    sentence: certificate ? certificateSentence(certificate, access) : null,
    files,
    errors: errors.map(({ branch, message, ...place }) => ({ branch, message, ...placeObject(place) })),
    missing: missing.map(({ message }) => message),
    compiledHere: compiledHere.map(({ message }) => message),
    model: model.map(({ breaking, places, ownerPlace: _, usedBy: __, ...change }) => ({
      ...change,
      breaking: breaking.map(breakageObject),
      places: places.map(placeObject),
    })),
    failing: failing.map(breakageObject),
    consumers: consumers.map(({ uses = [], ...one }) => ({
      ...one,
      uses: uses.map(userObject),
    })),
    contentNotRead: contentNotRead.map(({ message }) => message),
    affected: affected.map(({ sql: _, ...one }) => one),
    ...known,
    certificate: certificate ?? null,
    access: access?.changes ?? null,
    accessUnknown: access?.unknown ?? [],
    accessConfirmed: accessConfirmed
      ? {
          ...accessConfirmed,
          notConfirmed: accessConfirmed.notConfirmed.map(({ reason, ...one }) => ({
            ...one,
            reason: typeof reason === 'string' ? reason : reason.message,
          })),
        }
      : null,
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
