/** An API request as a command line of curl for a POSIX shell. */

import type { ApiRequest } from './requestDocument.ts';

/** The credential is the variable `DATA_MODEL_API_KEY` of the shell, not a text. */
export function curlCommand({ method, path, body }: ApiRequest, baseUrl: string): string {
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quote(`${baseUrl}${path}`)}`];
  parts.push('-H "Authorization: Bearer $DATA_MODEL_API_KEY"');
  if (body?.mediaType === 'application/json') {
    parts.push("-H 'Content-Type: application/json'", `--data-raw ${quote(JSON.stringify(body.json))}`);
  } else if (body) {
    for (const [name, value] of Object.entries(body.fields)) {
      const isText = typeof value === 'string';
      parts.push(
        isText
          ? `--form-string ${quote(`${name}=${value}`)}`
          : `-F ${quote(`${name}=@"${value.file.replace(/["\\]/g, '\\$&')}"`)}`,
      );
    }
  } else if (method !== 'GET') {
    parts.push("-H 'Content-Length: 0'");
  }
  return parts.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
