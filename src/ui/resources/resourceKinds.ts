/** The resources of a platform that open as documents: one row each. */

import { reportOperations } from '../../contract/content/reports.ts';
import { metricViewOperations } from '../../contract/dataModel/metricViews.ts';
import { deploymentOperations } from '../../contract/deployments/deployments.ts';
import { embedAccessOperations } from '../../contract/embedding/embedAccess.ts';
import { embedTenantOperations } from '../../contract/embedding/embedTenants.ts';
import { accountOperations } from '../../contract/users/account.ts';
import { meOperations } from '../../contract/users/me.ts';
import { oauthIntegrationOperations } from '../../contract/users/oauthIntegrations.ts';
import { oidcTokenConfigOperations } from '../../contract/users/oidcTokenConfigs.ts';
import { userAttributeOperations } from '../../contract/users/userAttributes.ts';
import { userOperations } from '../../contract/users/users.ts';
import type { ResourceVersion } from '../../platform/api/resource.ts';
import type { ResourceOperation, ResourceOperations } from '../../platform/api/resourceAccess.ts';
import type { Localizer } from '../shell/localizer.ts';

export interface ResourceList {
  list: ResourceOperation;
  /** Property of a listed resource that the path of its documents takes. */
  key: string;
  /** Properties of a listed resource that name it: the first one that is not empty. */
  label: readonly string[];
}

export interface ResourceKind extends ResourceOperations {
  /** Part of the address of its documents. */
  id: string;
  scope: 'account' | 'deployment';
  /** Name of a codicon. */
  icon: string;
  title: (l10n: Localizer) => string;
  label?: readonly string[];
  /** Resources that contain the documents; the key of one comes before the key of a document. */
  within?: ResourceList;
  /** No operation lists the keys: the user types one. What to ask for. */
  ask?: (l10n: Localizer) => string;
  /** Which of the keys on the way to a document its own path takes; default: all. */
  path?: (keys: readonly string[]) => readonly string[];
  /** A write repeats the version that was read, under another name; 0 creates the resource. */
  version?: ResourceVersion;
}

const operations = {
  ...accountOperations,
  ...deploymentOperations,
  ...embedAccessOperations,
  ...embedTenantOperations,
  ...meOperations,
  ...metricViewOperations,
  ...oauthIntegrationOperations,
  ...oidcTokenConfigOperations,
  ...reportOperations,
  ...userAttributeOperations,
  ...userOperations,
};
const named = (id: keyof typeof operations): ResourceOperation => operations[id];

const users: ResourceList = { list: named('listUsers'), key: 'id', label: ['email', 'username'] };
const tenants: ResourceList = { list: named('listEmbedTenants'), key: 'name', label: ['displayName', 'name'] };

export const resourceKinds: readonly ResourceKind[] = [
  {
    id: 'deployment-settings',
    scope: 'deployment',
    icon: 'settings-gear',
    title: (l10n) => l10n.t('Deployment Settings'),
    read: named('getDeploymentSettings'),
    write: named('updateDeployment'),
  },
  {
    id: 'reports',
    scope: 'deployment',
    icon: 'graph',
    title: (l10n) => l10n.t('Reports'),
    list: named('listReports'),
    write: named('upsertReport'),
    key: 'publicId',
    label: ['title', 'name'],
  },
  {
    id: 'workbook-access',
    scope: 'deployment',
    icon: 'lock',
    title: (l10n) => l10n.t('Embed Access of Workbooks'),
    within: tenants,
    list: named('listEmbedTenantWorkbooks'),
    read: named('getEmbedAccess'),
    write: named('setEmbedAccess'),
    key: 'id',
    label: ['name', 'slug'],
    path: ([deployment, , workbook]) => [deployment!, workbook!],
  },
  {
    id: 'metric-view-integrations',
    scope: 'deployment',
    icon: 'symbol-interface',
    title: (l10n) => l10n.t('Metric View Integrations'),
    ask: (l10n) => l10n.t('Name of the data source'),
    read: named('getMetricViewIntegration'),
    write: named('saveMetricViewIntegration'),
    version: { read: 'configurationVersion', sent: 'expectedConfigurationVersion' },
  },
  {
    id: 'my-settings',
    scope: 'account',
    icon: 'account',
    title: (l10n) => l10n.t('My Settings'),
    read: named('getMe'),
    part: 'settings',
    write: named('updateMySettings'),
  },
  {
    id: 'tenant-settings',
    scope: 'account',
    icon: 'organization',
    title: (l10n) => l10n.t('Account Settings'),
    read: named('getTenantSettings'),
    write: named('updateTenantSettings'),
  },
  {
    id: 'users',
    scope: 'account',
    icon: 'person',
    title: (l10n) => l10n.t('Users'),
    ...users,
    write: named('updateUser'),
  },
  {
    id: 'user-attributes',
    scope: 'account',
    icon: 'symbol-field',
    title: (l10n) => l10n.t('User Attributes'),
    list: named('listUserAttributes'),
    write: named('updateUserAttribute'),
    key: 'id',
    label: ['displayName', 'name'],
  },
  {
    id: 'user-attribute-values',
    scope: 'account',
    icon: 'symbol-constant',
    title: (l10n) => l10n.t('Attribute Values of Users'),
    within: users,
    list: named('listUserAttributeValues'),
    write: named('setUserAttributeValue'),
    key: 'attributeId',
    label: ['name', 'attributeId'],
  },
  {
    id: 'embed-groups',
    scope: 'account',
    icon: 'group-by-ref-type',
    title: (l10n) => l10n.t('Embed Groups'),
    within: tenants,
    ask: (l10n) => l10n.t('Number of the embed group'),
    read: named('getEmbedGroup'),
    write: named('updateEmbedGroup'),
  },
  {
    id: 'oauth-integrations',
    scope: 'account',
    icon: 'key',
    title: (l10n) => l10n.t('OAuth Integrations'),
    list: named('listOauthIntegrations'),
    read: named('getOauthIntegration'),
    write: named('updateOauthIntegration'),
    key: 'id',
    label: ['name'],
  },
  {
    id: 'oidc-token-configs',
    scope: 'account',
    icon: 'shield',
    title: (l10n) => l10n.t('OIDC Token Configurations'),
    list: named('listOidcTokenConfigs'),
    read: named('getOidcTokenConfig'),
    write: named('updateOidcTokenConfig'),
    key: 'id',
    label: ['name'],
  },
];
