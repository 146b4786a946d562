/** The tab with the request and how it was answered. */

import { type Child, element, replaceContent } from '../../base/browser/dom.ts';
import type { QueryContent } from '../../contract/messages/queryChannel.ts';
import type { QueryTextKey } from '../../contract/messages/queryTexts.ts';
import type { QueryText } from '../shared/pageTexts.ts';
import { allLines, oneLine } from './grid/visibleText.ts';
import { durationText } from './statusLine.ts';

export interface RequestTab {
  readonly node: HTMLElement;
  show(content: QueryContent): void;
}

/** @param language of numbers and times */
export function makeRequestTab(text: QueryText, language: string): RequestTab {
  const node = element('div', { class: 'request-tab' });
  const number = new Intl.NumberFormat(language);
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const entry = (key: QueryTextKey, value: Child) => [element('dt', {}, text(key)), element('dd', {}, value)];
  const unknown = (key: QueryTextKey) => element('span', { class: 'hint' }, text(key));
  return {
    node,
    show({ branch, startedAt, result, compared }) {
      if (!result) {
        replaceContent(node, element('p', { class: 'hint' }, text('request.none')));
        return;
      }
      const { ms, rows, total, lastRefreshTime, answeredBy, request } = result;
      const facts = element(
        'dl',
        {},
        ...entry('request.branch', oneLine(branch)),
        ...(compared ? entry('request.compared', oneLine(compared.branch)) : []),
        ...entry('request.started', time.format(startedAt)),
        ...entry('request.time', durationText(text, number, ms)),
        ...entry('request.rows', number.format(rows.length)),
        ...entry('request.total', total === null ? unknown('request.notAsked') : number.format(total)),
        ...entry('request.answered', answeredBy === null ? unknown('request.unknown') : text(`answered.${answeredBy}`)),
        ...entry(
          'request.refreshed',
          lastRefreshTime === null ? unknown('request.unknown') : localTime(lastRefreshTime, time),
        ),
      );
      replaceContent(
        node,
        facts,
        element('h2', {}, text('request.object')),
        element(
          'pre',
          { tabindex: 0, 'aria-label': text('request.object') },
          allLines(JSON.stringify(request, null, 2)),
        ),
      );
    },
  };
}

function localTime(value: string, time: Intl.DateTimeFormat): string {
  const date = new Date(value);
  return Number.isNaN(date.valueOf()) ? oneLine(value) : time.format(date);
}
