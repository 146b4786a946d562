/** The pages where the user approves or denies a sign-in: plain HTML forms without scripts. */

import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // The address contains the code.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Asks for the code that the application shows. */
export function codePage(problem?: string): Html {
  return page(html`
    ${problem === undefined ? '' : html`<p role="alert">${problem}</p>`}
    <form method="get">
      <label for="user_code">Code that the application shows</label>
      <input id="user_code" name="user_code" value="" required autofocus autocomplete="off" spellcheck="false">
      <button>Continue</button>
    </form>`);
}

interface Confirmation {
  userCode: string;
  clientId: string;
  formToken: string;
  problem?: string;
}

/** Asks for the user's API key, because users of the emulator have no password. */
export function confirmPage({ userCode, clientId, formToken, problem }: Confirmation): Html {
  return page(html`
    <p>The application <strong>${clientId}</strong> asks to use the platform in your name.
      Continue only if it shows you this code:</p>
    <p class="code">${userCode}</p>
    ${problem === undefined ? '' : html`<p role="alert">${problem}</p>`}
    <form method="post" action="/auth/device">
      <input type="hidden" name="form_token" value="${formToken}">
      <input type="hidden" name="user_code" value="${userCode}">
      <label for="api_key">API key of the user to sign in as</label>
      <input id="api_key" name="api_key" value="" type="password" required autofocus autocomplete="off">
      <button name="decision" value="approve">Approve</button>
      <button name="decision" value="deny" formnovalidate>Deny</button>
    </form>`);
}

export function resultPage(message: string): Html {
  return page(html`<p role="status">${message} You can close this page.</p>`);
}

function page(content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to the emulator</title>
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
<h1>Sign in to the emulator</h1>
${content}
</main>
</body>
</html>`;
}
