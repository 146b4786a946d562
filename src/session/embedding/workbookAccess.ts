/** Who may read an embedded workbook: what the user selected, as the change to send. Spec: group E, “Embed”. */

import type { EmbedAccess } from '../../contract/embedding/embedAccess.ts';

/** Null: all embed users. */
export type Reader = string | null;

export interface AccessChoice {
  reader: Reader;
  mayRead: boolean;
}

/** All embed users, then the tenants by name. @param tenant is listed also if the answer does not name it */
export function accessChoices({ tenants, allEmbedUsers }: EmbedAccess, tenant?: string): AccessChoice[] {
  const actions = new Map((tenants ?? []).map(({ embedTenantName, action }) => [embedTenantName, action]));
  if (tenant !== undefined && !actions.has(tenant)) actions.set(tenant, 'none');
  const named = [...actions].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    { reader: null, mayRead: allEmbedUsers?.action === 'read' },
    ...named.map(([reader, action]) => ({ reader, mayRead: action === 'read' })),
  ];
}

/** The body of the change; undefined for none. Tenants that are not named keep their access. */
export function accessChange(before: readonly AccessChoice[], readers: readonly Reader[]) {
  const changed = before
    .map(({ reader, mayRead }) => ({ reader, mayRead, selected: readers.includes(reader) }))
    .filter(({ mayRead, selected }) => mayRead !== selected)
    .map(({ reader, selected }) => ({ reader, action: selected ? ('read' as const) : ('none' as const) }));
  if (changed.length === 0) return undefined;
  const tenants = changed.flatMap(({ reader, action }) =>
    reader === null ? [] : [{ embedTenantName: reader, action }],
  );
  const all = changed.find(({ reader }) => reader === null);
  return { ...(tenants.length > 0 && { tenants }), ...(all && { allEmbedUsers: { action: all.action } }) };
}
