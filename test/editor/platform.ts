/** The platform past the extension: plain requests, as somebody else's program sends them. */

export const platformUrl = process.env.DATA_MODEL_URL!;
const keys = { own: process.env.DATA_MODEL_API_KEY, admin: process.env.DATA_MODEL_ADMIN_API_KEY };

/** @param as whose key: this window's, or an admin's. @throws Error with the answer where the platform refuses. */
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

/** The emulator's own controls: makes the platform misbehave, or moves its clock. */
export function control(method: string, what: 'faults' | 'clock', body?: unknown): Promise<unknown> {
  return requestAs('admin', method, `/_emulator/${what}`, body);
}
