/** The resources of a platform that open as documents: one row each. */

import type { Localizer } from '../shell/localizer.ts';

export interface ResourceKind {
  /** Part of the address of its documents. */
  id: string;
  scope: 'account' | 'deployment';
  /** Name of a codicon. */
  icon: string;
  title: (l10n: Localizer) => string;
  /** Route that lists the resources; undefined if there is one only. */
  list?: string;
  /** Route that reads one; undefined if the list contains all of it. */
  read?: string;
  /** The property of the answer to `read` that is the resource; default: the whole answer. */
  part?: string;
  /** Route that changes one: with the changed properties, or with all of them. */
  write: string;
  /** Property of a listed resource that the last path parameter takes. */
  key?: string;
  /** Properties of a listed resource that name it: the first one that is not empty. */
  label?: readonly string[];
}

const account = '/api/v1';
const deployment = '/api/v1/deployments/{}';

/** A route is a method and a path; `{}` stands for a path parameter, whatever its name. */
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
