/** The conclusion of a certificate in a few sentences. */

import { type CatalogMessage, fillIn } from '../../base/errors.ts';
import type { AccessReview } from '../compiled/access.ts';
import { reviewTexts } from '../model/reviewTexts.ts';
import type { Certificate } from './certificate.ts';

/** In English. @param shown how the name of a group is written */
export function certificateSentence(
  certificate: Certificate,
  access: AccessReview | undefined,
  shown: (group: string) => string = (group) => group,
): string {
  const messages = [...numberMessages(certificate), ...(access ? accessMessages(access) : [])];
  return messages
    .map(({ text, args }) =>
      fillIn(
        text.message,
        args.map((one) => (typeof one === 'string' ? shown(one) : one)),
      ),
    )
    .join(' ');
}

/** Who made the SQL: `The SQL is of the JavaScript planner, compiler 1.6.65 → 1.7.43.` Undefined if neither is known. In English. */
export function plannerSentence({ planner, compiler }: Certificate): string | undefined {
  const names = { javascript: 'JavaScript planner', native: 'native planner' };
  const of = [planner && names[planner], compiler && `compiler ${compiler}`].filter((one) => one !== null);
  return of.length === 0 ? undefined : `The SQL is of the ${of.join(', ')}.`;
}

/** What became of the numbers. The first message is the conclusion. */
export function numberMessages({ slices }: Certificate): CatalogMessage[] {
  const { equal, same, differs, added, removed, notCompared } = slices;
  const all = equal + same + differs + notCompared;
  const { message } = reviewTexts;
  const counted = (count: number, one: MessageCode, many: MessageCode) =>
    count === 0 ? [] : [count === 1 ? message(one) : message(many, [count])];
  const others = [...counted(added, 'one-new', 'slices-new'), ...counted(removed, 'one-gone', 'slices-gone')];
  if (all === 0) return [message('no-slices'), ...others];
  if (differs + notCompared === 0)
    return [
      same === 0 ? message('numbers-equal', [equal, all]) : message('numbers-same', [equal, all, same]),
      ...others,
    ];
  const rest = [...counted(same, 'one-same', 'slices-same'), ...others];
  if (differs === 0) {
    const [one, many] = [message('one-unknown', [all, equal]), message('slices-unknown', [all, notCompared, equal])];
    return [notCompared === 1 ? one : many, ...rest];
  }
  return [
    differs === 1 ? message('one-differs', [all, equal]) : message('slices-differ', [all, differs, equal]),
    ...counted(notCompared, 'one-not-compared', 'not-compared'),
    ...rest,
  ];
}

type MessageCode = Parameters<typeof reviewTexts.message>[0];

/** Groups that one message names. */
const maxGroups = 3;

/** Who sees more or less than before; nothing if no group does. */
export function accessMessages({ changes, unknown }: AccessReview): CatalogMessage[] {
  const { message } = reviewTexts;
  const groupsOf = (change: 'more' | 'less', isCertain: boolean) =>
    new Set(
      changes.filter((one) => one.change === change && (one.isCertain ?? true) === isCertain).map(({ group }) => group),
    );
  const summary = (change: 'more' | 'less') => {
    const groups = groupsOf(change, true);
    const perhaps = [...groupsOf(change, false)].filter((group) => !groups.has(group) && !groups.has('*'));
    const said = (all: readonly string[], verb: 'see' | 'may-see') => {
      const named = all.filter((group) => group !== '*');
      return [
        ...(all.includes('*') ? [message(`all-${verb}-${change}`)] : []),
        ...(named.length > 0 ? [message(`groups-${verb}-${change}`, [shownGroups(named)])] : []),
      ];
    };
    return [...said([...groups], 'see'), ...said(perhaps, 'may-see')];
  };
  const open = unknown.map(({ group }) => group);
  return [
    ...summary('more'),
    ...summary('less'),
    ...(open.includes('*') ? [message('all-unknown')] : []),
    ...(open.some((group) => group !== '*')
      ? [message('access-unknown', [shownGroups(open.filter((group) => group !== '*'))])]
      : []),
  ];
}

function shownGroups(groups: readonly string[]): string {
  return [...groups.slice(0, maxGroups), ...(groups.length > maxGroups ? ['…'] : [])].join(', ');
}
