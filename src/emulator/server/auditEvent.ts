/** The audit event of an operation that was performed. */

import type { Operation } from '../../contract/definition/operation.ts';
import type { EmbedViewer } from '../embedUsers/viewer.ts';
import type { Caller } from '../platform/platform.ts';
import type { AuditEvent } from '../records/auditLog.ts';

interface Performed {
  operation: Operation;
  time: Date;
  caller: Caller | undefined;
  viewer: EmbedViewer | undefined;
  deploymentId: number | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Fields that name what is changed. All others may hold contents or secrets, and are left out. */
const namingFields = new Set([
  ...['action', 'branch', 'branchId', 'branchName', 'email', 'embedTenantName', 'externalId', 'fileName', 'folderId'],
  ...['from', 'id', 'ids', 'name', 'newPath', 'path', 'publicId', 'dashboardPublicId', 'releaseChannel'],
  ...['releaseChannelVersion', 'repository', 'slug', 'step', 'title', 'type', 'username', 'workbookId', 'enabled'],
  ...['placementId', 'externalWorkbookId', 'sheetName', 'sheetId', 'anchorCell', 'widgetId'],
  ...['allowEmbed', 'deploymentId', 'internalId', 'userId', 'userIds', 'creationMethod', 'deployMode', 'region'],
]);
/** Lists whose entries are named by their fields above; of a record, the keys. */
const namingLists = new Set(['env_variables', 'files', 'items', 'objects', 'tenants', 'users']);
const maxNamed = 20;

/** Undefined for a read, and for one part of an upload: its end is the event. */
export function auditEventOf({ operation, time, caller, viewer, ...input }: Performed): AuditEvent | undefined {
  if (operation.method === 'GET' || operation.bulk) return undefined;
  const { deploymentId, params, query, body } = input;
  const { deploymentId: _, ...place } = { ...(params as Record<string, unknown>) };
  return {
    time: time.toISOString(),
    eventName: operation.id,
    userEmail: caller?.user.email ?? viewer?.user?.email ?? '',
    userId: caller?.user.id ?? null,
    deploymentId: deploymentId ?? viewer?.session.deploymentId ?? null,
    target: [...Object.entries(place).map(([name, value]) => `${name}=${value}`), ...named(query), ...named(body)].join(
      '; ',
    ),
  };
}

function named(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.entries(value).flatMap(([field, held]) => {
    if (namingLists.has(field)) return [`${field}=${shortened(entriesOf(held))}`];
    if (!namingFields.has(field)) return [];
    if (Array.isArray(held)) return [`${field}=${shortened(held.filter(isPlain).map(String))}`];
    return isPlain(held) ? [`${field}=${held}`] : [];
  });
}

function entriesOf(list: unknown): string[] {
  if (!Array.isArray(list)) return Object.keys((list ?? {}) as object);
  return list.map((entry) => (isPlain(entry) ? String(entry) : Object.values(pick(entry)).join(' → ')));
}

function pick(entry: unknown): Record<string, unknown> {
  const fields = Object.entries((entry ?? {}) as object);
  return Object.fromEntries(fields.filter(([name, value]) => namingFields.has(name) && isPlain(value)));
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function shortened(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).join(', ');
  return names.length > maxNamed ? `${shown} and ${names.length - maxNamed} more` : shown;
}
