/** A change that may correct a syntax error. */

import type { Correction, MarkedProblem } from './edits/action.ts';

export interface Attempt extends Omit<Correction, 'isPreferred'> {
  /** Among equally good ones, the least is the most likely: by how many columns a line moves, or 1 for a rare mistake. */
  cost?: number;
}

export function attempt({ file }: MarkedProblem, title: string, start: number, end: number, text: string): Attempt {
  return { title, changes: [{ file: file.path, start, end, text }] };
}
