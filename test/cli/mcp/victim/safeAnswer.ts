import assert from 'node:assert/strict';
import { stringsIn } from './victim.ts';

/** What no text of an answer has: invisible characters, and what Markdown or HTML makes a link or a picture of. */
const unsafe = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Bidi_Control}\u2028\u2029]|\]\(|\]\[|<[a-z/!?]/iu;

/** Requires that an answer is bounded and has only safe texts. */
export function requireSafe(structured: unknown, text: string, call: string): void {
  const size = Buffer.byteLength(JSON.stringify(structured ?? null));
  assert.ok(size <= 32 * 1024, `${size} bytes: ${call}`);
  assert.ok(Buffer.byteLength(text) <= 8 * 1024, `${Buffer.byteLength(text)} bytes of text: ${call}`);
  for (const one of [...stringsIn(structured), text]) {
    const found = unsafe.exec(one);
    assert.equal(
      found,
      null,
      `${JSON.stringify(one.slice(Math.max(0, (found?.index ?? 0) - 40)).slice(0, 120))}: ${call}`,
    );
  }
}
