/** The emulator's own controls: faults, clock. For a test that makes the platform misbehave, never for a person's part. */

/** @throws Error with the answer where the emulator refuses. */
export async function control(method: string, what: 'faults' | 'clock', body?: unknown): Promise<unknown> {
  const response = await fetch(`${process.env.DATA_MODEL_URL}/_emulator/${what}`, {
    method,
    headers: {
      authorization: `Api-Key ${process.env.DATA_MODEL_ADMIN_API_KEY}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${what}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
