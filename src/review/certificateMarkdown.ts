/** The differences of a certificate and of access as Markdown. Names and values are inline code. */

import type { Certificate, Difference } from './certificate/certificate.ts';
import { uncomparedReasons, uncomparedTexts } from './certificate/conclusion.ts';
import { accessMessage, unknownAccessMessage } from './compiled/access.ts';
import { confirmationMessages } from './compiled/confirmedAccess.ts';
import { inlineCode, inlineText, shortText, valueText } from './markdownText.ts';
import type { Review } from './review.ts';

export const numbersHead = ['| measure | by | before | after |', '| --- | --- | --- | --- |'];

/** Reasons that are named. */
const maxReasons = 5;

const noRow = '*no row*';

export function differenceItem({ measure, by, before, after, only, value, rows = 1 }: Difference): string {
  const name = measure === null ? '' : inlineCode(measure);
  const more = rows > 1 ? `, one of ${rows} rows` : '';
  const place = by === null ? '' : `${inlineCode(by)}${value === undefined ? '' : ` ${valueText(value)}`}${more}`;
  const [old, now] = [only === 'after' ? noRow : valueText(before), only === 'before' ? noRow : valueText(after)];
  return `| ${name} | ${place} | ${old} | ${now} |`;
}

/** Why slices are not compared. */
export function uncomparedLines(certificate: Certificate): string[] {
  const slices = (number: number) => `${number} ${number === 1 ? 'slice' : 'slices'}`;
  const reasons = uncomparedReasons(certificate);
  const shown = reasons.slice(0, maxReasons);
  const rest = certificate.slices.notCompared - shown.reduce((sum, { count }) => sum + count, 0);
  return [
    ...shown.map(({ reason, count }) => {
      const text = uncomparedTexts[reason] ?? inlineCode(shortText(reason));
      return `- ${slices(count)}: ${text}`;
    }),
    ...(rest > 0 ? [`- ${slices(rest)} for other reasons`] : []),
  ];
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
