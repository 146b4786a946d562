/** Takes a new deployment through the steps of its creation. Spec: group B; notes: Deployments. */

import { throwIfAborted } from '../../base/async.ts';
import { UserError } from '../../base/errors.ts';
import { creationStepOperations } from '../../contract/deployments/creationSteps.ts';
import { type Deployment, deploymentOperations } from '../../contract/deployments/deployments.ts';
import type { ResourceWriter } from '../../platform/client.ts';
import type { Localizer } from '../shell/localizer.ts';

/** The origin of a deployment's files. */
export type CreationSource = 'demo' | 'github' | 'upload' | 'ssh';

export function creationMethodOf(source: CreationSource): 'svccloud' | 'github' | 'upload' | 'ssh' {
  return source === 'demo' ? 'svccloud' : source;
}

/** An unknown step of a newer platform is shown as it is. */
export function creationStepLabel(step: string, l10n: Localizer): string {
  const labels = new Map([
    ['project', l10n.t('Project')],
    ['upload', l10n.t('Upload of the files')],
    ['schema', l10n.t('Data model')],
    ['github', l10n.t('GitHub repository')],
    ['ssh', l10n.t('Git repository over SSH')],
    ['databases', l10n.t('Data sources')],
    ['demo', l10n.t('Demo data model')],
    ['ready', l10n.t('Ready')],
  ]);
  return labels.get(step) ?? step;
}

export interface CreationOptions {
  l10n: Localizer;
  /** Undefined when the creation is continued: then each next step is the usual one. */
  source?: CreationSource | undefined;
  /** Called at the step `github`. */
  connectRepository: (signal: AbortSignal) => Promise<unknown>;
  onStep: (step: string) => void;
  signal: AbortSignal;
}

/**
 * Advances until the deployment is ready. A new deployment from an upload or over SSH stops at that step, because its files are missing.
 * @returns the deployment at its last step @throws PlatformError: 409 if a step is not finished; CancelledError
 */
export async function advanceToReady(
  client: ResourceWriter,
  created: Deployment,
  options: CreationOptions,
): Promise<Deployment> {
  const { l10n, source, connectRepository, onStep, signal } = options;
  const params = { deploymentId: created.id };
  const read = () => client.call(deploymentOperations.getDeployment, { params }, { signal });
  let current = created;
  for (;;) {
    const step = current.creationStep ?? 'ready';
    onStep(step);
    const isMissingFiles = step === source && (step === 'upload' || step === 'ssh');
    if (step === 'ready' || isMissingFiles) return current;
    throwIfAborted(signal);
    if (step === 'github') await connectRepository(signal);
    const body = source === 'demo' && step === 'project' ? { step: 'demo' as const } : {};
    const next = await client
      .call(creationStepOperations.advanceCreationStep, { params, body }, { signal })
      .catch(async (failure: unknown) => {
        throwIfAborted(signal);
        // A successful build of production completes the creation by itself.
        const now = await read();
        if (now.creationStep === 'ready') return now;
        throw failure;
      });
    current = next.creationStep == null ? await read() : next;
    if (current.creationStep === step) {
      throw new UserError(l10n.t('The platform stays at the step “{0}”.', creationStepLabel(step, l10n)));
    }
  }
}
