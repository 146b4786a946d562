/** Files a viewer takes along: rows as CSV or as a workbook made here, pictures and documents from the platform. */

import { type DataAnswer, rowValue, titleOf } from '../charts/answer.ts';
import { type DataQuery, filters, type QueryFilter } from '../charts/definition.ts';
import type { ExportRequest } from '../wire.ts';
import { csvOf, type Sheet } from './sheet.ts';
import type { Stage } from './stage.ts';
import { workbookOf } from './workbook.ts';

/** Title row and rows of an answer, numbers as numbers. */
export function sheetOf({ measures = [], dimensions = [], timeDimensions = [] }: DataQuery, answer: DataAnswer): Sheet {
  const times = timeDimensions.filter(({ granularity }) => granularity !== undefined);
  const head = [...times.map(({ dimension }) => dimension), ...dimensions, ...measures];
  return {
    head: head.map((member) => titleOf(member, answer.annotation)),
    rows: answer.data.map((row) => [
      ...times.map(({ dimension, granularity }) => String(rowValue(row, dimension, granularity) ?? '')),
      ...dimensions.map((member) => {
        const value = row[member];
        return value === null || value === undefined ? '' : typeof value === 'boolean' ? String(value) : value;
      }),
      ...measures.map((member) => (row[member] === null || row[member] === undefined ? '' : Number(row[member]))),
    ]),
  };
}

export async function download(
  _stage: Stage,
  query: DataQuery,
  answer: DataAnswer,
  format: 'csv' | 'xlsx',
  title: string,
): Promise<void> {
  const sheet = sheetOf(query, answer);
  const file =
    format === 'csv'
      ? new Blob([csvOf(sheet)], { type: 'text/csv;charset=utf-8' })
      : new Blob([workbookOf(sheet) as Uint8Array<ArrayBuffer>], {
          type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        });
  save(file, `${title}.${format}`);
}

export async function exportFile(
  { preferences, server }: Stage,
  request: { publicId: string; widgetId?: string; format: 'png' | 'pdf'; filters: readonly QueryFilter[] },
  title: string,
): Promise<void> {
  const { locale, timezone, scheme, theme } = preferences;
  const wanted: ExportRequest = {
    ...request,
    filters: request.filters.filter(filters),
    locale,
    scheme,
    theme,
    ...(timezone === undefined ? {} : { timezone }),
  };
  save(await server.export(wanted), `${title}.${request.format}`);
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
