/** Whether the metadata that a platform shows callers is what the access policies of the model say. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { DataMeta } from '../../contract/dataApi.ts';
import { isLinkUrl } from '../../model/index/resolve.ts';
import { reviewTexts } from '../model/reviewTexts.ts';
import { type CallerAccess, groupOf, shownNames } from './access.ts';
import { onlyPublic } from './publicParts.ts';

interface AccessDisagreement {
  branch: string;
  /** `*`: a caller without groups. `a+b`: with both groups. */
  group: string;
  /** Members that only the platform shows. */
  more: readonly string[];
  /** Members that only the policies show. */
  less: readonly string[];
}

export interface AccessConfirmation {
  /** Answers of the platform: one for each caller and branch. */
  asked: number;
  /** Those that are what the policies say. */
  equal: number;
  different: readonly AccessDisagreement[];
  /** What was not asked, or not answered. Without a branch: all of it. */
  notConfirmed: readonly { branch?: string; group?: string; reason: CatalogMessage | string }[];
}

export function nothingConfirmed(reason: CatalogMessage | string): AccessConfirmation {
  return { asked: 0, equal: 0, different: [], notConfirmed: [{ reason }] };
}

/** Undefined: both are the same. */
export function disagreement(branch: string, caller: CallerAccess, meta: DataMeta): AccessDisagreement | undefined {
  const cubes = onlyPublic(meta).cubes;
  const shown = new Set(
    cubes.flatMap(({ measures, dimensions, segments }) =>
      [...measures, ...dimensions, ...(segments ?? [])].map(({ name }) => name).filter((name) => !isLinkUrl(name)),
    ),
  );
  const said = new Set(caller.members.filter((name) => !isLinkUrl(name)));
  // The specification does not say whether metadata lists what is masked.
  const masked = new Set(caller.masked);
  const more = [...shown].filter((name) => !said.has(name) && !masked.has(name)).sort();
  const less = [...said].filter((name) => !shown.has(name)).sort();
  return more.length + less.length > 0 ? { branch, group: groupOf(caller.groups), more, less } : undefined;
}

/** The first one says how much is confirmed, if anything was asked. */
export function confirmationMessages(found: AccessConfirmation): CatalogMessage[] {
  const { message } = reviewTexts;
  const of = (code: 'shown-beyond' | 'not-shown', { branch, group, ...sides }: AccessDisagreement) => {
    const names = shownNames(code === 'shown-beyond' ? sides.more : sides.less);
    if (names === '') return [];
    return [group === '*' ? message(`all-${code}`, [branch, names]) : message(code, [branch, group, names])];
  };
  return [
    ...(found.asked > 0 ? [message('access-confirmed', [found.equal, found.asked])] : []),
    ...found.different.flatMap((one) => [...of('shown-beyond', one), ...of('not-shown', one)]),
    ...found.notConfirmed.map(({ branch, group, reason }) => {
      if (branch === undefined) return message('nothing-confirmed', [reason]);
      if (group === undefined) return message('branch-not-confirmed', [branch, reason]);
      return group === '*'
        ? message('all-not-confirmed', [branch, reason])
        : message('group-not-confirmed', [branch, group, reason]);
    }),
  ];
}
