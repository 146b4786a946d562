/** The changes of a deployment's workspace. Spec: group F. */

import { type Report, type ReportPlacement, reportOperations } from '../../contract/content/reports.ts';
import { type Workbook, workbookOperations } from '../../contract/content/workbooks.ts';
import type { WorkspaceBulkFailure, WorkspaceObject } from '../../contract/content/workspace.ts';
import { workspaceOperations } from '../../contract/content/workspace.ts';
import type { BodyOf } from '../../contract/definition/operation.ts';
import type { PlatformSession } from '../platformSession.ts';
import { foldersBelow } from './folderTree.ts';

export type NewPlacement = BodyOf<typeof reportOperations.connectReport>;

export class ContentChanges {
  readonly #platform: PlatformSession;
  readonly #deploymentId: string;

  constructor(platform: PlatformSession, deploymentId: string) {
    this.#platform = platform;
    this.#deploymentId = deploymentId;
  }

  /** @returns what stays, with the reasons. @throws PlatformError, UserError */
  async delete(items: WorkspaceObject[]): Promise<readonly WorkspaceBulkFailure[]> {
    const input = { params: this.#params(), body: { items } };
    return (await this.#platform.writer.call(workspaceOperations.bulkDeleteWorkspace, input)).failures;
  }

  /** @param folderId null: to the top. @returns what stays, with the reasons. @throws PlatformError, UserError */
  async move(items: WorkspaceObject[], folderId: number | null): Promise<readonly WorkspaceBulkFailure[]> {
    const input = { params: this.#params(), body: { items, folderId } };
    return (await this.#platform.writer.call(workspaceOperations.bulkMoveWorkspace, input)).failures;
  }

  /** Changes the title of a report that has one, because that is what is shown. @throws PlatformError, UserError */
  renameReport({ publicId, title }: Pick<Report, 'publicId' | 'title'>, name: string): Promise<Report> {
    const body = title ? { title: name } : { name };
    return this.#platform.writer.call(reportOperations.upsertReport, { params: this.#params({ publicId }), body });
  }

  /** @throws PlatformError, UserError */
  renameWorkbook(slug: string, name: string): Promise<Workbook> {
    return this.#platform.writer.call(workbookOperations.upsertWorkbook, {
      params: this.#params({ slug }),
      body: { name },
    });
  }

  /** @param shared whether the copy is for other users too. @throws PlatformError, UserError */
  duplicateWorkbook(workbookId: number, shared: boolean): Promise<Workbook> {
    const input = { params: this.#params({ workbookId }), body: { shared } };
    return this.#platform.writer.call(workbookOperations.duplicateWorkbook, input);
  }

  /** @throws PlatformError, UserError */
  connect(reportId: number, placement: NewPlacement): Promise<Report> {
    return this.#platform.writer.call(reportOperations.connectReport, {
      params: this.#params({ reportId }),
      body: placement,
    });
  }

  /** @throws PlatformError, UserError */
  disconnect(reportId: number, placement: ReportPlacement): Promise<Report> {
    const input = { params: this.#params({ reportId }), body: placementName(placement) };
    return this.#platform.writer.call(reportOperations.disconnectReport, input);
  }

  /** @throws PlatformError, UserError */
  markRefreshed(reportId: number, placement: ReportPlacement): Promise<Report> {
    const input = { params: this.#params({ reportId }), body: placementName(placement) };
    return this.#platform.writer.call(reportOperations.refreshReport, input);
  }

  /** The number of folders below a folder, and of reports in all of them. @param limit to count reports to. @throws PlatformError */
  async countInside(
    folders: Parameters<typeof foldersBelow>[0],
    folderId: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ folders: number; reports: number }> {
    const ids = foldersBelow(folders, folderId);
    let reports = 0;
    for (const id of ids) {
      const input = { params: this.#params(), query: { first: 100, folderId: id } };
      for await (const page of this.#platform.client.pages(reportOperations.listReports, input, { signal })) {
        reports += page.items.length;
        if (reports >= limit) return { folders: ids.length - 1, reports };
      }
    }
    return { folders: ids.length - 1, reports };
  }

  #params<More extends object>(more?: More): { deploymentId: string } & More {
    return { deploymentId: this.#deploymentId, ...(more as More) };
  }
}

/** How a request names a placement: by its id, or by its whole address if the id is not a number. */
export function placementName(placement: ReportPlacement): BodyOf<typeof reportOperations.disconnectReport> {
  const { id, workbookId, sheetName, anchorCell } = placement;
  if (Number.isInteger(Number(id))) return { placementId: Number(id) };
  return {
    externalWorkbookId: workbookId,
    ...(sheetName && { sheetName }),
    ...(anchorCell && { anchorCell }),
  };
}
