/** What users see of metadata. */

import type { DataMeta } from '../../contract/dataApi.ts';

/** The members that users see. */
export function shownMembers({ cubes }: DataMeta): ReadonlySet<string> {
  const shown = cubes
    .filter(isShown)
    .flatMap(({ measures, dimensions, segments }) => [...measures, ...dimensions, ...(segments ?? [])]);
  return new Set(shown.filter(isShown).map(({ name }) => name));
}

/** A server in dev mode lists hidden parts, too. */
export function isShown(part: object): boolean {
  const { isVisible, public: shown } = part as { isVisible?: unknown; public?: unknown };
  return isVisible !== false && shown !== false;
}
