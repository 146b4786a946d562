/** The audit log as CSV. Spec: group A, rules 6 and 7. */

import { csvLine } from '../../pages/csv.ts';
import type { AuditEvent } from '../../records/auditLog.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import { FileAnswer } from '../definition/fileAnswer.ts';
import type { Handlers } from '../definition/handler.ts';

const columns = ['time', 'eventName', 'userEmail', 'userId', 'deploymentId', 'target'] as const;
const day = 86_400_000;

export const auditLogHandlers: Pick<Handlers, 'exportAuditLog'> = {
  exportAuditLog: ({ platform, query }) => {
    const start = query.start === undefined ? -Infinity : instantOf('start', query.start).from;
    const end = query.end === undefined ? Infinity : instantOf('end', query.end).until;
    const words = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const isWanted = (event: AuditEvent) => {
      const time = Date.parse(event.time);
      if (time < start || time > end) return false;
      if (query.eventName !== undefined && event.eventName !== query.eventName) return false;
      if (query.userEmail !== undefined && event.userEmail.toLowerCase() !== query.userEmail.toLowerCase())
        return false;
      const text = Object.values(event).join('\n').toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const lines = linesOf(platform.audit.events.filter(isWanted));
    const fileName = `audit-log-${platform.now.toISOString().slice(0, 10)}.csv`;
    // The type of the response describes its bytes.
    return new FileAnswer(fileName, 'text/csv; charset=utf-8', lines) as unknown as Uint8Array<ArrayBuffer>;
  },
};

function* linesOf(events: readonly AuditEvent[]): Generator<string> {
  yield csvLine(columns);
  for (const event of events) yield csvLine(columns.map((column) => event[column] ?? ''));
}

/** The first and the last millisecond of a date, or an instant, in UTC without an offset. @throws HttpFailure 400 */
function instantOf(field: string, text: string): { from: number; until: number } {
  const [, date, time, offset] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const from = Date.parse(`${date}${time ?? 'T00:00'}${offset ?? 'Z'}`);
  const isValid = Number.isFinite(from) && new Date(`${date}T00:00Z`).toISOString().startsWith(date!);
  if (!isValid) throw new HttpFailure(400, `${field}: ${JSON.stringify(text)} is not an ISO 8601 date`);
  return { from, until: time === undefined ? from + day - 1 : from };
}
