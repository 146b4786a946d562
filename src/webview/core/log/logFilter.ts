/** Which messages a filter shows: those with every word of it, and none of the words behind a minus. Knows no display. */

import type { LoggedMessage } from './messageLog.ts';

export type MessageFilter = (message: LoggedMessage) => boolean;

/** Words that speak of the message itself; every other word is looked for in its type, payload and reason. */
const properties: Readonly<Record<string, MessageFilter>> = {
  in: ({ direction }) => direction === 'in',
  out: ({ direction }) => direction === 'out',
  accepted: ({ result }) => result === 'known',
  unknown: ({ result }) => result === 'unknown',
  ignored: ({ result }) => result === 'ignored',
};

/** @param filter words separated by blanks, in any case: `in ignored origin`, `-navigate` */
export function messageFilter(filter: string): MessageFilter {
  const tests = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '-')
    .map((word) => {
      if (!word.startsWith('-')) return wordTest(word);
      const test = wordTest(word.slice(1));
      return (message: LoggedMessage) => !test(message);
    });
  return (message) => tests.every((test) => test(message));
}

function wordTest(word: string): MessageFilter {
  if (Object.hasOwn(properties, word)) return properties[word]!;
  return ({ type, payload, detail, reason }) =>
    [type, payload, detail, reason ?? ''].some((text) => text.toLowerCase().includes(word));
}
