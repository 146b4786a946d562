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
import type { RowKeyword } from '../manifest/commandEntry.ts';
import type { Localizer } from '../shell/localizer.ts';

export interface ResourceList {
  list: ResourceOperation;
  /** Property of a listed resource that the path of its documents takes. */
  key: string;
  /** Properties of a listed resource that name it: the first one that is not empty. */
  label: readonly string[];
}

/** What the row of a listed resource says besides its name. */
export interface ResourceState {
  description: string;
  /** For the menus of its row. */
  keywords: readonly RowKeyword[];
}

type Item = Readonly<Record<string, unknown>>;

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
  /** Creates one, from a document that starts with what the operation requires. */
  create?: ResourceOperation;
  /** Title of the document of a new one. */
  newTitle?: (l10n: Localizer) => string;
  /** Lists more about the listed resources, for `state`. */
  related?: ResourceOperation;
  /** @param related the items of that list; undefined if it could not be read */
  state?: (item: Item, related: readonly Item[] | undefined, l10n: Localizer) => ResourceState;
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

// One list for the rows of thousands of users.
const active = ['active'] as const;
const deactivated = ['deactivated'] as const;

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
    create: named('createUser'),
    newTitle: (l10n) => l10n.t('New User'),
    state: ({ role, status }, _related, l10n) =>
      status === 'DEACTIVATED'
        ? { description: l10n.t('deactivated'), keywords: deactivated }
        : { description: typeof role === 'string' ? role : '', keywords: active },
  },
  {
    id: 'user-attributes',
    scope: 'account',
    icon: 'tag',
    title: (l10n) => l10n.t('User Attributes'),
    list: named('listUserAttributes'),
    write: named('updateUserAttribute'),
    create: named('createUserAttribute'),
    newTitle: (l10n) => l10n.t('New User Attribute'),
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
    create: named('createOauthIntegration'),
    newTitle: (l10n) => l10n.t('New OAuth Integration'),
    related: named('listUserOauthTokens'),
    state: ({ id }, tokens, l10n) => {
      if (!tokens) return { description: '', keywords: [] };
      const token = tokens.find(({ integrationId }) => String(integrationId) === String(id));
      if (!token) return { description: l10n.t('not signed in'), keywords: [] };
      const { connectedAt } = token;
      const since = typeof connectedAt === 'string' ? new Date(connectedAt) : undefined;
      const isDate = since !== undefined && !Number.isNaN(since.getTime());
      const description = isDate ? l10n.t('signed in since {0}', since.toLocaleDateString()) : l10n.t('signed in');
      return { description, keywords: ['signedIn'] };
    },
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
    create: named('createOidcTokenConfig'),
    newTitle: (l10n) => l10n.t('New OIDC Token Configuration'),
    key: 'id',
    label: ['name'],
  },
];

/** The kind with an id. */
export function resourceKind(id: string): ResourceKind {
  return resourceKinds.find((kind) => kind.id === id)!;
}
