/** The account's settings. Spec: group G. */

import type { Platform } from '../../platform/platform.ts';
import { HttpFailure } from '../../records/httpFailure.ts';

/** The id of a deployment that a setting names. @throws HttpFailure 400 */
export function requireDefaultDeployment({ record }: Platform, id: string | number): number {
  const deployment = record.deployments.find((entry) => String(entry.id) === String(id));
  if (!deployment) throw new HttpFailure(400, `defaultDeploymentId: there is no deployment '${id}'`);
  return deployment.id;
}
