/** Where spreadsheets show a report, and whether what they show is current. Spec: group F and its name rules. */

import type { BodyOf } from '../../contract/definition/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlacementRecord, ReportRecord } from '../records/contentRecord.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { queryChecksumOf } from './reports.ts';

/** Adds a placement, or changes the one that the input names. @throws HttpFailure 404 for an unknown `placementId` */
export function connect(
  platform: Platform,
  userId: number,
  report: ReportRecord,
  { placementId, addressOnly = false, resultChecksum, ...given }: BodyOf<Operations['connectReport']>,
): void {
  const { externalWorkbookId, sheetName, anchorCell } = given;
  const there = findPlacements(report, { externalWorkbookId, sheetName, anchorCell })[0];
  const known = placementId === undefined ? there : requirePlacement(report, { placementId });
  const now = platform.now.toISOString();
  const written = { queryChecksum: queryChecksumOf(report), resultChecksum: resultChecksum ?? null };
  if (known) {
    Object.assign(known, given);
    if (!addressOnly) Object.assign(known, written, { refreshedAt: now, refreshedByUserId: userId });
    // An address has one placement.
    report.placements = report.placements.filter((placement) => placement === known || placement !== there);
    return;
  }
  report.placements.push({
    id: platform.record.embed.nextId++,
    sheetId: null,
    workbookName: null,
    resultLocation: null,
    endResultCell: null,
    ...given,
    placedAt: now,
    placedByUserId: userId,
    refreshedAt: null,
    refreshedByUserId: null,
    ...(addressOnly ? { queryChecksum: null, resultChecksum: null } : written),
  });
}

/** @throws HttpFailure 400, 404 */
export function disconnect(report: ReportRecord, where: BodyOf<Operations['disconnectReport']>): void {
  const { externalWorkbookId, sheetName, anchorCell } = where;
  assertNamed(where, [externalWorkbookId, sheetName, anchorCell].every(isGiven));
  const removed = requirePlacement(report, where);
  report.placements = report.placements.filter((placement) => placement !== removed);
}

/** Records that the current result is written to a placement. @throws HttpFailure 400, 404 */
export function refresh(
  platform: Platform,
  userId: number,
  report: ReportRecord,
  { endResultCell, resultChecksum, ...where }: BodyOf<Operations['refreshReport']>,
): void {
  const { externalWorkbookId, sheetName, sheetId, anchorCell } = where;
  assertNamed(where, isGiven(externalWorkbookId) && [sheetName, sheetId, anchorCell].some(isGiven));
  const placement = requirePlacement(report, where);
  Object.assign(placement, {
    ...(endResultCell === undefined ? {} : { endResultCell }),
    refreshedAt: platform.now.toISOString(),
    refreshedByUserId: userId,
    queryChecksum: queryChecksumOf(report),
    resultChecksum: resultChecksum ?? null,
  });
}

export function syncStatusOf(report: ReportRecord, { queryChecksum }: PlacementRecord): string {
  const current = queryChecksumOf(report);
  if (queryChecksum === null || current === null) return 'UNKNOWN';
  return queryChecksum === current ? 'UP_TO_DATE' : 'CHANGED';
}

/** The fields that name a placement. */
interface Where {
  placementId?: number | undefined;
  externalWorkbookId?: string | undefined;
  sheetName?: string | undefined;
  sheetId?: string | number | undefined;
  anchorCell?: string | undefined;
}

const isGiven = (part: unknown) => part !== undefined;

/** @throws HttpFailure 400 unless a placement is named in exactly one of the two ways */
function assertNamed({ placementId, ...address }: Where, isWholeAddress: boolean): void {
  if (placementId === undefined ? isWholeAddress : !Object.values(address).some(isGiven)) return;
  throw new HttpFailure(400, 'placementId: give either it, or externalWorkbookId with the sheet and the anchorCell');
}

function findPlacements({ placements }: ReportRecord, { placementId, ...address }: Where): PlacementRecord[] {
  const parts = Object.entries({ id: placementId, ...address }).filter(([, value]) => value !== undefined);
  return placements.filter((placement) =>
    parts.every(([part, value]) => String(placement[part as keyof PlacementRecord]) === String(value)),
  );
}

/** @throws HttpFailure 400 for several, 404 for none */
function requirePlacement(report: ReportRecord, where: Where): PlacementRecord {
  const [found, ...others] = findPlacements(report, where);
  if (!found) throw new HttpFailure(404, `Report ${report.id} has no placement ${JSON.stringify(where)}`);
  if (others.length > 0) {
    const ids = [found, ...others].map(({ id }) => id).join(', ');
    throw new HttpFailure(400, `The address is that of several placements (${ids}); name one by placementId`);
  }
  return found;
}
