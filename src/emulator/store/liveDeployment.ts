/** One deployment at run time: its state, its builds and the uploads under way. */

import { Uploads } from '../branches/uploads.ts';
import { Builds } from '../builds/builds.ts';
import type { Repository } from '../git/repository.ts';
import { DeploymentState } from './deploymentState.ts';
import type { DeploymentRecord } from './records.ts';
import type { Services } from './services.ts';

export class LiveDeployment extends DeploymentState {
  readonly builds: Builds;
  readonly uploads: Uploads;

  constructor(services: Services, record: DeploymentRecord, repository: Repository) {
    super(services, record, repository);
    this.builds = new Builds(this);
    this.uploads = new Uploads(services.clock);
  }

  dispose(): void {
    this.builds.dispose();
  }
}
