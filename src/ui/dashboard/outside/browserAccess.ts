/**
 * Who may use the loopback server: a one-time token, which becomes the cookie of one browser and the secret of its page. Browsers
 * send a cookie to every port of this machine; the page sends its secret only to its own server.
 */

import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Lifetime of an unused token; a browser opens the URL within seconds. */
const tokenMs = 2 * 60_000;

export class BrowserAccess {
  readonly #cookieName = `dashboard-${randomBytes(6).toString('hex')}`;
  readonly #secret = randomBytes(32).toString('base64url');
  readonly #pageSecret = randomBytes(32).toString('base64url');
  #token: { text: string; until: number } | undefined;

  /** A token for one use. An earlier unused token becomes invalid. */
  issueToken(): string {
    const text = randomBytes(32).toString('base64url');
    this.#token = { text, until: performance.now() + tokenMs };
    return text;
  }

  /** The `Set-Cookie` header and the page's secret for a valid token, which becomes invalid; undefined for any other. */
  redeem(token: string): { cookie: string; pageSecret: string } | undefined {
    const issued = this.#token;
    if (!issued || !equals(issued.text, token) || performance.now() > issued.until) return undefined;
    this.#token = undefined;
    const cookie = `${this.#cookieName}=${this.#secret}; HttpOnly; SameSite=Strict; Path=/`;
    return { cookie, pageSecret: this.#pageSecret };
  }

  /** @param cookies the `Cookie` header */
  isAllowed(cookies = ''): boolean {
    const prefix = `${this.#cookieName}=`;
    const cookie = cookies.split(/;\s*/).find((each) => each.startsWith(prefix));
    return cookie !== undefined && equals(cookie.slice(prefix.length), this.#secret);
  }

  /** Whether the page that was opened with the token sends this secret. */
  isPage(secret: unknown): boolean {
    return typeof secret === 'string' && equals(secret, this.#pageSecret);
  }
}

function equals(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
