/** The HTML of an embedded page and its headers. The page reads the session id from its own address. */

import type { PageConfig } from './pageApi.ts';
import type { Switches } from './switches.ts';

export function pageDocument(config: PageConfig): string {
  // `<` could end the element early.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Embedded analytics</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/embed/_page/style.css">
<script type="application/json" id="config">${json}</script>
<script defer src="/embed/_page/page.js"></script>
</head>
<body></body>
</html>`;
}

const contentPolicy = [
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

export function pageHeaders({ refuseFraming, wrongOrigin }: Switches): Record<string, string> {
  const ancestors = refuseFraming === true ? "'none'" : refuseFraming;
  const rules = [
    ...contentPolicy,
    // Even `frame-ancestors *` excludes hosts with their own scheme, such as an editor's webview.
    ...(ancestors === false ? [] : [`frame-ancestors ${ancestors}`]),
    ...(wrongOrigin ? ['sandbox allow-scripts allow-downloads'] : []),
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': rules.join('; '),
    // The address contains a session id.
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(refuseFraming === true ? { 'x-frame-options': 'DENY' } : {}),
  };
}
