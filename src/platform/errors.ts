/** Every failure of the platform client: its kind, what it means for a write, and its text in English. */

import { type ErrorText, errorCatalog } from '../base/errors.ts';

export type FailureKind =
  /** The host's name does not resolve. */
  | 'dns'
  /** No server listens there, or there is no route to it. */
  | 'refused'
  /** The proxy cannot be used or refused. */
  | 'proxy'
  /** The host's certificate or its TLS is not acceptable. */
  | 'tls'
  | 'timeout'
  /** The connection broke, before or during the response. */
  | 'reset'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  /** Any other 4xx, or a success whose body reports a failure. */
  | 'rejected'
  /** Any 5xx. */
  | 'server'
  /** A page instead of JSON: this host has no such operation. */
  | 'not-json'
  | 'unexpected-shape'
  /** The response is larger than this client accepts. */
  | 'too-large'
  /** The request breaks the contract; it was never sent. */
  | 'invalid-request'
  /** A redirect to another origin; not followed, so that the credential stays with its origin. */
  | 'redirected';

/** Whether a write may have happened: certainly not (`not-sent`, `refused-by-server`), or perhaps (`unknown`). */
export type WriteState = 'not-sent' | 'unknown' | 'refused-by-server';

interface Failure extends ErrorText {
  kind: FailureKind;
  writeState: WriteState;
}

function failure(kind: FailureKind, writeState: WriteState, message: string, action: string): Failure {
  return { kind, writeState, message, action };
}

const tryAgain = 'Try again.';
const reportRequest = 'Try again. If the problem persists, give the request id to the platform’s operator.';
const checkVersion =
  'Check that the versions of this extension and the platform match. Give the request id to the platform’s operator.';

/** `{0}` is the host, `{1}` the detail of the network failure. */
const networkFailures = {
  dns: failure(
    'dns',
    'unknown',
    'The host name {0} cannot be resolved.',
    'Check the platform’s address and your network connection.',
  ),
  refused: failure(
    'refused',
    'unknown',
    '{0} cannot be reached: nothing accepts the connection.',
    'Check that the platform is running and that no firewall or VPN blocks the connection.',
  ),
  proxy: failure(
    'proxy',
    'unknown',
    '{0} cannot be reached through the proxy: {1}.',
    'Check the proxy in the settings “http.proxy” and “http.noProxy” and in the environment.',
  ),
  tls: failure(
    'tls',
    'unknown',
    'The connection to {0} cannot be trusted: {1}.',
    'Install the certificate authority of your network on this machine, or check the address.',
  ),
  timeout: failure(
    'timeout',
    'unknown',
    '{0} did not answer in time: {1}.',
    'Try again. If the problem persists, check the platform’s state and your network.',
  ),
  reset: failure('reset', 'unknown', 'The connection to {0} broke: {1}.', tryAgain),
  'too-large': failure('too-large', 'unknown', 'The response of {0} is too large: {1}.', 'Request less at a time.'),
  'not-http': failure(
    'unexpected-shape',
    'unknown',
    'The response of {0} is not HTTP.',
    'Check the platform’s address and its port.',
  ),
};

/** `{0}` is the host. */
const refusals = {
  unauthorized: failure(
    'unauthorized',
    'refused-by-server',
    '{0} does not accept the key.',
    'Sign in again with a valid key.',
  ),
  forbidden: failure(
    'forbidden',
    'refused-by-server',
    '{0} does not allow this with your key.',
    'Ask an administrator for access, or use another key.',
  ),
  'not-found': failure(
    'not-found',
    'refused-by-server',
    '{0} did not find the requested resource.',
    'It may have been deleted or renamed.',
  ),
  'request-timeout': failure('timeout', 'unknown', '{0} timed out waiting for the request.', tryAgain),
  conflict: failure(
    'conflict',
    'refused-by-server',
    '{0} found a conflict.',
    'Bring in the other changes first, then try again.',
  ),
  'request-too-large': failure(
    'rejected',
    'refused-by-server',
    'The request is larger than {0} accepts.',
    'Send less at a time.',
  ),
  'too-many-requests': failure(
    'rejected',
    'refused-by-server',
    '{0} received too many requests.',
    'Wait a moment, then try again.',
  ),
  rejected: failure(
    'rejected',
    'refused-by-server',
    '{0} refused the request.',
    'If it should be accepted, give the request id to the platform’s operator.',
  ),
  server: failure('server', 'unknown', '{0} failed to process the request.', reportRequest),
  /** 501, or 503 with `Retry-After`: the server did nothing. */
  unavailable: failure('server', 'refused-by-server', '{0} failed to process the request.', reportRequest),
};

/** The refusals followed by the server's own text, `{1}`, which says what to correct in a request that is rejected. */
const explainedRefusals = Object.fromEntries(
  Object.entries(refusals).map(([code, { action, ...text }]) => [
    `${code}-because`,
    { ...text, message: text.message.replace(/\.$/, ': {1}'), ...(code === 'rejected' ? {} : { action }) },
  ]),
) as Record<`${keyof typeof refusals}-because`, Failure>;

