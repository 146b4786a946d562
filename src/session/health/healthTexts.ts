/** The sentences of the health page. */

import { errorCatalog } from '../../base/errors.ts';

export const healthTexts = errorCatalog({
  /** `{0}`: the host; `{1}`: milliseconds. */
  reached: { message: '{0} answers in {1} ms.' },
  /** `{2}`: the proxy. */
  'reached-through': { message: '{0} answers in {1} ms through the proxy {2}.' },
  'key-accepted': { message: 'The API key is accepted. Its expiry is not known.' },
  'token-accepted': { message: 'The access token is accepted. Its expiry is not known.' },
  /** `{0}`: a time. */
  'token-expires': { message: 'The access token is accepted and expires at {0}.' },
  /** `{0}`: a time. */
  'sign-in-accepted': {
    message:
      'The sign-in with a browser is accepted. Its access token expires at {0} and is then renewed automatically.',
  },
  'all-allowed': { message: 'Every action is allowed.' },
  /** `{0}`, `{1}`: names of actions. */
  'some-allowed': { message: 'Allowed: {0}. Not allowed: {1}.' },
  'cannot-edit': { message: 'Models cannot be read and changed, because {1} is not allowed. Allowed: {0}.' },
  'no-policies': { message: 'The platform reports no policies of this user, so the permissions are not known.' },
  /** `{0}`: the version of the document; `{1}`: a number of operations. */
  'spec-complete': { message: 'The API document (version {0}) has all {1} operations that this extension knows.' },
  /** `{1}`, `{2}`: numbers of operations; `{3}`: ids. */
  'spec-lacks': {
    message: 'The API document (version {0}) lacks {1} of the {2} operations that this extension knows: {3}.',
  },
  'no-spec': { message: '{0} has no API document, so every operation is assumed to exist.' },
  /** `{0}`: the deployment; `{1}`: a number. */
  'data-answers': { message: 'Production of “{0}” answers with {1} cubes and views.' },
  'framing-allowed': { message: '{0} allows its pages to be shown in the editor.' },
  /** `{1}`: the header. */
  'framing-forbidden': {
    message: '{0} does not allow its pages to be shown in the editor ({1}). Previews open in the browser.',
  },
  'framing-limited': {
    message:
      '{0} allows its pages to be shown in some places only ({1}). Whether this editor is one of them is not known.',
  },
  /** `{0}`: seconds. */
  'clock-equal': { message: 'The clocks of this machine and of the platform differ by less than {0} seconds.' },
  'clock-behind': { message: 'The clock of this machine is {0} seconds behind that of the platform.' },
  'clock-ahead': { message: 'The clock of this machine is {0} seconds ahead of that of the platform.' },
  'no-date': { message: '{0} does not report its time.' },
  /** `{0}`: seconds. */
  late: { message: 'No result within {0} seconds.' },
});

/** Why something was not checked. */
export const healthErrors = errorCatalog({
  'not-reached': { message: 'Not checked, because the platform cannot be reached.' },
  'not-accepted': { message: 'Not checked, because the platform does not accept the credential.' },
  'no-deployment': { message: 'Not checked, because there is no deployment.' },
});
