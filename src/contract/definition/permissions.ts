/** The permissions of a user: policies that allow or deny named actions. Spec: “Users and attributes”, Authentication 5. */

import * as z from 'zod/mini';

/** The actions that the specification names. */
export const actions = [
  'AuditLogManage',
  'ChatHistoryRead',
  'ChatThreadRead',
  'DeploymentRead',
  'DownloadData',
  'SchemaRead',
  'SchemaUpdate',
  'SchemaUpdateDevBranches',
  'SecretsManage',
  'WorkbookEdit',
] as const;
export type Action = (typeof actions)[number];

/** The actions that the caller's policies must allow: all of them, or one of them. */
export type Permission = { all: readonly Action[] } | { any: readonly Action[] };

/** For operations on the caller's own dev branches. The handler checks more if a request names another branch. */
export const editDevBranch: Permission = { any: ['SchemaUpdateDevBranches', 'SchemaUpdate'] };

export function isPermitted(permission: Permission, isAllowed: (action: Action) => boolean): boolean {
  return 'all' in permission ? permission.all.every(isAllowed) : permission.any.some(isAllowed);
}

/** “SchemaRead and SchemaUpdate”, for messages. */
export function describePermission(permission: Permission): string {
  return 'all' in permission ? permission.all.join(' and ') : permission.any.join(' or ');
}

/** The kind of the resources of a policy: `Deployment`, `ChatThread` and others. */
export const PolicyResourceType = z.string();

/** Lenient: a newer server may name actions, effects and kinds of resources that are unknown here. */
export const Policy = z.looseObject({
  actions: z.array(z.string()),
  /** `allow` or `deny`. */
  effect: z.nullish(z.string()),
  resourceType: z.nullish(PolicyResourceType),
  /** `*` means every resource of the type. */
  resources: z.nullish(z.array(z.union([z.string(), z.number()]))),
});
export type Policy = z.output<typeof Policy>;

/** A policy of threads of the analytics chat. */
export const ChatThreadPolicy = z.looseObject({
  actions: z.array(z.string()),
  effect: z.enum(['allow', 'deny']),
  resourceType: z.literal('ChatThread'),
  resources: z.array(z.union([z.string(), z.number()])),
});
