/** Says whether the query runs, failed or how it was answered. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import type { QueryContent } from '../../contract/messages/queryChannel.ts';
import { icon } from '../shared/icons.ts';
import type { QueryText } from '../shared/pageTexts.ts';
import { allLines, oneLine } from './grid/visibleText.ts';

const tickMs = 100;

export interface StatusLine {
  /** A failure, above the result. */
  readonly notice: HTMLElement;
  /** Says that rows are missing, above the result. */
  readonly cut: HTMLElement;
  /** Says that the result is not that of the model in the editor. */
  readonly version: HTMLElement;
  /** Says that the result is of the history. */
  readonly earlier: HTMLElement;
  /** Next to the tabs. */
  readonly line: HTMLElement;
  update(content: QueryContent): void;
}

interface StatusActions {
  retry(): void;
  saveAndRun(): void;
}

export function makeStatusLine(text: QueryText, language: string, { retry, saveAndRun }: StatusActions): StatusLine {
  const number = new Intl.NumberFormat(language);
  const seconds = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const notice = element('div', { class: 'notice', role: 'alert', hidden: true });
  const cut = element('div', { class: 'notice cut', role: 'status', hidden: true });
  const version = element('div', { class: 'notice version', role: 'status', hidden: true });
  const earlier = element('div', { class: 'notice earlier', role: 'status', hidden: true });
  const words = element('span', { role: 'status' });
  // Outside of the announced part: it changes ten times a second.
  const elapsed = element('span', { class: 'elapsed', 'aria-hidden': 'true' });
  const line = element('div', { class: 'status' }, words, elapsed);
  let ticking: ReturnType<typeof setInterval> | undefined;
  const tick = (startedAt: number) => {
    elapsed.textContent = text('state.seconds', seconds.format(Math.max(0, Date.now() - startedAt) / 1_000));
  };
  return {
    notice,
    cut,
    version,
    earlier,
    line,
    update(content) {
      const { state, startedAt } = content;
      clearInterval(ticking);
      elapsed.hidden = state !== 'running';
      if (state === 'running') {
        tick(startedAt);
        ticking = setInterval(() => tick(startedAt), tickMs);
      }
      const said = summary(text, number, content);
      if (words.textContent !== said) words.textContent = said;
      showFailure(notice, text, content, retry);
      showCut(cut, content);
      showEarlier(earlier, text, content);
      showVersion(version, text, content, saveAndRun);
    },
  };
}

function summary(
  text: QueryText,
  number: Intl.NumberFormat,
  { state, branch, waiting, building, result }: QueryContent,
): string {
  if (state === 'running') {
    if (building !== null) return text('state.building', oneLine(building));
    if (waiting) return text('state.waiting');
    return branch === '' ? text('state.starting') : text('state.running', oneLine(branch));
  }
  // The place of the rows says it.
  if (!result) return '';
  const { rows, total, ms, answeredBy } = result;
  const count = text('state.rows', number.format(rows.length));
  const whole = total === null ? count : `${count} ${text('state.total', number.format(total))}`;
  const parts = [
    whole,
    durationText(text, number, ms),
    ...(answeredBy === null ? [] : [text(`answered.${answeredBy}`)]),
  ];
  return parts.join(' · ');
}

function showCut(cut: HTMLElement, { result }: QueryContent): void {
  const notice = result?.cut ?? null;
  cut.hidden = notice === null;
  replaceContent(
    cut,
    ...(notice
      ? [
          icon('warning'),
          element('p', { class: 'notice-text' }, allLines([notice.message, notice.action].filter(Boolean).join(' '))),
        ]
      : []),
  );
}

function showEarlier(node: HTMLElement, text: QueryText, { earlier }: QueryContent): void {
  const said = earlier === null ? '' : text('state.earlier', oneLine(earlier));
  if (node.textContent === said) return;
  node.hidden = earlier === null;
  replaceContent(node, ...(earlier === null ? [] : [icon('clock'), element('p', { class: 'notice-text' }, said)]));
}

function showVersion(
  version: HTMLElement,
  text: QueryText,
  { otherVersion }: QueryContent,
  saveAndRun: () => void,
): void {
  // The same notice is announced once, and its button keeps the focus.
  const key = otherVersion ? JSON.stringify(otherVersion) : '';
  if ((version.dataset.shown ?? '') === key) return;
  version.dataset.shown = key;
  version.hidden = otherVersion === null;
  const parts = otherVersion && [
    icon('warning'),
    element('p', { class: 'notice-text' }, allLines(otherVersion.message)),
    otherVersion.canPush && element('button', { type: 'button', onclick: saveAndRun }, text('saveAndRun')),
  ];
  replaceContent(version, ...(parts ?? []));
}

function showFailure(notice: HTMLElement, text: QueryText, content: QueryContent, retry: () => void): void {
  const { state, failure, result } = content;
  const isFailed = state === 'failed';
  const isShown = isFailed || (state === 'done' && failure !== null);
  // The same failure is announced once.
  const key = isShown ? JSON.stringify([content.startedAt, failure, result === null]) : '';
  if (notice.dataset.failure === key) return;
  notice.dataset.failure = key;
  notice.hidden = !isShown;
  if (!isShown) {
    replaceContent(notice);
    return;
  }
  replaceContent(
    notice,
    icon('error'),
    element(
      'div',
      { class: 'notice-text' },
      element('p', { class: 'message' }, allLines(failure?.message ?? text('state.failed'))),
      failure?.action !== undefined && element('p', {}, allLines(failure.action)),
      isFailed && result !== null && element('p', { class: 'outdated' }, text('state.outdated')),
    ),
    element('button', { type: 'button', onclick: retry }, text('retry')),
  );
}

export function durationText(text: QueryText, number: Intl.NumberFormat, ms: number): string {
  if (ms < 10_000) return text('state.ms', number.format(Math.round(ms)));
  return text('state.seconds', number.format(Math.round(ms / 100) / 10));
}
