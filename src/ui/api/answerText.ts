/** The answer to an API request as a JSON document with comments. */

import { readErrorText, readPage } from '../../contract/definition/shapes.ts';
import { formatJson } from '../../platform/api/formatJson.ts';
import type { ApiRequest } from '../../platform/api/requestDocument.ts';
import type { FreeResponse } from '../../platform/client.ts';
import { parseJson } from '../../platform/http/body.ts';
import type { Localizer } from '../shell/localizer.ts';

export interface Answer {
  text: string;
  /** The comments with which the text begins. */
  head: string;
  /** Parameters of the request for the next page; undefined on the last page. */
  nextPage: Readonly<Record<string, string | number>> | undefined;
}

/** Undefined for a file: the caller saves it. */
export function answerText(
  { method, path }: Pick<ApiRequest, 'method' | 'path'>,
  response: FreeResponse,
  l10n: Localizer,
): Answer | undefined {
  const { status, headers, bytes, text, roundTripMs } = response;
  const mediaType = headers.get('content-type') ?? '';
  if (bytes.length > 0 && (text === undefined || /^text\/csv\b/i.test(mediaType))) return undefined;
  const isPage = /^text\/html\b/i.test(mediaType);
  const requestId = headers.get('x-request-id');
  const facts = [
    `HTTP ${status}`,
    l10n.t('{0} ms', Math.round(roundTripMs)),
    l10n.t('{0} bytes', bytes.length),
    requestId !== undefined && /^[\x21-\x7e]{1,128}$/.test(requestId) && l10n.t('request {0}', requestId),
  ];
  const comments = [`${method} ${path}`, facts.filter(Boolean).join(' · ')];
  const value = isPage ? undefined : parseJson(text ?? '')?.value;
  const page = status < 300 ? describePage(value, path, l10n) : undefined;
  if (isPage) comments.push(l10n.t('The platform answered with a web page: it has no such operation.'));
  else if (status >= 400) comments.push(readErrorText(value) ?? '');
  if (page) comments.push(page.description);
  const head = comments
    .filter((line) => line !== '')
    .map((line) => `// ${line.replace(/[\r\n\u2028\u2029]+/g, ' ')}\n`)
    .join('');
  const body = isPage || text === undefined || text === '' ? '' : value === undefined ? text : formatJson(text);
  return { text: body === '' ? head : `${head}${body}\n`, head, nextPage: page?.next };
}

function describePage(value: unknown, path: string, l10n: Localizer) {
  const page = readPage(value, keyOf(value));
  if (!page) return undefined;
  const { items, total, hasNextPage, endCursor } = page;
  const description =
    total === undefined ? l10n.t('{0} items', items.length) : l10n.t('{0} of {1} items', items.length, total);
  const offset = Number(new URL(path, 'http://host').searchParams.get('offset') ?? 0);
  const next: Answer['nextPage'] = !hasNextPage
    ? undefined
    : endCursor === undefined
      ? { offset: offset + items.length }
      : { after: endCursor };
  return { description: next ? l10n.t('{0}, more follow', description) : description, next };
}

/** The only list in a deprecated `data` object. */
function keyOf(value: unknown): string | undefined {
  const { data } = (value ?? {}) as { data?: unknown };
  if (typeof data !== 'object' || data === null) return undefined;
  return Object.entries(data).find(([, each]) => Array.isArray(each))?.[0];
}

/** The name that the server gives to a file, without folders; `fallback` if it gives none. */
export function fileNameOf({ headers }: Pick<FreeResponse, 'headers'>, fallback: string): string {
  const name = /filename="?([^";]+)"?/i.exec(headers.get('content-disposition') ?? '')?.[1] ?? fallback;
  const last = name
    .split(/[\\/]/)
    .at(-1)!
    .replace(/[^\w. -]/g, '_');
  return /^\.*$/.test(last) ? fallback : last;
}
