/** A page of plain HTML, without scripts, for forms that decide about credentials. */

import { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // The address contains a code.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function resultPage(title: string, message: string): Html {
  return htmlPage(title, html`<p role="status">${message} You can close this page.</p>`);
}

export function htmlPage(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
label, input { display: block; width: 100%; box-sizing: border-box; }
input { font: inherit; padding: .4rem; margin: .25rem 0 1rem; }
button { font: inherit; padding: .4rem 1rem; margin-right: .5rem; }
.code { font: 1.6rem ui-monospace, monospace; letter-spacing: .1em; }
[role=alert] { border-left: .25rem solid; padding-left: .75rem; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;
}
