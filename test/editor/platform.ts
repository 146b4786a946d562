/** Requests to the platform, independent of the extension. */

import { requestsWith } from '../vscode/otherUser.ts';

export const platformUrl = process.env.DATA_MODEL_URL!;
const keys = { own: process.env.DATA_MODEL_API_KEY, admin: process.env.DATA_MODEL_ADMIN_API_KEY };

/** @param as the key: of this window or of an admin. @throws Error with the response if the request fails */
export function requestAs(as: keyof typeof keys, method: string, path: string, body?: unknown): Promise<unknown> {
  return requestsWith(platformUrl, keys[as])(method, path, body);
}

/** Injects faults or moves the clock of the emulator. */
export function control(method: string, what: 'faults' | 'clock', body?: unknown): Promise<unknown> {
  return requestAs('admin', method, `/_emulator/${what}`, body);
}
