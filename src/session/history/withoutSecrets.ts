/** A value without what looks like a secret: by the form of a text, and by the name of a field. */

import { redact } from '../../base/redact.ts';

const secretName =
  /token|secret|passw|api[-_]?key|credential|authorization|cookie|private[-_]?key|signature|session[-_]?id/i;
const hiddenText = '…';

/** A text that is not JSON, such as a document in YAML: also the values of fields with such names. */
export function redactedText(text: string): string {
  const field = /^(\s*(?:-\s+)?["']?([\w-]+)["']?\s*:[ \t]*)(?![[{|>&*#\s])(\S.*)$/gm;
  return redact(text).replace(field, (line, start: string, name: string) =>
    secretName.test(name) ? `${start}${hiddenText}` : line,
  );
}

/** Keeps the shape of objects and lists. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isSecret = secretName.test(name) && (typeof each === 'string' || typeof each === 'number') && each !== '';
      return [name, isSecret ? hiddenText : withoutSecrets(each)];
    }),
  );
}
