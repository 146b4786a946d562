/** Removes secrets from texts that are logged or shown. */

const credentialPatterns = [
  /\b(Bearer|Api-Key|Basic)\s+[^\s"',;]+/gi,
  /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g,
  /\bsk-[\w-]{6,}/g,
  /([?&](?:session|token|access_token|api_key)=)[^&\s"'#]+/gi,
];

/** Replaces each known secret and everything that looks like a credential with `…`. */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = redactKnown(text, secrets);
  for (const pattern of credentialPatterns) {
    // The captured part, a scheme or a parameter name, is kept.
    clean = clean.replace(pattern, (whole, kept: unknown) => {
      if (typeof kept !== 'string' || kept === '' || !whole.startsWith(kept)) return '…';
      return `${kept}${kept.endsWith('=') ? '' : ' '}…`;
    });
  }
  return clean;
}

/** Replaces each known secret with `…`. */
export function redactKnown(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    // A server may change the case, as of a name in an address.
    const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    clean = clean.replace(new RegExp(literal, 'gi'), '…');
  }
  return clean;
}
