/** Indents JSON without changing its values: numbers keep every digit. */

export function formatJson(text: string): string {
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  const token = /"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|[^\s]/g;
  let formatted = '';
  for (const [part] of text.matchAll(token)) {
    if (part === '{' || part === '[') {
      depth += 1;
      formatted += part + line();
    } else if (part === '}' || part === ']') {
      depth -= 1;
      formatted += line() + part;
    } else if (part === ',') formatted += part + line();
    else if (part === ':') formatted += ': ';
    else formatted += part.length > 1 && !part.startsWith('"') ? part.replace(/\s+/g, '') : part;
  }
  return formatted;
}
