/** Who may use the loopback server: a one-time token, which becomes the cookie of one browser. */

import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Lifetime of an unused token; a browser opens the URL within seconds. */
const tokenMs = 2 * 60_000;

export class BrowserAccess {
  readonly #cookieName = `dashboard-${randomBytes(6).toString('hex')}`;
  readonly #secret = randomBytes(32).toString('base64url');
  #token: { text: string; until: number } | undefined;

  /** A token for one use. An earlier unused token becomes invalid. */
  issueToken(): string {
    const text = randomBytes(32).toString('base64url');
    this.#token = { text, until: performance.now() + tokenMs };
    return text;
  }

  /** The `Set-Cookie` header for a valid token, which becomes invalid; undefined for any other. */
  redeem(token: string): string | undefined {
    const issued = this.#token;
    if (!issued || !equals(issued.text, token) || performance.now() > issued.until) return undefined;
    this.#token = undefined;
    return `${this.#cookieName}=${this.#secret}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** @param cookies the `Cookie` header */
  isAllowed(cookies = ''): boolean {
    const prefix = `${this.#cookieName}=`;
    const cookie = cookies.split(/;\s*/).find((each) => each.startsWith(prefix));
    return cookie !== undefined && equals(cookie.slice(prefix.length), this.#secret);
  }
}

function equals(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
