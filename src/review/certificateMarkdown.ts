/** The differences of a certificate and of access as Markdown. Names and values are inline code. */

import type { Difference } from './certificate/certificate.ts';
import { accessMessage, unknownAccessMessage } from './compiled/access.ts';
import { confirmationMessages } from './compiled/confirmedAccess.ts';
import { inlineCode, inlineText, valueText } from './markdownText.ts';
import type { Review } from './review.ts';

export const numbersHead = ['| measure | by | before | after |', '| --- | --- | --- | --- |'];

export function differenceItem({ measure, by, before, after, value, rows = 1 }: Difference): string {
  const name = measure === null ? '' : inlineCode(measure);
  const more = rows > 1 ? `, one of ${rows} rows` : '';
  const place = by === null ? '' : `${inlineCode(by)}${value === undefined ? '' : ` ${valueText(value)}`}${more}`;
  return `| ${name} | ${place} | ${valueText(before)} | ${valueText(after)} |`;
}

export function accessLines({ access, accessConfirmed }: Pick<Review, 'access' | 'accessConfirmed'>): string[] {
  const { changes = [], unknown = [] } = access ?? {};
  const messages = [
    ...changes.map(accessMessage),
    ...unknown.map(unknownAccessMessage),
    ...(accessConfirmed ? confirmationMessages(accessConfirmed) : []),
  ];
  return messages.map((one) => `- ${inlineText(one)}`);
}
