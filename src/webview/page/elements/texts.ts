/** The page's strings in the editor's language, English where one is missing. */

import { type HostTextKey, hostTexts } from '../../../contract/messages/hostTexts.ts';

export type Texts = (key: HostTextKey, ...values: (string | number)[]) => string;

export function makeTexts(delivered: Readonly<Record<string, string>>): Texts {
  return (key, ...values) => {
    const english = hostTexts[key];
    const template = (Object.hasOwn(delivered, english) ? delivered[english] : undefined) ?? english;
    return template.replace(/\{(\d)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
  };
}
