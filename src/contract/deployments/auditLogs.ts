/** The audit log as a file. Spec: group A, rules 6 and 7. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';

/** A date (UTC; as an end, the whole day) or an instant. */
const isoDate = z.optional(z.string());

export const auditLogOperations = {
  exportAuditLog: operation({
    id: 'exportAuditLog',
    group: 'A',
    method: 'GET',
    path: '/api/v1/audit-logs/export',
    summary: 'Export audit log events as CSV',
    query: z.strictObject({
      start: isoDate,
      end: isoDate,
      /** Words that an event must contain. */
      search: z.optional(z.string()),
      eventName: z.optional(z.string()),
      userEmail: z.optional(z.string()),
    }),
    permission: { all: ['AuditLogManage'] },
    response: z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes'),
    answers: 'bytes',
    mediaType: 'text/csv',
    failures: [{ status: 400, when: '`start` or `end` is not an ISO 8601 date' }],
  }),
};
