/** The record of a new deployment. */

import { randomBytes } from 'node:crypto';
import { emptyDbtRecord } from './dbtRecord.ts';
import { MetricViewsRecord } from './metricViewsRecord.ts';
import type { DeploymentRecord } from './platformRecord.ts';
import { channelHead } from './versions.ts';

export function newDeployment(
  id: number,
  input: { name: string; deployBranch?: string | undefined; settings?: Partial<DeploymentRecord['settings']> },
  now: Date,
): DeploymentRecord {
  const { name, deployBranch = 'main', settings = {} } = input;
  return {
    id,
    name,
    createdAt: now.toISOString(),
    settings: {
      cloudProvider: 'svccloud',
      creationMethod: 'upload',
      deployMode: 'git',
      region: 'local',
      releaseChannel: 'latest',
      releaseChannelVersion: channelHead('latest', now)!.image,
      releaseChannelVersionHold: false,
      template: 'single',
      templateVariables: {},
      defaultLaunchpadViewGroup: null,
      launchpadTabs: [],
      ...settings,
    },
    creationStep: 'project',
    deployBranch,
    branches: [],
    sessions: [],
    envVars: [],
    remote: null,
    tokenSecret: randomBytes(32).toString('hex'),
    nextBranchId: 1,
    nextJobId: 1,
    dbt: emptyDbtRecord(),
    metricViews: MetricViewsRecord.parse({}),
  };
}
