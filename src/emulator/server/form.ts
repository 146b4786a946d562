/** Reads `multipart/form-data` bodies. */

const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');
const parameters = {
  name: /(?:^|;)\s*name=(?:"([^"]*)"|([^\s;]+))/i,
  filename: /(?:^|;)\s*filename=(?:"([^"]*)"|([^\s;]+))/i,
};

/** The parts in order. A part with a file name is bytes, any other is text. Undefined for a malformed body. */
export function parseForm(body: Buffer, contentType: string): [name: string, value: string | Uint8Array][] | undefined {
  const named = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]+)"|([^\s;,]+))/i.exec(contentType);
  const boundary = named?.[1] ?? named?.[2];
  if (boundary === undefined) return undefined;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: [string, string | Uint8Array][] = [];
  let at = delimiter.length - lineEnd.length;
  if (body.indexOf(delimiter.subarray(lineEnd.length)) !== 0) return undefined;
  for (;;) {
    if (body.toString('latin1', at, at + 2) === '--') return parts;
    if (body.indexOf(lineEnd, at) !== at) return undefined;
    const head = body.indexOf(headEnd, at);
    const end = head < 0 ? -1 : body.indexOf(delimiter, head + lineEnd.length);
    if (end < head + headEnd.length) return undefined;
    const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(body.toString('utf8', at, head))?.[1];
    const name = disposition === undefined ? undefined : parameter(disposition, 'name');
    if (name === undefined) return undefined;
    const value = body.subarray(head + headEnd.length, end);
    const isFile = parameter(disposition!, 'filename') !== undefined || /;\s*filename\*=/i.test(`;${disposition}`);
    parts.push([
      name,
      isFile ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value.toString('utf8'),
    ]);
    at = end + delimiter.length;
  }
}

/** Browsers escape exactly these three characters in names. */
function parameter(disposition: string, name: keyof typeof parameters): string | undefined {
  const found = parameters[name].exec(disposition);
  const value = found?.[1] ?? found?.[2];
  return value?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}
