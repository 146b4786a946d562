/** Tokens that read an environment's metadata and cannot query its data. Spec: group A, rule 1; Limits. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { record } from '../definition/record.ts';
import { DeploymentId, Timestamp } from '../definition/shapes.ts';

const IssuedToken = z.looseObject({ token: z.string(), created_at: Timestamp, expires_at: Timestamp });

export const metaTokenOperations = {
  createMetaSyncToken: operation({
    id: 'createMetaSyncToken',
    group: 'A',
    method: 'POST',
    changes: 'nothing',
    path: '/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens-for-meta-sync',
    summary: 'Issue a token that reads an environment’s metadata; the security context limits the visible parts',
    params: z.strictObject({ deploymentId: DeploymentId, environmentId: z.union([z.string(), z.number()]) }),
    body: z.strictObject({
      security_context: record(z.string(), z.unknown()),
      /** Seconds; 86400 by default. */
      expires_in: z.optional(z.number().check(z.gt(0), z.lte(10 ** 9))),
    }),
    permission: { all: ['SchemaRead'] },
    response: z.looseObject({ data: IssuedToken }),
    idempotent: true,
    failures: [
      { status: 400, when: '`security_context` is missing or not an object' },
      { status: 404, when: 'the deployment has no such environment' },
    ],
  }),
};
