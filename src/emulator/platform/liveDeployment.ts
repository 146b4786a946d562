/** One deployment at run time: its state, its builds, its dbt syncs, its previews of metric views and its open uploads. */

import { DbtSyncs } from '../dbt/dbtSyncs.ts';
import { Builds } from '../deployment/builds.ts';
import { DeploymentState } from '../deployment/deploymentState.ts';
import { MetricViewPreviews } from '../deployment/metricViewPreviews.ts';
import type { Services } from '../deployment/services.ts';
import type { Repository } from '../git/repository.ts';
import type { DeploymentRecord } from '../records/platformRecord.ts';
import { Uploads } from './uploads.ts';

export class LiveDeployment extends DeploymentState {
  readonly builds: Builds;
  readonly dbtSyncs: DbtSyncs;
  readonly metricViewPreviews: MetricViewPreviews;
  readonly uploads: Uploads;

  constructor(services: Services, record: DeploymentRecord, repository: Repository) {
    super(services, record, repository);
    this.builds = new Builds(this);
    this.dbtSyncs = new DbtSyncs(this);
    this.metricViewPreviews = new MetricViewPreviews(this);
    this.uploads = new Uploads(services.clock);
  }

  dispose(): void {
    this.builds.dispose();
    this.dbtSyncs.dispose();
    this.metricViewPreviews.dispose();
  }
}
