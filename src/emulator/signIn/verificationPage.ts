/** The pages where the user approves or denies a sign-in: plain HTML forms without scripts. */

import { html } from 'hono/html';
import { type Html, htmlPage, resultPage } from './htmlPage.ts';

const title = 'Sign in to the emulator';

/** Asks for the code that the application shows. */
export function codePage(problem?: string): Html {
  return htmlPage(
    title,
    html`
    ${problem === undefined ? '' : html`<p role="alert">${problem}</p>`}
    <form method="get">
      <label for="user_code">Code that the application shows</label>
      <input id="user_code" name="user_code" value="" required autofocus autocomplete="off" spellcheck="false">
      <button>Continue</button>
    </form>`,
  );
}

interface Confirmation {
  userCode: string;
  clientId: string;
  formToken: string;
  problem?: string;
}

/** Asks for the user's API key, because users of the emulator have no password. Works below any path, as behind a web editor. */
export function confirmPage({ userCode, clientId, formToken, problem }: Confirmation): Html {
  return htmlPage(
    title,
    html`
    <p>The application <strong>${clientId}</strong> asks to use the platform in your name.
      Continue only if it shows you this code:</p>
    <p class="code">${userCode}</p>
    ${problem === undefined ? '' : html`<p role="alert">${problem}</p>`}
    <form method="post" action="device">
      <input type="hidden" name="form_token" value="${formToken}">
      <input type="hidden" name="user_code" value="${userCode}">
      <label for="api_key">API key of the user to sign in as</label>
      <input id="api_key" name="api_key" value="" type="password" required autofocus autocomplete="off">
      <button name="decision" value="approve">Approve</button>
      <button name="decision" value="deny" formnovalidate>Deny</button>
    </form>`,
  );
}

export function signInResult(message: string): Html {
  return resultPage(title, message);
}
