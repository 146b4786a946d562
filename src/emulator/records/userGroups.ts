/** The account's groups. Users name the groups they belong to; no operation of the platform changes them. Spec: group G. */

import type { Action } from '../../contract/definition/permissions.ts';

interface UserGroup {
  id: number;
  name: string;
  description: string;
  /** Allowed to each member. */
  actions: readonly Action[];
}

export const userGroups = [
  { id: 1, name: 'Analysts', description: 'May download results', actions: ['DownloadData'] },
  { id: 2, name: 'Auditors', description: 'May read the audit log', actions: ['AuditLogManage'] },
] as const satisfies readonly UserGroup[];
