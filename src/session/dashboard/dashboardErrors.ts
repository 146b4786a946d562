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
