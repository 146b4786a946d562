/** The filter of the inspector: a message needs every term of it, and no term behind a minus. */

import type { LoggedMessage } from './messageLog.ts';

export type MessageFilter = (message: LoggedMessage) => boolean;

/** Terms for properties of a message. All other terms are searched in its type, payload and reason. */
const properties: Readonly<Record<string, MessageFilter>> = {
  in: ({ direction }) => direction === 'in',
  out: ({ direction }) => direction === 'out',
  accepted: ({ result }) => result === 'known',
  unknown: ({ result }) => result === 'unknown',
  ignored: ({ result }) => result === 'ignored',
};

/** @param filter terms separated by spaces, case-insensitive: `in ignored origin`, `-navigate` */
export function messageFilter(filter: string): MessageFilter {
  const filters = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '' && term !== '-')
    .map((term) => {
      if (!term.startsWith('-')) return termFilter(term);
      const matches = termFilter(term.slice(1));
      return (message: LoggedMessage) => !matches(message);
    });
  return (message) => filters.every((matches) => matches(message));
}

function termFilter(term: string): MessageFilter {
  if (Object.hasOwn(properties, term)) return properties[term]!;
  return ({ type, payload, detail, reason }) =>
    [type, payload, detail, reason ?? ''].some((text) => text.toLowerCase().includes(term));
}
