/** Deployments, their settings, environments and versions. Spec: groups A and B. */

import type { Deployment, DeploymentSettings, Environment } from '../../../contract/deployments/deployments.ts';
import { isPersonal } from '../../branches/devMode.ts';
import { dataApiUrl } from '../../data/dataApiAddress.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import { mayPerform } from '../../platform/permissions.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import { listedVersions } from '../../records/versions.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage, offsetPage } from '../definition/paging.ts';
import { definedOnly, requireRegion, updateSettings } from './settings.ts';

type DeploymentHandlers = Pick<
  Handlers,
  | 'listDeployments'
  | 'listEnvironments'
  | 'listVersions'
  | 'createDeployment'
  | 'getDeployment'
  | 'updateDeployment'
  | 'deleteDeployment'
  | 'getDeploymentSettings'
>;

export const deploymentHandlers: DeploymentHandlers = {
  listDeployments: ({ platform, caller, query }) => {
    const visible = mayPerform(caller.user, 'DeploymentRead') ? platform.record.deployments : [];
    const all = visible.map(({ id }) => {
      // In list responses an id is a string. Spec: Deployment.
      return { ...toDeployment(platform.deployment(id)), id: String(id) };
    });
    const { slice, pagination } = offsetPage(all, query);
    return { data: { deployments: slice }, pagination };
  },

  listEnvironments: ({ deployment, query }) => {
    const all = environmentsOf(deployment).filter(({ type }) => query.type === undefined || type === query.type);
    const page = cursorPage(all, query, ({ id }) => Number(id));
    if (query.first !== undefined || query.after !== undefined) {
      return { ...page, data: { environments: page.items }, pagination: null };
    }
    const { slice, pagination } = offsetPage(all, query);
    const hasNextPage = pagination.offset + slice.length < all.length;
    const pageInfo = cursorPage(all, { first: pagination.offset + slice.length }, ({ id }) => Number(id)).pageInfo;
    return { items: slice, pageInfo: { ...pageInfo, hasNextPage }, data: { environments: slice }, pagination };
  },

  listVersions: ({ platform, deployment, query }) => {
    const versions = listedVersions(platform.versionsRun, platform.now).map(({ image, version, channel, latest }) => ({
      releaseChannelVersion: image,
      version,
      releaseChannel: channel,
      isLatestInChannel: latest,
      isCurrent: image === deployment.record.settings.releaseChannelVersion,
    }));
    return cursorPage(versions, query);
  },

  createDeployment: async ({ platform, caller, body }) => {
    const { name, csps, ...settings } = body;
    if (csps !== undefined) {
      throw new HttpFailure(400, 'csps: this platform runs on one machine and has no cloud provider to configure');
    }
    requireRegion(settings.region);
    const live = await platform.createDeployment({ name, settings: definedOnly(settings) }, new Map(), caller.user);
    return toDeployment(live);
  },

  getDeployment: ({ deployment }) => toDeployment(deployment),

  updateDeployment: ({ platform, deployment, body }) =>
    deployment.change(async () => {
      await updateSettings(platform, deployment, body);
      return toDeployment(deployment);
    }),

  deleteDeployment: async ({ platform, deployment }) => {
    await deployment.change(() => platform.deleteDeployment(deployment));
    return { success: true };
  },

  getDeploymentSettings: ({ deployment }) => toSettings(deployment),
};

export function toDeployment(deployment: LiveDeployment): Deployment {
  const { id, name, createdAt, creationStep } = deployment.record;
  const wasBuilt = deployment.deployBranch.served !== null;
  return { id, name, created_at: createdAt, deploymentUrl: wasBuilt ? deployment.dataUrl : null, creationStep };
}

function toSettings(deployment: LiveDeployment): DeploymentSettings {
  const { settings, deployBranch, remote } = deployment.record;
  return {
    ...settings,
    deployBranchName: deployBranch,
    deployBranchReadOnly: false,
    deployBranchMergeAllowed: true,
    deployProjectRoot: '/',
    deploymentUrl: toDeployment(deployment).deploymentUrl,
    repoType: remote === null ? 'deployRepo' : 'git',
  };
}

/** An environment's id is the id of its branch, as text. */
export function environmentsOf(deployment: LiveDeployment): Environment[] {
  const { record } = deployment;
  return record.branches.flatMap((branch): Environment[] => {
    const url = dataApiUrl(deployment, branch);
    if (branch.parent === null) return [environment(deployment, String(branch.id), 'Production', 'production', url)];
    if (branch.staging) return [environment(deployment, String(branch.id), branch.name, 'staging', url)];
    const open = isPersonal(branch) && record.sessions.some((session) => session.branch === branch.name);
    return open ? [environment(deployment, String(branch.id), branch.name, 'development', url)] : [];
  });
}

function environment(deployment: LiveDeployment, id: string, name: string, type: string, url: string): Environment {
  const { hostname } = new URL(deployment.services.url());
  return { id, name, type, api_credentials: { rest: { url }, sql: { host: hostname, port: 15432 } } };
}
