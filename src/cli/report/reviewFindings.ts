/** What a review found, as findings at places of the newer model. */

import { printableName } from '../../base/terminal.ts';
import type { Certificate, Difference } from '../../review/certificate/certificate.ts';
import {
  certificateSentence,
  plannerSentence,
  refusedMessages,
  uncomparedReasons,
  uncomparedTexts,
} from '../../review/certificate/conclusion.ts';
import { accessMessage, unknownAccessMessage } from '../../review/compiled/access.ts';
import { compiledHereMessages, consumerMessage } from '../../review/compiled/compiledReview.ts';
import { confirmationMessages } from '../../review/compiled/confirmedAccess.ts';
import { reviewMarkdown } from '../../review/markdown.ts';
import type { ModelChange, ReviewPlace, User } from '../../review/model/modelChange.ts';
import { breakingCount, conclusionOf, type Review } from '../../review/review.ts';
import { refusedNow } from '../../review/valueChanges.ts';
import { type Finding, type FindingPlace, findingLine, placeIn, type Report } from './report.ts';
import { reviewObject } from './reviewObject.ts';

/** @param more in front of the object of the format `json` */
export function reviewReport(command: 'review' | 'certify', review: Review, more: object = {}): Report {
  const findings = reviewFindings(review);
  const { certificate, access } = review;
  const conclusion = conclusionText(review);
  const planner = certificate ? [plannerSentence(certificate)].filter((one) => one !== undefined) : [];
  const sentences = certificate ? [certificateSentence(certificate, access), ...planner, conclusion] : [conclusion];
  return {
    command,
    findings,
    object: { ...more, ...reviewObject(review) },
    text: `${[...findings.map(findingLine), printableName(sentences.join(' '))].join('\n')}\n`,
    markdown: reviewMarkdown(review),
  };
}

function conclusionText(review: Review): string {
  const [breaking, names] = [breakingCount(review), review.compiled.consumers.length];
  switch (conclusionOf(review)) {
    case 'not-compiled':
    case 'unknown':
      return 'It is not known what breaks.';
    case 'breaking':
      return breaking === 1 ? '1 change breaks something.' : `${breaking} changes break something.`;
    case 'consumers':
      return `Nothing breaks here, but ${names === 1 ? '1 public name is' : `${names} public names are`} gone or of another type.`;
    case 'fine':
      return 'Nothing breaks.';
  }
}

function reviewFindings(review: Review): Finding[] {
  const { files, model, values, compiled, certificate, access, accessConfirmed } = review;
  const placeOf = (name: string) =>
    changePlace(model.find((one) => one.name === name || one.previousName === name) ?? { places: [] });
  return [
    ...compiled.errors.map(
      ({ branch, message, ...place }): Finding => ({
        code: 'compile-error',
        severity: 'error',
        message: `${branch} does not compile: ${message}`,
        // Where no file differs, a place of the former model is one of the newer one.
        place: newPlace([files.length === 0 ? { ...place, side: 'after' } : place]),
      }),
    ),
    ...compiled.missing.map(
      ({ message }): Finding => ({ code: 'not-compared', severity: 'warning', message: `Not compared: ${message}` }),
    ),
    ...compiledHereMessages(compiled).map(
      ({ message }): Finding => ({ code: 'compiled-here', severity: 'information', message }),
    ),
    ...model.flatMap(({ kind, name, change, breaking, ...places }) =>
      breaking.map(
        ({ by, reason }): Finding => ({
          code: 'breaking-change',
          severity: 'error',
          message: `${kind.replaceAll('_', ' ')} ${name} is ${change}. This breaks ${userText(by)}: ${reason}`,
          place: newPlace(by.place ? [by.place] : []) ?? changePlace(places),
        }),
      ),
    ),
    ...compiled.failing.map(
      ({ by, reason }): Finding => ({
        code: 'breaking-change',
        severity: 'error',
        message: `The change breaks ${userText(by)}: ${reason}`,
        place: newPlace(by.place ? [by.place] : []),
      }),
    ),
    ...refusedNow(values).map(
      ({ path, test, message, line = 1 }): Finding => ({
        code: 'breaking-change',
        severity: 'error',
        message: `${test === undefined ? 'query' : 'test'} ${test ?? path} is refused: ${message}`,
        place: { file: path, line, column: 1, endLine: line, endColumn: 1 },
      }),
    ),
    ...(certificate ? refusedMessages(certificate) : []).map(
      ({ name, message }): Finding => ({
        code: 'breaking-change',
        severity: 'error',
        message: message.message,
        place: placeOf(name),
      }),
    ),
    ...compiled.consumers.map(
      (one): Finding => ({
        code: 'public-name',
        severity: 'warning',
        message: `${consumerMessage(one).message} Other programs may use it.`,
        place: placeOf(one.name),
      }),
    ),
    ...compiled.contentNotRead.map(
      ({ message }): Finding => ({ code: 'content-not-read', severity: 'information', message }),
    ),
    ...(access?.changes ?? []).map(
      (one): Finding => ({
        code: 'access-changed',
        severity: 'warning',
        message: accessMessage(one).message,
        place: placeOf(one.view) ?? policyPlace(model, one.view),
      }),
    ),
    ...(access?.unknown ?? []).map(
      (one): Finding => ({
        code: 'access-unknown',
        severity: 'warning',
        message: unknownAccessMessage(one).message,
      }),
    ),
    ...(accessConfirmed ? confirmationMessages(accessConfirmed) : []).map(
      ({ message }, at): Finding => ({
        code: 'access-confirmed',
        severity: at === 0 && accessConfirmed!.asked > 0 ? 'information' : 'warning',
        message,
      }),
    ),
    ...(certificate ? uncompared(certificate) : []),
    ...[...byMember(certificate?.differences ?? [])].map(
      ([name, differences]): Finding => ({
        code: 'number-changed',
        severity: 'information',
        message: differencesText(differences),
        place: placeOf(name),
      }),
    ),
  ];
}

