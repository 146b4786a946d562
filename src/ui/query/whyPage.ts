/** An explanation of a result as HTML: causes, the rows after each step, and what was not computed. */

import { escapeHtml } from '../../base/html.ts';
import type { Explanation, Line, Place } from '../../query/why/explanation.ts';
import { fileLink, paragraph, percent, tableHtml } from '../shell/contentHtml.ts';
import { messageText } from '../shell/errorText.ts';
import type { Localizer } from '../shell/localizer.ts';

/** The editor's own command takes an address for a file of the browser, if the editor runs in one. */
export const showPlaceCommand = 'dataModel.query.showPlace';

interface Shown {
  /** The query and its branch. */
  title: string;
  time: string;
  language: string;
  l10n: Localizer;
  /** The address of its file. */
  uriOf(place: Place): string;
}

export function whyHtml(explanation: Explanation, shown: Shown): string {
  const { warnings, isEmpty, causes, steps, notes, unknown, probes } = explanation;
  const { title, time, language, l10n } = shown;
  const number = new Intl.NumberFormat(language);
  const all = steps[0]?.rows ?? 0;
  const none = isEmpty ? l10n.t('No cause was found.') : l10n.t('Nothing restricts the result but the query itself.');
  const texts = [
    `<h1>${escapeHtml(title)}</h1>`,
    paragraph('quiet', l10n.t('Counted on {0} by {1} queries.', time, number.format(probes))),
    ...warnings.map((warning) => paragraph('note', messageText(warning, l10n))),
    section(l10n.t('Causes'), causes, shown) || paragraph('note', none),
    ...(steps.length > 0
      ? [
          tableHtml(
            l10n.t('Rows After Each Step'),
            [l10n.t('Step'), l10n.t('Rows'), l10n.t('Share')],
            steps.map((step) => ({ label: lineHtml(step, shown), count: step.rows })),
            number,
            (count) => percent(count, all, language),
          ),
        ]
      : []),
    section(l10n.t('Notes'), notes, shown),
    section(l10n.t('Not Computed'), unknown, shown),
  ];
  return `<main>\n${texts.filter((text) => text !== '').join('\n')}\n</main>`;
}

function section(title: string, lines: readonly Line[], shown: Shown): string {
  return lines.length === 0 ? '' : `<h2>${escapeHtml(title)}</h2>\n${listHtml(lines, shown)}`;
}

function listHtml(lines: readonly Line[], shown: Shown): string {
  const items = lines.map((line) => {
    const details = line.details?.length ? listHtml(line.details, shown) : '';
    return `<li>${lineHtml(line, shown)}${details}</li>`;
  });
  return `<ul>${items.join('\n')}</ul>`;
}

function lineHtml({ text, place }: Line, { l10n, uriOf }: Shown): string {
  const link = place
    ? ` <small>${fileLink(`${place.file}:${place.line}`, showPlaceCommand, uriOf(place), place.line)}</small>`
    : '';
  return escapeHtml(messageText(text, l10n)) + link;
}