const responseFailures = {
  'no-such-operation': failure(
    'not-json',
    'refused-by-server',
    '{0} has no such operation: it answered with a page instead of JSON.',
    'Check the platform’s address, and that its version has this operation.',
  ),
  'redirected-to': failure(
    'redirected',
    'refused-by-server',
    '{0} redirects to {1}.',
    'Use that address as the platform’s address if you trust it.',
  ),
  /** No answer of a platform to a request without a key. */
  'not-a-platform': failure(
    'not-json',
    'refused-by-server',
    '{0} answers, but it is not a platform.',
    'Check the address. If the platform is below a path of this host, add the path.',
  ),
  /** Without a target, or to another page of the host in a way that must not be followed. */
  redirected: failure(
    'redirected',
    'refused-by-server',
    '{0} answered with a redirect that cannot be followed.',
    'Check the platform’s address.',
  ),
  'damaged-response': failure(
    'reset',
    'unknown',
    'The response of {0} is damaged: it cannot be decompressed.',
    tryAgain,
  ),
  'broken-json': failure(
    'unexpected-shape',
    'unknown',
    '{0} answered with JSON that is incomplete or damaged.',
    reportRequest,
  ),
  /** `{1}`: bytes. */
  'response-too-large': failure(
    'too-large',
    'unknown',
    'The response of {0} is larger than {1} bytes.',
    'Request less at a time.',
  ),
  /** `{1}`: the operation's id; `{2}`: levels. */
  'too-deep': failure(
    'unexpected-shape',
    'unknown',
    '{0} answered {1} with objects and lists that are more than {2} levels deep.',
    checkVersion,
  ),
  /** `{1}`: the operation's id. */
  'empty-response': failure('unexpected-shape', 'unknown', '{0} answered {1} with an empty response.', checkVersion),
  'no-list': failure('unexpected-shape', 'unknown', '{0} answered {1} without a list.', checkVersion),
  /** `{1}`: the operation's id; `{2}`: the field and what is wrong with it. */
  'unexpected-shape': failure(
    'unexpected-shape',
    'unknown',
    '{0} answered {1} in an unexpected format: {2}.',
    checkVersion,
  ),
  /** `{1}`: the operation's id. */
  'endless-list': failure(
    'unexpected-shape',
    'refused-by-server',
    'The list {1} of {0} never ends: its pages repeat.',
    'Contact the platform’s operator.',
  ),
  /** `{1}`: the operation's id. */
  'no-cursor': failure(
    'unexpected-shape',
    'refused-by-server',
    'The list {1} of {0} is incomplete: a page says that there are more, but not where.',
    'Contact the platform’s operator.',
  ),
  /** `{1}`: the operation's id; `{2}`: the limit. */
  'list-too-long': failure(
    'too-large',
    'refused-by-server',
    'The list {1} of {0} is longer than the limit of {2} entries.',
    'Contact the platform’s operator.',
  ),
  'list-too-large': failure(
    'too-large',
    'refused-by-server',
    'The list {1} of {0} is larger than the limit of {2} characters.',
    'Contact the platform’s operator.',
  ),
  'list-empty-pages': failure(
    'unexpected-shape',
    'refused-by-server',
    'The list {1} of {0} never ends: {2} pages in a row had no entries.',
    'Contact the platform’s operator.',
  ),
  'list-too-slow': failure(
    'too-large',
    'refused-by-server',
    'The list {1} of {0} has not ended within the limit of {2} seconds.',
    'Contact the platform’s operator.',
  ),
};

const otherFailures = {
  /** The server gave no reason. `{1}`: the permission that the operation needs. */
  'permission-needed': failure(
    'forbidden',
    'refused-by-server',
    '{0} does not allow this with your key: it needs the permission {1}.',
    'Ask an administrator for it, or use another key.',
  ),
  /** The refresh token is used, revoked or expired. */
  'sign-in-ended': failure('unauthorized', 'refused-by-server', 'The sign-in to {0} has ended.', 'Sign in again.'),
  /** `{0}`: the field and what is wrong with it. */
  'invalid-request': failure(
    'invalid-request',
    'not-sent',
    'The request does not match the operation: {0}.',
    'Correct the input.',
  ),
  /** `{0}`: the branch name; `{1}`: seconds. */
  'build-not-ended': failure(
    'timeout',
    'refused-by-server',
    'The build of {0} has not ended after {1} s.',
    'Check the logs of the deployment.',
  ),
  /** `{0}`: the branch name; `{1}`: its latest commit; `{2}`: that of the latest build. */
  'build-not-started': failure(
    'timeout',
    'refused-by-server',
    'The platform has not started to build commit {1} of {0}. Its latest build is that of commit {2}.',
    'Check the logs of the deployment, build the branch again, or use --no-wait.',
  ),
  /** `{0}`: the branch name; `{1}`: the platform’s text. */
  'build-failed': failure(
    'conflict',
    'refused-by-server',
    'The latest build of {0} failed, so queries are answered by an earlier one: {1}',
    'Correct the model.',
  ),
  /** `{0}`: the branch name. */
  'build-cancelled': failure(
    'conflict',
    'refused-by-server',
    'The latest build of {0} was cancelled, so queries are answered by an earlier one.',
    'Build the branch again.',
  ),
  /** `{1}`: seconds. */
  'query-not-ended': failure(
    'timeout',
    'unknown',
    'The query is still running on {0} after {1} s.',
    'Narrow it with filters or a date range, or allow more time.',
  ),
  'no-data-token': failure(
    'unexpected-shape',
    'refused-by-server',
    '{0} issued no token for the data API.',
    'Contact the platform’s operator.',
  ),
  'no-production': failure(
    'not-found',
    'refused-by-server',
    '{0} lists no production environment.',
    'Build production first.',
  ),
  /** `{1}`: the branch name. */
  'no-environment': failure(
    'not-found',
    'refused-by-server',
    '{0} lists no environment of branch {1}.',
    'Open dev mode on the branch, or turn on its staging environment.',
  ),
};

export const platformFailures = {
  ...networkFailures,
  ...refusals,
  ...explainedRefusals,
  ...responseFailures,
  ...otherFailures,
};

export type PlatformErrorCode = keyof typeof platformFailures;
export type RefusalCode = keyof typeof refusals;

/** The texts of `platformFailures`, for translation. A `PlatformError` is made by its constructor. */
export const platformErrors = errorCatalog<PlatformErrorCode>(platformFailures);
