/** File contents, each with the call that pushes it. */

export interface ContentCase {
  what: string;
  bytes: Uint8Array;
  /** The call that pushes this file alone: UTF-8 text below 256 kB in one write, anything else as an upload. */
  route: 'putFiles' | 'finishUpload';
  /** The platform returns files as text only: other bytes are pushed, and refused in a pull. */
  text: boolean;
}

export const kB = 1024;
const text = (content: string, route: ContentCase['route'] = 'putFiles') => ({
  bytes: Buffer.from(content),
  route,
  text: true,
});
const binary = (bytes: readonly number[] | Buffer) => ({
  bytes: Buffer.from(bytes),
  route: 'finishUpload' as const,
  text: false,
});
export const upload = 'finishUpload' as const;
const filled = (bytes: number) => `# ${'x'.repeat(bytes - 3)}\n`;

export const contents: readonly ContentCase[] = [
  { what: 'nothing', ...text('') },
  { what: 'one byte', ...text('x') },
  { what: 'one line break', ...text('\n') },
  { what: 'no line break at the end', ...text('cubes: []') },
  { what: 'CR LF', ...text('cubes:\r\n  - name: a\r\n') },
  { what: 'CR alone', ...text('cubes:\r  - name: a\r') },
  { what: 'mixed line ends', ...text('a: 1\r\nb: 2\nc: 3\rd: 4') },
  { what: 'line and paragraph separators', ...text('a\u2028b\u2029c\u0085d') },
  { what: 'a byte order mark', ...text('\ufeffcubes: []\n') },
  { what: 'two byte order marks', ...text('\ufeff\ufeffcubes: []\n') },
  { what: 'Unicode, not normalised', ...text('é e\u0301 \u212b 🛒 𝔬') },
  { what: 'characters that are not characters', ...text('\ufffe \uffff \u{10ffff}') },
  { what: 'the replacement character itself', ...text('a\ufffdb') },
  { what: 'control characters', ...text('\u0001\u001b[31m\u007f\u0008') },
  { what: 'what looks like JSON, and is escaped in it', ...text('{"a": "\\u0041\\"\\\\"}\n') },
  {
    what: 'what looks like the border of a form',
    ...text('--boundary\r\nContent-Disposition: form-data; name="x"\r\n\r\n'),
  },
  // NUL is text to the platform. We upload it as bytes, because some readers of text stop at it.
  { what: 'NUL in text', ...text('a\u0000b', upload) },
  { what: 'invalid UTF-8', ...binary([0x61, 0xff, 0xfe, 0x62]) },
  { what: 'overlong UTF-8', ...binary([0xc0, 0xaf]) },
  { what: 'half a character in UTF-8', ...binary([0xed, 0xa0, 0x80]) },
  { what: 'Latin-1', ...binary(Buffer.from('Aufträge\n', 'latin1')) },
  { what: 'UTF-16 with its mark', ...binary(Buffer.from('\ufeffcubes: []\n', 'utf16le')) },
  { what: 'an image', ...binary([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]) },
  { what: 'every byte there is', ...binary(Array.from({ length: 256 }, (_, byte) => byte)) },
  { what: '256 kB less one byte', ...text(filled(256 * kB - 1)) },
  { what: '256 kB', ...text(filled(256 * kB), upload) },
  { what: '256 kB and one byte', ...text(filled(256 * kB + 1), upload) },
  { what: '1 MB', ...text(filled(kB * kB), upload) },
  { what: '5 MB', ...text(filled(5 * kB * kB), upload) },
  { what: '1 MB of bytes', ...binary(Buffer.alloc(kB * kB, 0xfe)) },
];
