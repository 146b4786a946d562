/** The resources of a platform that open as documents: one row each. */

import type { ResourceRoutes } from '../../platform/api/resourceAccess.ts';
import type { Localizer } from '../shell/localizer.ts';

export interface ResourceKind extends ResourceRoutes {
  /** Part of the address of its documents. */
  id: string;
  scope: 'account' | 'deployment';
  /** Name of a codicon. */
  icon: string;
  title: (l10n: Localizer) => string;
  /** Properties of a listed resource that name it: the first one that is not empty. */
  label?: readonly string[];
}

const account = '/api/v1';
const deployment = '/api/v1/deployments/{}';

export const resourceKinds: readonly ResourceKind[] = [
  {
    id: 'deployment-settings',
    scope: 'deployment',
    icon: 'settings-gear',
    title: (l10n) => l10n.t('Deployment Settings'),
    read: `GET ${deployment}/settings`,
    write: `PUT ${deployment}`,
  },
  {
    id: 'reports',
    scope: 'deployment',
    icon: 'graph',
    title: (l10n) => l10n.t('Reports'),
    list: `GET ${deployment}/reports`,
    write: `PUT ${deployment}/reports/by-public-id/{}`,
    key: 'publicId',
    label: ['title', 'name'],
  },
  {
    id: 'my-settings',
    scope: 'account',
    icon: 'account',
    title: (l10n) => l10n.t('My Settings'),
    read: `GET ${account}/users/me`,
    part: 'settings',
    write: `PATCH ${account}/users/me/settings`,
  },
  {
    id: 'tenant-settings',
    scope: 'account',
    icon: 'organization',
    title: (l10n) => l10n.t('Account Settings'),
    read: `GET ${account}/tenant/settings`,
    write: `PUT ${account}/tenant/settings`,
  },
  {
    id: 'users',
    scope: 'account',
    icon: 'person',
    title: (l10n) => l10n.t('Users'),
    list: `GET ${account}/users`,
    write: `PUT ${account}/users/{}`,
    key: 'id',
    label: ['email', 'username'],
  },
  {
    id: 'user-attributes',
    scope: 'account',
    icon: 'symbol-field',
    title: (l10n) => l10n.t('User Attributes'),
    list: `GET ${account}/user-attributes`,
    write: `PUT ${account}/user-attributes/{}`,
    key: 'id',
    label: ['displayName', 'name'],
  },
  {
    id: 'oauth-integrations',
    scope: 'account',
    icon: 'key',
    title: (l10n) => l10n.t('OAuth Integrations'),
    list: `GET ${account}/oauth-integrations`,
    read: `GET ${account}/oauth-integrations/{}`,
    write: `PUT ${account}/oauth-integrations/{}`,
    key: 'id',
    label: ['name'],
  },
  {
    id: 'oidc-token-configs',
    scope: 'account',
    icon: 'shield',
    title: (l10n) => l10n.t('OIDC Token Configurations'),
    list: `GET ${account}/oidc-token-configs`,
    read: `GET ${account}/oidc-token-configs/{}`,
    write: `PUT ${account}/oidc-token-configs/{}`,
    key: 'id',
    label: ['name'],
  },
];