/** Code hosts show ten annotations of a kind: each measure is one, the slices are in its message. */
function byMember(differences: readonly Difference[]): ReadonlyMap<string, readonly Difference[]> {
  const found = new Map<string, Difference[]>();
  for (const one of differences) {
    const name = one.measure ?? one.by ?? '';
    found.set(name, [...(found.get(name) ?? []), one]);
  }
  return found;
}

function uncompared(certificate: Certificate): Finding[] {
  const { notCompared } = certificate.slices;
  if (notCompared === 0) return [];
  const reasons = uncomparedReasons(certificate)
    .slice(0, maxReasons)
    .map(({ reason }) => uncomparedTexts[reason] ?? reason);
  const count = notCompared === 1 ? '1 slice is' : `${notCompared} slices are`;
  const message = `${count} not compared: ${reasons.join('; ')}`;
  return [{ code: 'not-compared', severity: 'information', message }];
}

/** The place of a cube or view whose access policies differ, but nothing else. */
function policyPlace(model: Review['model'], name: string): FindingPlace | undefined {
  const policies = model.filter((one) => one.kind === 'access_policy' && one.name.startsWith(`${name}.`));
  return policies.map(changePlace).find((place) => place !== undefined);
}

/** A removed part is at the cube or view that had it. */
function changePlace({ places, ownerPlace }: Pick<ModelChange, 'places' | 'ownerPlace'>): FindingPlace | undefined {
  return newPlace(ownerPlace ? [...places, ownerPlace] : places);
}

/** Content of the platform has no place in the project. */
function userText({ kind, name, content }: User): string {
  return `${kind} ${name}${content?.where === undefined ? '' : ` (${content.where})`}`;
}

/** The first place of the newer version: the lines of the older one are others. */
function newPlace(places: readonly Pick<ReviewPlace, 'file' | 'range' | 'side'>[]): FindingPlace | undefined {
  const found = places.find(({ side, file }) => side === 'after' && file !== '');
  return found && placeIn(found.file, found.range);
}

const maxReasons = 5;

/** Slices of one measure that its message names. */
const maxSlices = 3;

/** The differences of one measure, or of one dimension. */
function differencesText(differences: readonly Difference[]): string {
  const [first] = differences;
  const slices = differences.slice(0, maxSlices).map(({ measure, by, before, after, only, value, rows = 1 }) => {
    const more = rows > 1 ? ` (one of ${rows} rows)` : '';
    // The values of a dimension are only there or not.
    if (measure === null) return `${String(value)} is ${only === 'before' ? 'gone' : 'new'}${more}`;
    const place = by === null ? '' : `by ${by}${value === undefined ? '' : ` = ${String(value)}`}: `;
    const [old, now] = [only === 'after' ? 'no row' : String(before), only === 'before' ? 'no row' : String(after)];
    return `${place}${old} before, ${now} now${more}`;
  });
  const left = differences.length - slices.length;
  const more = left > 0 ? [`and in ${left === 1 ? '1 more slice' : `${left} more slices`}`] : [];
  const separator = first?.measure !== null && first?.by !== null ? ' ' : ': ';
  return `${first?.measure ?? `The values of ${first?.by}`}${separator}${[...slices, ...more].join('; ')}`;
}
