/** Tokens that can only read metadata. Spec: group A, rule 1; Limits. */

import { signToken } from '../../deployment/tokens.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { environmentsOf } from './deployments.ts';

/** Seconds. */
const day = 86_400;

export const metaTokenHandlers: Pick<Handlers, 'createMetaSyncToken'> = {
  createMetaSyncToken: async ({ deployment, params, body }) => {
    const environment = environmentsOf(deployment).find(({ id }) => id === String(params.environmentId));
    if (!environment) throw new HttpFailure(404, `Environment '${params.environmentId}' not found`);
    const branch = deployment.record.branches.find(({ id }) => String(id) === environment.id)!;
    const created = deployment.services.clock();
    const expires = created + (body.expires_in ?? day) * 1000;
    const claims = {
      scope: 'meta',
      branchName: branch.name,
      securityContext: body.security_context,
      iat: Math.floor(created / 1000),
      exp: Math.floor(expires / 1000),
    };
    return {
      data: {
        token: await signToken(deployment.record, claims),
        created_at: new Date(created).toISOString(),
        expires_at: new Date(expires).toISOString(),
      },
    };
  },
};
