/** Escapes text for XML: SVG drawings and workbooks. */

export function escapeXml(text: string): string {
  // XML cannot contain these characters, not even escaped.
  const allowed = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
