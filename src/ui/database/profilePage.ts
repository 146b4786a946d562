/** The profile of a member as HTML: numbers, the commonest values, and a histogram, as tables with bars. */

import { escapeHtml } from '../../base/html.ts';
import type { MemberProfile } from '../../local/profile/profileMember.ts';
import { paragraph, percent, tableHtml } from '../shell/contentHtml.ts';
import type { Localizer } from '../shell/localizer.ts';

interface Reading {
  /** The data source, for people. */
  source: string;
  /** When it was read. */
  time: string;
}

/** @param language of numbers */
export function profileHtml(profile: MemberProfile, reading: Reading, language: string, l10n: Localizer): string {
  const { name, kind, type, rows, common, histogram, isCut } = profile;
  const number = new Intl.NumberFormat(language);
  const texts = [
    `<h1>${escapeHtml(name)}</h1>`,
    paragraph('quiet', [kind === 'measure' ? l10n.t('measure') : l10n.t('dimension'), type].join(' · ')),
    paragraph('quiet', l10n.t('Read from {0} on {1}, without access policies.', reading.source, reading.time)),
  ];
  if (isCut) {
    texts.push(
      paragraph(
        'note',
        l10n.t(
          'Only {0} rows were read, those that the database returned first. All numbers are about them.',
          number.format(rows),
        ),
      ),
    );
  }
  if (kind === 'measure') {
    texts.push(paragraph('quiet', l10n.t('The values are those of its SQL in each row, before they are aggregated.')));
  }
  texts.push(factsHtml(profile, number, l10n));
  const rowsText = l10n.t('Rows');
  const share = (count: number) => percent(count, rows, language);
  if (histogram.length > 0) {
    texts.push(
      tableHtml(
        l10n.t('Distribution'),
        [l10n.t('From – to below'), rowsText, l10n.t('Share')],
        histogram.map(({ from, to, count }) => ({ label: escapeHtml(`${from} – ${to}`), count })),
        number,
        share,
      ),
    );
  }
  if (common.length > 0) {
    texts.push(
      tableHtml(
        l10n.t('Most Common Values'),
        [l10n.t('Value'), rowsText, l10n.t('Share')],
        common.map(({ value, count }) => ({ label: escapeHtml(value === '' ? l10n.t('(empty text)') : value), count })),
        number,
        share,
      ),
    );
  }
  texts.push(...notKnownTexts(profile, l10n).map((text) => paragraph('note', text)));
  return `<main>\n${texts.join('\n')}\n</main>`;
}

function notKnownTexts({ notKnown, common, distinct }: MemberProfile, l10n: Localizer): string[] {
  const parts = {
    common: (reason: string) => l10n.t('The most common values are not known: {0}', reason),
    histogram: (reason: string) => l10n.t('The distribution is not known: {0}', reason),
    total: (reason: string) => l10n.t('The value over all rows is not known: {0}', reason),
  };
  const texts = notKnown.map(({ part, reason }) => parts[part](reason));
  const isUnique = common.length === 0 && (distinct ?? 0) > 0 && notKnown.every(({ part }) => part !== 'common');
  return isUnique ? [l10n.t('No value occurs twice.'), ...texts] : texts;
}

function factsHtml(profile: MemberProfile, number: Intl.NumberFormat, l10n: Localizer): string {
  const { kind, rows, nulls, distinct, min, max, total } = profile;
  const { locale } = number.resolvedOptions();
  const facts: (readonly [label: string, value: string | null, more?: string])[] = [
    [l10n.t('Rows'), number.format(rows)],
    [l10n.t('Null'), number.format(nulls), percent(nulls, rows, locale)],
    [l10n.t('Distinct Values'), distinct === null ? null : number.format(distinct)],
    [l10n.t('Smallest'), min],
    [l10n.t('Largest'), max],
    ...(kind === 'measure' && total !== undefined ? [[l10n.t('Over All Rows'), total] as const] : []),
  ];
  const items = facts.map(([label, value, more]) => {
    const text = value === null ? '–' : escapeHtml(value);
    const small = more === undefined ? '' : ` <small>${escapeHtml(more)}</small>`;
    return `<div><dt>${escapeHtml(label)}</dt><dd>${text}${small}</dd></div>`;
  });
  return `<dl>${items.join('')}</dl>`;
}
