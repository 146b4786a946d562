/** An explanation as plain data, in English, for programs. */

import type { Explanation, Line, Place } from './explanation.ts';

// Types instead of interfaces, so that they can be values of JSON.
type LineObject = {
  text: string;
  /** `file:line` */
  place?: string;
  details?: readonly LineObject[];
};

export type ExplanationObject = {
  warnings: readonly string[];
  isEmpty: boolean;
  causes: readonly LineObject[];
  steps: readonly { text: string; place?: string; rows: number }[];
  notes: readonly LineObject[];
  unknown: readonly LineObject[];
  queries: number;
};

export function explanationObject(explanation: Explanation): ExplanationObject {
  const { warnings, isEmpty, causes, steps, notes, unknown, probes } = explanation;
  return {
    warnings: warnings.map(({ message }) => message),
    isEmpty,
    causes: causes.map(lineObject),
    steps: steps.map(({ rows, ...line }) => ({ ...lineObject(line), rows })),
    notes: notes.map(lineObject),
    unknown: unknown.map(lineObject),
    queries: probes,
  };
}

function lineObject({ text, place, details = [] }: Line): { text: string; place?: string; details?: LineObject[] } {
  return {
    text: text.message,
    ...(place && { place: placeText(place) }),
    ...(details.length > 0 && { details: details.map(lineObject) }),
  };
}

function placeText({ file, line }: Place): string {
  return `${file}:${line}`;
}
