/** A value without what looks like a secret: by the form of a text, and by the name of a field. */

import { redact } from '../../base/redact.ts';
import { quoteLongNumbers } from '../../platform/http/body.ts';

const secretName =
  /token|secret|passw|api[-_]?key|credential|authorization|cookie|private[-_]?key|signature|session[-_]?id/i;
const hiddenText = '…';

/** Levels of objects and lists. What is deeper is hidden. */
const maxDepth = 100;
/** The name of an environment variable, whose value may be a secret. */
const variableName = /^[A-Z][A-Z0-9_]*$/;

/** A text that is not JSON, such as a document in YAML: also the values of fields and of query parameters with such names. */
export function redactedText(text: string): string {
  const field = /^(\s*(?:-\s+)?["']?([\w-]+)["']?\s*:[ \t]*)(?![[{|>&*#\s])(\S.*)$/gm;
  const parameter = /([?&]([\w.-]+)=)[^&\s"'#]+/g;
  const hide = (whole: string, start: string, name: string) =>
    secretName.test(name) ? `${start}${hiddenText}` : whole;
  return redact(text).replace(field, hide).replace(parameter, hide);
}

/** The same text if there are no secrets in it. Undefined if it cannot be written without rounding its numbers. */
export function redactedJson(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return redactedText(text);
  }
  let isHidden = false;
  const clean = cleaned(value, () => {
    isHidden = true;
  });
  if (!isHidden) return text;
  return quoteLongNumbers(text) === text ? `${JSON.stringify(clean, undefined, 2)}\n` : undefined;
}

/** Keeps the shape of objects and lists. */
export function withoutSecrets(value: unknown): unknown {
  return cleaned(value, () => {});
}

function cleaned(value: unknown, onHide: () => void, depth = 0): unknown {
  const hide = () => {
    onHide();
    return hiddenText;
  };
  const hidden = (each: unknown): unknown => {
    if ((typeof each === 'string' && each !== '') || typeof each === 'number') return hide();
    return Array.isArray(each) && depth < maxDepth ? each.map(hidden) : cleaned(each, onHide, depth + 1);
  };
  if (typeof value === 'string') {
    const clean = redact(value);
    if (clean !== value) onHide();
    return clean;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return hide();
  if (Array.isArray(value)) return value.map((each) => cleaned(each, onHide, depth + 1));
  const { name: title } = value as { name?: unknown };
  const isVariable = typeof title === 'string' && (variableName.test(title) || secretName.test(title));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isSecret = secretName.test(name) || (name === 'value' && isVariable);
      return [name, isSecret ? hidden(each) : cleaned(each, onHide, depth + 1)];
    }),
  );
}
