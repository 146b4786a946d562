/** The state that a workspace remembers, for one test. */
export function memoryOf(stored = new Map<string, unknown>()) {
  return {
    get: <T>(key: string) => stored.get(key) as T | undefined,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
}
