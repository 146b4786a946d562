/** The failures of dashboard previews, in English. */

import { errorCatalog } from '../../base/errors.ts';

export const dashboardErrors = errorCatalog({
  /** `{0}`: the text that the user entered. */
  'not-a-dashboard': {
    message: '“{0}” is not a public ID or the address of a dashboard.',
    action: 'Paste the address from the dashboard’s share dialog.',
  },
  /** `{0}`: the host of the pasted address. `{1}`: the host of the connection. */
  'other-host': {
    message: 'The dashboard is on {0}, but this connection is to {1}.',
    action: 'Connect to that platform, or paste an address of this one.',
  },
  /** `{0}`: host and path of the pasted address. */
  'not-embeddable': {
    message: '{0} is not the address of a dashboard that can be embedded.',
    action: 'Paste an address such as /embed/dashboard/<public ID>.',
  },
  /** `{0}`: the host of the platform. */
  'admin-key-required': {
    message: 'Your key cannot create embed sessions on {0}. Embed sessions require an admin key.',
    action: 'Enter an admin key, open the dashboard in private mode, or export it as an image with your own key.',
  },
  /** `{0}`: the name of the profile. */
  'profile-missing': {
    message: 'The settings have no preview profile “{0}”.',
    action: 'Select another user in the toolbar.',
  },
  /** `{0}`: the name of the profile. `{1}`: the field and what is wrong with it. */
  'profile-invalid': {
    message: 'The preview profile “{0}” is not valid: {1}',
    action: 'Correct it in the setting “dataModel.dashboard.profiles”.',
  },
  /** `{0}`: the name of the profile. */
  'profile-two-users': {
    message: 'The preview profile “{0}” names two users: externalId and internalId.',
    action: 'Remove one of them in the setting “dataModel.dashboard.profiles”.',
  },
  /** `{0}`: the name of the profile. `{1}`: the fields of the profile. */
  'export-without-session': {
    message: 'The platform exports as a user only, without what the preview profile “{0}” adds: {1}.',
    action: 'Download it with the menu of the dashboard itself, or select a profile without them.',
  },
  /** `{0}`: the name of the profile. */
  'export-needs-tenant': {
    message: 'The platform cannot export as the user of the preview profile “{0}”, who has no embed tenant.',
    action: 'Download it with the menu of the dashboard itself, or add “embedTenantName” to the profile.',
  },
  /** `{0}`: the user as the profile names it. */
  'export-user-unknown': {
    message: 'The platform lists no user “{0}”.',
    action: 'Use the user’s number as “internalId” in the preview profile.',
  },
  'export-dashboards-only': { message: 'Only dashboards can be exported.' },
  'render-failed': {
    message: 'The platform could not render the dashboard.',
    action: 'Open the dashboard to check it, then try again.',
  },
  /** `{0}`: the platform's message. */
  'render-failed-because': {
    message: 'The platform could not render the dashboard: {0}',
    action: 'Open the dashboard to check it, then try again.',
  },
  'render-timeout': {
    message: 'The platform did not render the dashboard within five minutes.',
    action: 'Try again.',
  },
  'no-outside-page': {
    message: 'No browser shows this dashboard.',
    action: 'Open the dashboard in the browser.',
  },
});
