/** Saves files for the viewer: rows as CSV or XLSX from the page, images and documents from the platform. */

import { type DataQuery, isActive } from '../charts/dataQuery.ts';
import { columnsOf, type QueryResult, rowValue, titleOf, toNumber } from '../charts/queryResult.ts';
import { csvOf, type Sheet } from '../csv.ts';
import type { ExportRequest } from '../pageApi.ts';
import type { PageContext } from './pageContext.ts';
import { workbookOf } from './workbook.ts';

export function saveRows(query: DataQuery, result: QueryResult, format: 'csv' | 'xlsx', title: string): void {
  const sheet = sheetOf(query, result);
  const content = format === 'csv' ? csvOf(sheet) : (workbookOf(sheet) as Uint8Array<ArrayBuffer>);
  const type =
    format === 'csv' ? 'text/csv;charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  save(new Blob([content], { type }), `${title}.${format}`);
}

/** Saves an image or a document that the platform renders. @throws RequestFailure */
export async function saveExport(
  { preferences, server }: PageContext,
  subject: Pick<ExportRequest, 'publicId' | 'widgetId' | 'format' | 'filters'>,
  title: string,
): Promise<void> {
  const { locale, timezone, scheme, brandTheme } = preferences;
  const filters = subject.filters.filter(isActive);
  const file = await server.export({ ...subject, filters, locale, scheme, theme: { ...brandTheme }, timezone });
  save(file, `${title}.${subject.format}`);
}

/** Numbers stay numbers. */
function sheetOf(query: DataQuery, { data, annotation }: QueryResult): Sheet {
  const columns = columnsOf(query);
  return {
    head: columns.map(({ member }) => titleOf(member, annotation)),
    rows: data.map((row) =>
      columns.map((column) => {
        const value = rowValue(row, column) ?? '';
        if (column.isMeasure) return toNumber(value) ?? '';
        return typeof value === 'number' ? value : String(value);
      }),
    ),
  };
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
