/**
 * Encodes `multipart/form-data`. The built-in FormData does not serve: undici sends it only with its fetch module, and encoding
 * it through `Response` takes 60 ms once and 0.2 ms of CPU per file, 20 times as much.
 */

import { randomUUID } from 'node:crypto';

interface MultipartBody {
  contentType: string;
  body: Uint8Array;
}

/** Strings become text fields, bytes become a file part (`application/octet-stream`) named `fileName`. */
export function encodeMultipart(
  fields: Readonly<Record<string, string | Uint8Array | undefined>>,
  fileName = 'file',
): MultipartBody {
  const boundary = `----${randomUUID()}`;
  const parts: Uint8Array[] = [];
  let text = '';
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    text += `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"`;
    if (typeof value === 'string') {
      text += `\r\n\r\n${value}\r\n`;
    } else {
      text += `; filename="${escaped(fileName)}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
      parts.push(Buffer.from(text), value);
      text = '\r\n';
    }
  }
  parts.push(Buffer.from(`${text}--${boundary}--\r\n`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}

/** Escapes names in headers as browsers do. */
function escaped(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
