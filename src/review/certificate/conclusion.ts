/** The conclusion of a certificate in a few sentences. */

import { type CatalogMessage, fillIn } from '../../base/errors.ts';
import type { AccessReview } from '../compiled/access.ts';
import { reviewTexts } from '../model/reviewTexts.ts';
import type { Certificate, RefusedSlice } from './certificate.ts';

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
export function plannerSentence({ planner, compiler, attributes }: Certificate): string | undefined {
  const names = { javascript: 'JavaScript planner', native: 'native planner' };
  const of = [planner && names[planner], compiler && `compiler ${compiler}`].filter((one) => one !== null);
  const sentences = [
    ...(of.length === 0 ? [] : [`The SQL is of the ${of.join(', ')}.`]),
    ...(attributes ? [attributesMessage(attributes)].map(({ text, args }) => fillIn(text.message, args)) : []),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** For which callers the slices are compared. */
export function attributesMessage({
  names,
  isCompared,
  hasOthers,
}: NonNullable<Certificate['attributes']>): CatalogMessage {
  const { message } = reviewTexts;
  const shown = [...names.slice(0, maxAttributes), ...(names.length > maxAttributes ? ['…'] : [])].join(', ');
  if (names.length === 0) return message('attributes-unnamed');
  if (!isCompared) return message('attributes-unset', [shown]);
  return message(hasOthers ? 'attributes-in-part' : 'attributes-set', [shown]);
}

/** Attributes that a message names. */
const maxAttributes = 10;

/** What became of the numbers. The first message is the conclusion. */
export function numberMessages({ slices }: Certificate): CatalogMessage[] {
  const { equal, same, differs, refused, added, removed, notCompared } = slices;
  const all = equal + same + differs + refused + notCompared;
  const { message } = reviewTexts;
  const others = [...counted(added, 'one-new', 'slices-new'), ...counted(removed, 'one-gone', 'slices-gone')];
  if (all === 0) return [message('no-slices'), ...others];
  if (differs + refused + notCompared === 0)
    return [
      same === 0 ? message('numbers-equal', [equal, all]) : message('numbers-same', [equal, all, same]),
      ...others,
    ];
  const rest = [...counted(same, 'one-same', 'slices-same'), ...others];
  const unknown = [...counted(notCompared, 'one-not-compared', 'not-compared'), ...rest];
  if (refused > 0) {
    const [one, many] = [message('one-refused', [all, equal]), message('slices-refused', [all, refused, equal])];
    return [refused === 1 ? one : many, ...counted(differs, 'one-other', 'others'), ...unknown];
  }
  if (differs === 0) {
    const [one, many] = [message('one-unknown', [all, equal]), message('slices-unknown', [all, notCompared, equal])];
    return [notCompared === 1 ? one : many, ...rest];
  }
  return [
    differs === 1 ? message('one-differs', [all, equal]) : message('slices-differ', [all, differs, equal]),
    ...unknown,
  ];
}

/** Names in one message. */
const maxNames = 3;

/** What cannot be computed any more, by the messages of the database: a mistake has one. `name`: the first measure or dimension. */
export function refusedMessages({
  refused,
}: Pick<Certificate, 'refused'>): { name: string; message: CatalogMessage }[] {
  const isAlone = ({ measure, by }: RefusedSlice) => measure === null || by === null;
  const alone = new Set(refused.filter(isAlone).map(({ measure, by }) => measure ?? by ?? ''));
  const byText = new Map<string, Set<string>>();
  for (const one of refused) {
    const { measure, by, message: text } = one;
    // A measure by a dimension says nothing new where one of both is refused alone.
    if (!isAlone(one) && (alone.has(measure ?? '') || alone.has(by ?? ''))) continue;
    byText.set(text, (byText.get(text) ?? new Set()).add(measure ?? by ?? ''));
  }
  return [...byText].map(([text, all]) => {
    const names = [...all];
    const shown = names.slice(0, maxNames).join(', ');
    const more = names.length - maxNames;
    const { message } = reviewTexts;
    return {
      name: names[0]!,
      message: more > 0 ? message('more-refused', [shown, more, text]) : message('refused-now', [shown, text]),
    };
  });
}

/** Why slices are not compared, with their number: the most first. Reasons of slices that are not listed are unknown. */
export function uncomparedReasons({ notCompared }: Certificate): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of notCompared) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

/** The reasons that are not a message, in English. */
export const uncomparedTexts: Readonly<Record<string, string>> = {
  'sql-differs': 'their SQL differs, and their values were not asked for',
  budget: 'a limit was reached',
  conditions: 'their SQL differs for some callers or filters',
};

function counted(count: number, one: MessageCode, many: MessageCode): CatalogMessage[] {
  const { message } = reviewTexts;
  return count === 0 ? [] : [count === 1 ? message(one) : message(many, [count])];
}

type MessageCode = Parameters<typeof reviewTexts.message>[0];

/** Groups that one message names. */
const maxGroups = 3;

/** Who sees more or less than before; nothing if no group does. */
export function accessMessages({ changes, unknown }: AccessReview): CatalogMessage[] {
  const { message } = reviewTexts;
  const summary = (change: 'more' | 'less') => {
    const [sure, perhaps] = [true, false].map((isCertain) =>
      seersOf(changes.filter((one) => one.change === change && (one.isCertain ?? true) === isCertain)),
    ) as [Seers, Seers];
    const said = ({ isAll, except, named }: Seers, verb: 'see' | 'may-see') => [
      ...(isAll && except.length === 0 ? [message(`all-${verb}-${change}`)] : []),
      ...(isAll && except.length > 0 ? [message(`others-${verb}-${change}`, [shownGroups(except)])] : []),
      ...(named.length > 0 ? [message(`groups-${verb}-${change}`, [shownGroups(named)])] : []),
    ];
    return [...said(sure, 'see'), ...said(besides(perhaps, sure), 'may-see')];
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

interface Seers {
  isAll: boolean;
  /** Groups of whom that is not true. */
  except: readonly string[];
  named: readonly string[];
}

function seersOf(changes: AccessReview['changes']): Seers {
  const named = [...new Set(changes.map(({ group }) => group))].filter((group) => group !== '*');
  const [first, ...others] = changes.filter(({ group }) => group === '*');
  const except = (first?.except ?? []).filter(
    (group) => !named.includes(group) && others.every((one) => one.except?.includes(group)),
  );
  return { isAll: first !== undefined, except, named };
}

/** Those of whom the other does not say it. */
function besides({ isAll, except, named }: Seers, other: Seers): Seers {
  const isOpen = (group: string) => !other.named.includes(group) && (!other.isAll || other.except.includes(group));
  const left = isAll && other.isAll ? other.except.filter((group) => !except.includes(group)) : [];
  return { isAll: isAll && !other.isAll, except, named: [...new Set([...named.filter(isOpen), ...left])] };
}

function shownGroups(groups: readonly string[]): string {
  return [...groups.slice(0, maxGroups), ...(groups.length > maxGroups ? ['…'] : [])].join(', ');
}
