/** An error of a sign-in request, as RFC 6749 (5.2) and RFC 8628 (3.5) name it. */

type OAuthError =
  | 'invalid_request'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token';

export class OAuthFailure extends Error {
  readonly error: OAuthError;

  constructor(error: OAuthError, description: string) {
    super(description);
    this.name = 'OAuthFailure';
    this.error = error;
  }
}
