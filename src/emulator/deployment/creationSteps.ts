/** Which creation step follows which. It depends on where the files of a deployment come from; docs/emulator.md. */

import type { CreationStep } from '../../contract/deployments/creationSteps.ts';
import type { DeploymentRecord } from '../records/platformRecord.ts';

/** After `project`, for each creation method. */
const stepsByMethod: Readonly<Record<string, readonly CreationStep[]>> = {
  upload: ['upload', 'databases'],
  github: ['github', 'databases'],
  ssh: ['ssh', 'databases'],
  svccloud: ['databases', 'schema'],
};

/** The next steps; the first is the usual one. */
export function nextSteps({ creationStep, settings }: DeploymentRecord): CreationStep[] {
  if (creationStep === 'ready') return [];
  if (creationStep === 'demo') return ['ready'];
  const steps: CreationStep[] = [
    'project',
    ...(stepsByMethod[settings.creationMethod] ?? ['upload', 'databases']),
    'ready',
  ];
  // A step of another method, because the method was changed since: continue as after the first one.
  const next = steps[Math.max(0, steps.indexOf(creationStep)) + 1]!;
  return settings.creationMethod === 'svccloud' && next === 'databases' ? [next, 'demo'] : [next];
}

/** The input that the current step still needs; undefined if it is finished. */
export function missingFor({ creationStep, remote }: DeploymentRecord, hasFiles: boolean): string | undefined {
  if (creationStep === 'github' && remote === null) return 'connect a repository first';
  if (!hasFiles && ['upload', 'ssh', 'schema'].includes(creationStep)) return 'the production branch has no files yet';
  return undefined;
}
