/** Finds and replaces placeholders `{name}` in the texts of a test. Each run of the test has its own values for them. */

export type TestValue = string | number | boolean | null;
export type RunValues = Readonly<Record<string, TestValue>>;

const placeholder = /\{([A-Za-z_]\w*)\}/g;

/** The names in braces, with their offsets in the text. */
export function placeholdersIn(text: string): { name: string; start: number; end: number }[] {
  return [...text.matchAll(placeholder)].map(({ 0: all, 1: name, index }) => ({
    name: name!,
    start: index,
    end: index + all.length,
  }));
}

/** Replaces the placeholders in all texts and keys of a value. A text that is only one placeholder becomes the value itself. */
export function fillIn<T>(value: T, run: RunValues): T {
  return filled(value, run) as T;
}

function filled(value: unknown, run: RunValues): unknown {
  if (typeof value === 'string') return filledText(value, run);
  if (Array.isArray(value)) return value.map((one) => filled(one, run));
  if (typeof value !== 'object' || value === null) return value;
  const map = Object.create(null) as Record<string, unknown>;
  for (const [key, one] of Object.entries(value)) map[String(filledText(key, run))] = filled(one, run);
  return map;
}

function filledText(text: string, run: RunValues): TestValue {
  const [first] = placeholdersIn(text);
  if (first && first.end - first.start === text.length && Object.hasOwn(run, first.name)) return run[first.name]!;
  return text.replace(placeholder, (all, name: string) => (Object.hasOwn(run, name) ? String(run[name]) : all));
}
