/** `multipart/form-data` built by hand: undici's FormData would load its whole fetch. */

import { randomBytes } from 'node:crypto';

export interface MultipartBody {
  contentType: string;
  body: Uint8Array;
}

/** Text fields as they are, bytes as a file part (`application/octet-stream`) named after `fileName`. */
export function encodeMultipart(
  fields: Readonly<Record<string, string | Uint8Array | undefined>>,
  fileName = 'file',
): MultipartBody {
  const boundary = `----${randomBytes(16).toString('hex')}`;
  const parts: Uint8Array[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const disposition = `content-disposition: form-data; name="${escaped(name)}"`;
    const head =
      typeof value === 'string'
        ? disposition
        : `${disposition}; filename="${escaped(fileName)}"\r\ncontent-type: application/octet-stream`;
    parts.push(Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(value as Uint8Array), Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}

/** As browsers write names in such headers. */
function escaped(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
