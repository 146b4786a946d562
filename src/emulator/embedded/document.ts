/** The HTML of an embedded page and the headers it comes with. Holds no session: the page reads the id off its own address. */

import type { Switches } from './switches.ts';
import type { PageConfig } from './wire.ts';

export function documentOf(config: PageConfig): string {
  // `<` would end the element early.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Embedded analytics</title>',
    '<link rel="icon" href="data:,">',
    '<link rel="stylesheet" href="/embed/_page/style.css">',
    `<script type="application/json" id="config">${json}</script>`,
    '<script defer src="/embed/_page/page.js"></script>',
    '</head>',
    '<body></body>',
    '</html>',
  ].join('\n');
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The chart library writes style attributes.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/**
 * No `frame-ancestors` unless framing is refused: even `*` would shut out hosts with a scheme of their own, such as an editor.
 * Notes: Embedding.
 */
export function headersOf({
  refuseFraming,
  wrongOrigin,
}: Pick<Switches, 'refuseFraming' | 'wrongOrigin'>): Record<string, string> {
  const ancestors = refuseFraming === true ? "'none'" : refuseFraming;
  const rules = [
    ...policy,
    ...(ancestors === false ? [] : [`frame-ancestors ${ancestors}`]),
    ...(wrongOrigin ? ['sandbox allow-scripts allow-downloads'] : []),
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': rules.join('; '),
    // The address holds a session id.
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(refuseFraming === true ? { 'x-frame-options': 'DENY' } : {}),
  };
}
