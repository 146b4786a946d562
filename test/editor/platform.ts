/** Requests to the platform, independent of the extension. */

export const platformUrl = process.env.DATA_MODEL_URL!;
const keys = { own: process.env.DATA_MODEL_API_KEY, admin: process.env.DATA_MODEL_ADMIN_API_KEY };

/** @param as the key: of this window or of an admin. @throws Error with the response if the request fails */
export async function requestAs(as: keyof typeof keys, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${platformUrl}${path}`, {
    method,
    headers: {
      authorization: `Api-Key ${keys[as]}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Injects faults or moves the clock of the emulator. */
export function control(method: string, what: 'faults' | 'clock', body?: unknown): Promise<unknown> {
  return requestAs('admin', method, `/_emulator/${what}`, body);
}
