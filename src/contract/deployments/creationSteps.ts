/** The steps from a new deployment to one that serves its model. Spec: group B; notes: “Deployments, build, logs”. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { Deployment, deploymentPath } from './deployments.ts';

export const creationSteps = ['project', 'upload', 'schema', 'github', 'ssh', 'databases', 'ready', 'demo'] as const;
export type CreationStep = (typeof creationSteps)[number];

const AdvanceCreationStepInput = z.strictObject({
  /** One of the next steps; by default the first of them. */
  step: z.optional(z.enum(creationSteps)),
});

/** By the names of the specification, for the OpenAPI document. */
export const creationStepSchemas = { AdvanceCreationStepInput };

export const creationStepOperations = {
  advanceCreationStep: operation({
    id: 'advanceCreationStep',
    group: 'B',
    method: 'POST',
    changes: 'resource',
    path: '/api/v1/deployments/{deploymentId}/creation-step/advance',
    summary: 'Go to the next step of a deployment’s creation',
    params: deploymentPath,
    body: z.optional(AdvanceCreationStepInput),
    permission: { all: ['SchemaUpdate'] },
    response: Deployment,
    failures: [
      { status: 400, when: '`step` is not a next step, or there is none' },
      { status: 409, when: 'the current step is not finished' },
    ],
  }),
  resetCreationStep: operation({
    id: 'resetCreationStep',
    group: 'B',
    method: 'POST',
    changes: 'resource',
    path: '/api/v1/deployments/{deploymentId}/creation-step/reset',
    summary: 'Go back to the first step of a deployment’s creation; its files stay',
    params: deploymentPath,
    permission: { all: ['SchemaUpdate'] },
    response: Deployment,
    idempotent: true,
  }),
};
