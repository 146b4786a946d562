/** The branches that reviews look at, one object for each branch of a deployment, so that surfaces share what was read. */

import { RemoteBranch } from '../../sync/remote/remoteBranch.ts';
import type { DeploymentSession } from '../deploymentSession.ts';
import { ListedBranch, TextCache } from './listedBranch.ts';

interface Known {
  texts: TextCache;
  branches: Map<string, ListedBranch>;
}

export class ListedBranches {
  readonly #deployments = new WeakMap<DeploymentSession, Known>();

  of(deployment: DeploymentSession, branchName: string): ListedBranch {
    const { texts, branches } = this.#knownOf(deployment);
    let branch = branches.get(branchName);
    if (!branch) {
      const target = { origin: deployment.client.baseUrl, deploymentId: deployment.id, branchName };
      branch = new ListedBranch(branchName, new RemoteBranch(deployment.caller, target), texts);
      branches.set(branchName, branch);
    }
    return branch;
  }

  /** The texts of a deployment's files that were read so far, by hash. */
  textsOf(deployment: DeploymentSession): TextCache {
    return this.#knownOf(deployment).texts;
  }

  #knownOf(deployment: DeploymentSession): Known {
    let known = this.#deployments.get(deployment);
    if (!known) {
      known = { texts: new TextCache(), branches: new Map() };
      this.#deployments.set(deployment, known);
    }
    return known;
  }
}
