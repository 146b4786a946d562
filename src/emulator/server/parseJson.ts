/** Parses JSON of limited nesting. What is nested deeper exhausts the stack of the code that checks or saves it. */

import { HttpFailure } from '../records/httpFailure.ts';

/** Levels of lists and objects. */
const deepest = 200;

/** @throws HttpFailure 400 that names `place` */
export function parseJson(text: string, place: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpFailure(400, `${place}: not JSON`);
  }
  if (isDeeper(value, deepest)) throw new HttpFailure(400, `${place}: nested more than ${deepest} levels deep`);
  return value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
