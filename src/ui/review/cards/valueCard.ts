/** The card about numbers: what the certificate says, and the values that differ, before and after. */

import type { CatalogMessage } from '../../../base/errors.ts';
import type { Cell } from '../../../contract/messages/resultShape.ts';
import type { ReviewCard, ReviewRow, ReviewValueTable } from '../../../contract/messages/reviewChannel.ts';
import type { Certificate, Difference } from '../../../review/certificate/certificate.ts';
import { attributesMessage, numberMessages, uncomparedReasons } from '../../../review/certificate/conclusion.ts';
import { shortText } from '../../../review/markdownText.ts';
import type { ValueChange } from '../../../review/valueChanges.ts';
import type { BranchReading } from '../../../session/review/readReview.ts';
import { messageText } from '../../shell/errorText.ts';
import type { Localizer } from '../../shell/localizer.ts';
import { type CardOptions, card, limited, maxRows, note, row } from './cardParts.ts';
import { shownNames } from './changeTexts.ts';

/** Rows of one query. */
const maxValueRows = 10;
/** Reasons why slices are not compared. */
const maxReasons = 5;

type TableRow = ReviewValueTable['rows'][number];

/** Nothing if the models were not compared, and no query is affected. */
export function valueCard({ queries }: BranchReading, options: CardOptions): ReviewCard[] {
  const { l10n, link, values = [], certificate, language } = options;
  if (!certificate && queries.length === 0) return [];
  const differences = certificate?.differences ?? [];
  const changed = values.filter(({ state }) => state === 'changed');
  const tableRows = [
    ...differences.slice(0, maxRows).map((one) => differenceRow(one, language, l10n)),
    ...changed.flatMap((value) => queryRows(value, language, l10n)),
  ];
  const rest = differences.length - maxRows;
  const open = certificate?.notCompared.some(({ reason }) => reason === 'sql-differs') ?? false;
  const canCompare = queries.length > 0 || open;
  const table: ReviewValueTable = {
    columns: [l10n.t('Number'), l10n.t('Before'), l10n.t('After'), l10n.t('Difference')],
    rows: tableRows,
  };
  return [
    card('values', l10n.t('Values'), {
      count: differences.length + changed.length,
      tone: tableRows.length > 0 ? 'warning' : 'plain',
      summary: certificate ? summaryOf(certificate).map((one) => messageText(one, l10n)) : [],
      rows: [
        ...(rest > 0 ? [row(l10n.t('… and {0} more', rest))] : []),
        ...limited(values, (value) => valueRow(value, options), l10n),
        ...reasonRows(options),
      ],
      ...(tableRows.length > 0 && { table }),
      links: canCompare ? [{ id: link({ kind: 'values' }), label: l10n.t('Compare Values') }] : [],
    }),
  ];
}

function summaryOf(certificate: Certificate): CatalogMessage[] {
  const { attributes } = certificate;
  return [...numberMessages(certificate), ...(attributes ? [attributesMessage(attributes)] : [])];
}

/** Why slices are not compared. */
function reasonRows({ certificate, l10n }: CardOptions): ReviewRow[] {
  const texts: Readonly<Record<string, string>> = {
    'sql-differs': l10n.t('their SQL differs'),
    budget: l10n.t('beyond the budget'),
    conditions: l10n.t('their SQL differs for some callers or filters'),
  };
  return limited(
    certificate ? uncomparedReasons(certificate) : [],
    ({ reason, count }) => row(l10n.t('Not compared: {0}', count), { detail: shortText(texts[reason] ?? reason) }),
    l10n,
    maxReasons,
  );
}

function differenceRow(
  { measure, by, before, after, only, value, rows = 1 }: Difference,
  language: string,
  l10n: Localizer,
): TableRow {
  const isTotal = by === null;
  const name = measure ?? l10n.t('rows');
  const at = isTotal
    ? name
    : value === undefined
      ? l10n.t('{0} by {1}', name, by)
      : l10n.t('{0} by {1} = {2}', name, by, cellText(value, language));
  const [old, now] = [only === 'after' ? undefined : before, only === 'before' ? undefined : after];
  return numbersRow(rows > 1 ? l10n.t('{0}, one of {1} rows', at, rows) : at, old, now, language, l10n);
}

/** The numbers of one query that differ. */
function queryRows({ path, test, table }: ValueChange, language: string, l10n: Localizer): TableRow[] {
  if (!table) return [];
  const name = test === undefined ? path : `${path} · ${test}`;
  const differing = table.rows.filter(({ change }) => change !== 'same').slice(0, maxValueRows);
  return differing.flatMap(({ before, after }) => {
    const cells = (after ?? before)!;
    const isKey = table.columns.map(({ kind }) => kind === 'dimension' || kind === 'time');
    const key = cells.filter((_, at) => isKey[at]).map((cell) => cellText(cell, language));
    return table.columns.flatMap((column, at) => {
      const [old, now] = [before?.[at], after?.[at]];
      if (isKey[at] || old === now) return [];
      return [numbersRow([name, ...key, column.key].join(' · '), old, now, language, l10n)];
    });
  });
}

/** Undefined: that side has no such row. */
type RowCell = Cell | undefined;

function numbersRow(name: string, before: RowCell, after: RowCell, language: string, l10n: Localizer): TableRow {
  const [old, now] = [numberOf(before ?? null), numberOf(after ?? null)];
  const shown = { name, before: cellText(before, language), after: cellText(after, language) };
  if (after === undefined || (old !== undefined && after === null))
    return { ...shown, difference: l10n.t('gone'), share: -1 };
  if (before === undefined || (before === null && now !== undefined))
    return { ...shown, difference: l10n.t('new'), share: 1 };
  if (old === undefined || now === undefined) return { ...shown, difference: '', share: 0 };
  const share = (now - old) / Math.max(Math.abs(old), Math.abs(now), Number.MIN_VALUE);
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const difference = old === 0 ? signed(now - old, language) : percent.format((now - old) / Math.abs(old));
  return { ...shown, difference, share: Math.max(-1, Math.min(1, share)) };
}

function signed(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' }).format(value);
}

/** Databases send numbers as texts, too. */
function numberOf(cell: Cell): number | undefined {
  const value = typeof cell === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(cell) ? Number(cell) : cell;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function cellText(cell: RowCell, language: string): string {
  if (cell === undefined) return '–';
  if (cell === null) return '∅';
  const value = typeof cell === 'string' ? undefined : numberOf(cell);
  if (value === undefined) return shortText(String(cell));
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value);
}

function valueRow(value: ValueChange, { l10n, branchName, target }: CardOptions): ReviewRow {
  const { path, test, state, table, failure, newMembers = [] } = value;
  const name = test === undefined ? path : `${path} · ${test}`;
  if (failure) {
    const { side, message } = failure;
    const sides = {
      before: l10n.t('failed on {0}: {1}', target, message),
      after: l10n.t('failed on {0}: {1}', branchName, message),
      both: l10n.t('failed on both branches: {0}', message),
    };
    return row(name, { tone: side === 'after' ? 'error' : 'warning', detail: sides[side] });
  }
  const notes = newMembers.length > 0 ? [note(l10n.t('New, so not compared: {0}', shownNames(newMembers)))] : [];
  if (!table) {
    const states = { same: l10n.t('same values'), refused: l10n.t('refused, as the test expects') };
    return row(name, { detail: states[state as keyof typeof states] ?? l10n.t('not run'), notes });
  }
  const { added, removed, changed } = table;
  return row(name, {
    tone: 'warning',
    detail: l10n.t('Rows changed: {0}, added: {1}, removed: {2}', changed, added, removed),
    notes,
  });
}
