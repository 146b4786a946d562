/** The anchors of a Markdown page. */

/** The anchor that hosts make from a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export function anchorsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)));
}
