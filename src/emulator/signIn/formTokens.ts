/** Tokens that make a form valid once and for one code, so that another site cannot send it. Kept in memory only. */

import { codeLifetime } from './authorizations.ts';
import { newSecret } from './secrets.ts';

export class FormTokens {
  readonly #clock: () => number;
  readonly #open = new Map<string, { userCode: string; expiresAt: number }>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  issue(userCode: string): string {
    const now = this.#clock();
    for (const [token, { expiresAt }] of this.#open) if (now >= expiresAt) this.#open.delete(token);
    const token = newSecret();
    this.#open.set(token, { userCode, expiresAt: now + codeLifetime * 1000 });
    return token;
  }

  /** Whether the token is of a form for this code. It is used then. */
  take(token: string, userCode: string): boolean {
    const form = this.#open.get(token);
    this.#open.delete(token);
    return form?.userCode === userCode && this.#clock() < form.expiresAt;
  }
}
