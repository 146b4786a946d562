/** Evaluates the response headers that control framing. */

/** The pages around a webview in the desktop editor. */
const desktopAncestors = ['vscode-webview://webview', 'vscode-file://vscode-app'];
/** The origin of a web editor is unknown here. Only headers that block every website certainly block it. */
const unknownAncestors = ['https://editor.invalid'];

interface Framing {
  /** The header that forbids framing in the editor; undefined if none does. */
  header: string | undefined;
  /** False if the header allows websites that may include this editor. */
  certain: boolean;
}

interface FramingOptions {
  isWebEditor: boolean;
  signal: AbortSignal;
  /** Default: the built-in `fetch`, which the editor extends by its proxies and certificates. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** Whether the editor may show a page in a frame. @param url without a session id @throws what `fetch` throws */
export async function readFraming(url: string, { isWebEditor, signal, fetch }: FramingOptions): Promise<Framing> {
  const response = await (fetch ?? globalThis.fetch)(url, { redirect: 'follow', signal });
  void response.body?.cancel();
  const ancestors = isWebEditor ? unknownAncestors : desktopAncestors;
  const header = blockingHeader(response.headers, response.url || url, ancestors);
  return { header, certain: !isWebEditor || header === undefined || /DENY|'none'$/i.test(header) };
}

/** Response headers by lower-case name. */
export interface FramingHeaders {
  get(name: string): string | null;
}

/**
 * The header that forbids `page` inside `ancestors` (origins, innermost first); undefined if none does. In Chromium, wildcards and
 * `https:` do not match the editor's own URL schemes.
 */
export function blockingHeader(
  headers: FramingHeaders,
  page: string,
  ancestors: readonly string[],
): string | undefined {
  const policies = (headers.get('content-security-policy') ?? '')
    .split(',')
    .map((policy) => /(?:^|;)\s*frame-ancestors\b([^;]*)/i.exec(policy))
    .filter((found) => found !== null);
  if (policies.length > 0) {
    // `frame-ancestors` overrides the older X-Frame-Options.
    const refusing = policies.find(([, sources]) => !ancestors.every((origin) => allows(sources!, page, origin)));
    return refusing && `frame-ancestors ${refusing[1]!.trim()}`;
  }
  const option = headers.get('x-frame-options')?.trim();
  if (!option) return undefined;
  if (/^deny\b/i.test(option)) return `X-Frame-Options: ${option}`;
  if (/^sameorigin\b/i.test(option)) {
    const same = ancestors.every((origin) => origin === new URL(page).origin);
    return same ? undefined : `X-Frame-Options: ${option}`;
  }
  return undefined;
}

function allows(sources: string, page: string, ancestor: string): boolean {
  const web = /^https?:/i.test(ancestor);
  return sources
    .trim()
    .split(/\s+/)
    .some((source) => {
      if (source === '*') return web;
      if (/^'none'$/i.test(source)) return false;
      if (/^'self'$/i.test(source)) return ancestor === new URL(page).origin;
      if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) {
        const scheme = source.toLowerCase();
        return ancestor.startsWith(scheme) || (scheme === 'http:' && ancestor.startsWith('https:'));
      }
      return web && matchesHost(source, ancestor, page);
    });
}

function matchesHost(source: string, ancestor: string, page: string): boolean {
  const found = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^:/]+|\[[^\]]+\])(?::(\d+|\*))?(?:\/.*)?$/i.exec(source);
  if (!found) return false;
  const [, scheme = new URL(page).protocol.slice(0, -1), host, port] = found;
  const url = new URL(ancestor);
  const theirs = url.protocol.slice(0, -1);
  if (theirs !== scheme.toLowerCase() && !(scheme.toLowerCase() === 'http' && theirs === 'https')) return false;
  const name = host!.toLowerCase();
  const sameHost = name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
  const standard = theirs === 'https' ? '443' : '80';
  const samePort = port === '*' || (port ?? standard) === (url.port || standard);
  return sameHost && samePort;
}
