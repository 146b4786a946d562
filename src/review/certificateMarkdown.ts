/** The differences of a certificate and of access as Markdown. Names and values are inline code. */

import type { Difference } from './certificate/certificate.ts';
import type { AccessChange, AccessReview } from './compiled/access.ts';
import { inlineCode, valueText } from './markdownText.ts';

export const numbersHead = ['| measure | by | before | after |', '| --- | --- | --- | --- |'];

export function differenceItem({ measure, by, before, after, value, rows = 1 }: Difference): string {
  const name = measure === null ? '' : inlineCode(measure);
  const more = rows > 1 ? `, one of ${rows} rows` : '';
  const place = by === null ? '' : `${inlineCode(by)} ${value === undefined ? '' : valueText(value)}${more}`;
  return `| ${name} | ${place} | ${valueText(before)} | ${valueText(after)} |`;
}

export function accessLines({ changes, unknown }: AccessReview): string[] {
  return [
    ...changes.map(accessItem),
    ...unknown.map(({ group, reason }) => `- ${groupText(group)}: not known, ${inlineCode(reason)}`),
  ];
}

const maxNames = 20;

function accessItem({ view, group, change, what, before, after }: AccessChange): string {
  const start = `- ${groupText(group)} ${change === 'more' ? 'sees more' : 'sees less'} of ${inlineCode(view)}`;
  if (typeof before === 'string' || typeof after === 'string') {
    return `${start}: ${what} by ${inlineCode(String(before))} → ${inlineCode(String(after))}`;
  }
  const names = change === 'more' ? after : before;
  const rest = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return `${start}: ${names.slice(0, maxNames).map(inlineCode).join(', ')}${rest}`;
}

function groupText(group: string): string {
  return group === '*' ? 'everybody' : inlineCode(group);
}
